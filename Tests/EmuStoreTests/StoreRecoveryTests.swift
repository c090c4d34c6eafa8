import EmuModel
import EmuStore
import Foundation
import Testing

@Suite struct `Recovery of a store` {
  private static let count = 2_000

  private func make(_ path: String) throws {
    let store = try Store(Store.Configuration(location: .file(path)))
    let scope = try store.scope()
    try store.write { writer in
      for number in 0..<Self.count {
        var user = User(uid: "u\(number)", createdAt: noon)
        user.email = "u\(number)@x.test"
        user.links = [ProviderLink(providerID: "google.com", rawID: "g\(number)")]
        user.secondFactors = [
          SecondFactor(
            id: "f\(number)", kind: .phone("+1555\(1_000_000 + number)"), displayName: nil,
            enrolledAt: noon)
        ]
        user.passkeys = [Passkey(credentialID: "pass\(number)", createdAt: noon)]
        _ = try writer.insert(user, in: scope)
      }
    }
    try store.close()
  }

  /// Overwrites a page in the middle of those that have a text.
  private func damage(_ path: String, pageWith text: String) throws {
    var content = try Data(contentsOf: URL(filePath: path))
    let pages = stride(from: 0, to: content.count, by: 4_096).filter { start in
      content[start..<start + 4_096].range(of: Data(text.utf8)) != nil
    }
    let page = try #require(pages.isEmpty ? nil : pages[pages.count / 2])
    content.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
    try content.write(to: URL(filePath: path))
  }

  /// The recovery's summary, and each user that is left, after a check that each is found by its keys and by the
  /// presence of second factors and passkeys.
  private func recovered(_ path: String) throws -> (summary: String, users: [User]) {
    let recovery = try #require(try Store.recover(path))
    #expect(recovery.damagedFile == path + ".damaged")
    #expect(try Store.damage(ofFileAt: path) == nil)
    let store = try Store(Store.Configuration(location: .file(path)))
    defer { try? store.close() }
    let scope = try store.scope()
    let users = try store.read { reader in
      try (0..<Self.count).compactMap { number -> User? in
        let user = try reader.user(uid: "u\(number)", in: scope)
        let byEmail = try reader.users(anyEmail: "u\(number)@x.test", in: scope)
        #expect(byEmail == (user.map { [$0] } ?? []))
        let byLink = try reader.user(providerID: "google.com", rawID: "g\(number)", in: scope)
        #expect(byLink == user)
        return user
      }
    }
    var (withFactors, withPasskeys) = (UserFilter(), UserFilter())
    withFactors.factor = .any
    withPasskeys.method = .passkey
    for (filter, expected) in [
      (withFactors, users.filter { !$0.secondFactors.isEmpty }),
      (withPasskeys, users.filter { !$0.passkeys.isEmpty }),
    ] {
      let found = try store.read { reader in
        try reader.foundUsers(in: scope, filter, oldestFirst: true, after: nil, limit: Self.count)
      }
      #expect(found.users == expected)
    }
    return (recovery.summary, users)
  }

  @Test func `recovery of a store keeps the users of sound pages with each of their keys`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      try make(path)
      // Only rows of users have the links as a list of texts.
      try damage(path, pageWith: "10:google.com5:g1000")
      let (summary, users) = try recovered(path)
      #expect((Self.count - 60..<Self.count).contains(users.count))
      #expect(users.allSatisfy { $0.links.count == 1 && $0.secondFactors.count == 1 })
      for table in ["users", "second_factors"] {
        #expect(summary.contains("\(table) (\(users.count) are left)"), "\(summary)")
      }
    }
  }

  @Test func `recovery of a store creates the identities again`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      try make(path)
      try damage(path, pageWith: "google.comg1000")
      let (summary, users) = try recovered(path)
      #expect(users.count == Self.count)
      #expect(users.allSatisfy { $0.links.count == 1 && $0.secondFactors.count == 1 })
      #expect(summary.hasSuffix("None is lost."), "\(summary)")
    }
  }

  /// Texts in place of a user's link, of the same length: one that cannot be read, and the link of
  /// another user.
  @Test(arguments: ["10:google.com9:g1000", "10:google.com5:g1001"])
  func `recovery of a store reports users whose links are removed`(_ link: String) throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      try make(path)
      var content = try Data(contentsOf: URL(filePath: path))
      let place = try #require(content.range(of: Data("10:google.com5:g1000".utf8)))
      content.replaceSubrange(place, with: Data(link.utf8))
      try content.write(to: URL(filePath: path))
      try damage(path, pageWith: "google.comg1000")
      let recovery = try #require(try Store.recover(path))
      #expect(!recovery.summary.contains("None is lost."))
      #expect(recovery.summary.contains("The links to providers of 1 user are lost"))
    }
  }

  @Test(arguments: [("+15551001000", "second_factors"), ("pass1000", "passkeys")])
  func `recovery of a store keeps users whose second factors or passkeys are lost`(
    text: String, table: String
  ) throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      try make(path)
      try damage(path, pageWith: text)
      let (summary, users) = try recovered(path)
      #expect(users.count == Self.count)
      let without = users.filter {
        table == "passkeys" ? $0.passkeys.isEmpty : $0.secondFactors.isEmpty
      }
      #expect((1..<200).contains(without.count))
      #expect(summary.contains("\(table) (\(Self.count - without.count) are left)"), "\(summary)")
    }
  }

  @Test func `recovery of a store of the first release is opened by this one`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      try ReleasedFile.copyFirst(to: path)
      try damage(path, pageWith: "ann@example.com")
      let recovery = try Store.recover(path)
      #expect(recovery != nil)
      let store = try Store(Store.Configuration(location: .file(path)))
      defer { try? store.close() }
      let scope = try store.scope()
      let user = try store.read { try $0.user(uid: "u1", in: scope) }
      #expect(user?.email == "ada@example.com")
      #expect(user?.links.map(\.rawID) == ["g1"])
    }
  }
}
