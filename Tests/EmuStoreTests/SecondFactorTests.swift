import EmuStore
import Testing

@testable import EmuModel

@Suite final class `Second factors in the store`: StoreSuite {
  private static let phone = SecondFactor(id: "p", kind: .phone("+15550101"), enrolledAt: noon)
  private static let app = SecondFactor(id: "t", kind: .totp(secret: "MY"), enrolledAt: noon)

  static let changes: [[SecondFactor]] = [
    [], [phone], [app], [app, phone],
    [phone, app, SecondFactor(id: "x", kind: .phone("+1"), enrolledAt: noon)],
    [phone, SecondFactor(id: "t", kind: .totp(secret: "MY"), enrolledAt: noon, lastStep: 9)],
    [SecondFactor(id: "p", kind: .phone("+1555"), enrolledAt: noon), app],
  ]

  @Test(arguments: changes)
  func `second factors in the store change in any order`(factors: [SecondFactor]) throws {
    let scope = try store.scope()
    let user = User(uid: "u1", createdAt: noon, secondFactors: [Self.phone, Self.app])
    let original = try store.add(user, in: scope)[0]
    try store.write { writer in
      var changed = original
      changed.secondFactors = factors
      try writer.update(changed, from: original, in: scope)
    }
    try store.read { reader throws in
      #expect(try reader.user(uid: "u1", in: scope)?.secondFactors == factors)
      let hasApp = factors.contains { $0.name == "totp" }
      #expect(try reader.usersWithTOTP(in: scope).count == (hasApp ? 1 : 0))
    }
  }

  @Test(arguments: [1, 600])
  func `second factors in the store are deleted with their users`(_ count: Int) throws {
    let scope = try store.scope()
    func fill() throws {
      for number in 0..<count {
        try store.add(
          User(uid: "u\(number)", createdAt: noon, secondFactors: [Self.phone, Self.app]),
          in: scope)
      }
    }
    func usersWithTOTP() throws -> Int {
      try store.read { reader in try reader.usersWithTOTP(in: scope).count }
    }
    try fill()
    #expect(try usersWithTOTP() == count)
    try store.write { [store] writer in try writer.resetAll(in: store) }
    #expect(try usersWithTOTP() == 0)
    // A remaining row would conflict with the same key.
    try fill()
    #expect(try usersWithTOTP() == count)
    try store.write { [store] writer in try writer.deleteUsers(in: scope, of: store) }
    #expect(try usersWithTOTP() == 0)
    try fill()
  }
}
