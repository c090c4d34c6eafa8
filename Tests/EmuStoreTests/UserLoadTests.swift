import EmuSQLite
import EmuStore
import EmuTestTools
import Testing

@testable import EmuModel

@Suite struct `Many users stored at once` {
  /// The error with which a test aborts a transaction.
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

  private static func load(
    _ users: [User], into store: Store, allowsDuplicateEmails: Bool = false,
    keepsIndexes: Bool = false, givesUp: Bool = false
  ) throws {
    let scope = try store.scope()
    try store.write { writer in
      let load = try writer.beginLoad(keepsIndexes: keepsIndexes)
      for user in users { _ = try load.store(user, in: scope) }
      try load.finish(allowsDuplicateEmails: allowsDuplicateEmails)
      if givesUp { throw Aborted() }
    }
  }

  /// The statements of the schema of a file.
  private static func schema(_ path: String) throws -> [String] {
    try SQLiteFile.texts(path, "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1")
  }

  @Test(.needs("python3"))
  func `a load into an empty store leaves the schema and every user as single inserts do`()
    throws
  {
    try withFolder { folder in
      var schemas: [[String]] = []
      for isLoaded in [true, false] {
        let path = "\(folder)/\(isLoaded).sqlite"
        let store = try Store(Store.Configuration(path: path))
        let scope = try store.scope()
        if isLoaded {
          try Self.load(Self.users(50), into: store)
        } else {
          for user in Self.users(50) { try store.add(user, in: scope) }
        }
        try store.read { reader throws in
          for user in Self.users(50) {
            let found = try [
              reader.user(uid: user.uid, in: scope),
              reader.user(email: user.email ?? "", in: scope),
              reader.user(phoneNumber: user.phoneNumber ?? "", in: scope),
              reader.user(providerID: "google.com", rawID: user.links[0].rawID, in: scope),
              reader.user(passkey: user.passkeys[0].credentialID, in: scope),
            ]
            for other in found {
              #expect(other?.uid == user.uid && other?.secondFactors == user.secondFactors)
            }
          }
        }
        try store.close()
        schemas.append(try Self.schema(path))
      }
      #expect(schemas[0] == schemas[1] && schemas[0].contains { $0.contains("users_phone_number") })
    }
  }

  @Test func `an aborted load leaves an empty store with its indexes`() throws {
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    #expect(throws: Aborted.self) {
      try Self.load(Self.users(5), into: store, givesUp: true)
    }
    let scope = try store.scope()
    #expect(try store.read { try $0.userCount(in: scope) } == 0)
    try store.add(Self.users(1)[0], in: scope)
    #expect(throws: StoreError.self) { try store.add(Self.users(1)[0], in: scope) }
  }

  @Test func `conflicting users are found by their unique values`() throws {
    let cases: [(String, (inout User, User) -> Void)] = [
      ("localId", { $0.uid = $1.uid }), ("email", { $0.email = $1.email }),
      ("phoneNumber", { $0.phoneNumber = $1.phoneNumber }),
      ("the identity", { $0.links = $1.links }),
      ("the passkey", { $0.passkeys = $1.passkeys }),
    ]
    for (field, change) in cases {
      let store = try Store(Store.Configuration())
      defer { try? store.close() }
      var users = Self.users(4)
      change(&users[3], users[1])
      #expect(throws: UserLoad.HasConflicts.self) { try Self.load(users, into: store) }
      let conflicts = #expect(throws: UserConflicts.self) {
        try Self.load(users, into: store, keepsIndexes: true)
      }
      let found = try #require(conflicts?.all)
      #expect(found.count == 1 && "\(found[0].value)".hasPrefix(field), "\(field): \(found)")
      #expect(found[0].owner.uid == "u1")
    }
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    var users = Self.users(2)
    users[1].email = users[0].email
    try Self.load(users, into: store, allowsDuplicateEmails: true)
    let scope = try store.scope()
    #expect(try store.read { try $0.userCount(in: scope) } == 2)
  }
}
