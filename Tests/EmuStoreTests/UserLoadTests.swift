import EmuStore
import Testing

@testable import EmuModel

@Suite struct `Many users stored at once` {
  private struct Aborted: Error {}

  private static func users(_ count: Int) -> [User] {
    (0..<count).map { number in
      User(
        uid: "u\(number)", createdAt: noon, email: "u\(number)@x.test",
        phoneNumber: "+1555\(number)",
        links: [ProviderLink(providerID: "google.com", rawID: "g\(number)")],
        secondFactors: [SecondFactor(id: "m", kind: .totp(secret: "MY"), enrolledAt: noon)],
        passkeys: [Passkey(credentialID: "p\(number)", createdAt: noon)])
    }
  }

  private static func load(_ users: [User], into store: Store, givesUp: Bool = false) throws {
    let scope = try store.scope()
    try store.write { writer in
      let load = try writer.beginLoad()
      for user in users { _ = try load.store(user, in: scope) }
      try load.finish(allowsDuplicateEmails: false)
      if givesUp { throw Aborted() }
    }
  }

  @Test func `a load into an empty store leaves its schema`() throws {
    try withPath { path in
      var schemas: [[String]] = []
      for isLoaded in [true, false] {
        let path = "\(path)\(isLoaded)"
        let store = try Store(at: path)
        if isLoaded { try Self.load(Self.users(50), into: store) }
        try store.close()
        schemas.append(try AllTables.schema(ofFileAt: path))
      }
      #expect(schemas[0] == schemas[1] && schemas[0].contains { $0.contains("users_phone_number") })
    }
  }

  @Test func `an aborted load leaves an empty store with its indexes`() throws {
    let store = try Store()
    #expect(throws: Aborted.self) { try Self.load(Self.users(5), into: store, givesUp: true) }
    let scope = try store.scope()
    #expect(try store.read { try $0.userCount(in: scope) } == 0)
    try store.add(Self.users(1)[0], in: scope)
    #expect(throws: StoreError.self) { try store.add(Self.users(1)[0], in: scope) }
  }
}
