import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Users in the store` {
  /// A user with every field filled.
  private static let full = User(
    uid: "u1", createdAt: noon, email: "ada@example.com", emailVerified: true,
    emailLinkSignIn: true,
    initialEmail: "first@example.com",
    texts: UserTexts(displayName: "Ada \u{0} 👩‍💻", photoURL: "http://x/y", screenName: "ada"),
    phoneNumber: "+15550100",
    password: StoredPassword(
      hash: "aGFzaA", salt: "c2FsdA", algorithm: #"{"name":"SCRYPT"}"#, updatedAt: noon),
    disabled: true, customAuth: true,
    customAttributes: #"{"role":"admin"}"#, validSince: noon.seconds,
    lastLoginAt: noon + .seconds(1),
    lastRefreshAt: noon + .milliseconds(1500),
    links: [
      ProviderLink(
        providerID: "apple.com", rawID: "001", email: "relay@privaterelay.appleid.com",
        displayName: "A", photoURL: "http://x/a", screenName: "a"),
      ProviderLink(providerID: "google.com", rawID: "g1"),
    ],
    secondFactors: [
      SecondFactor(
        id: "z", kind: .phone("+15550101"), enrolledAt: noon, displayName: "my phone"),
      SecondFactor(id: "a", kind: .totp(secret: "MY"), enrolledAt: noon, lastStep: 7),
    ])

  @Test(arguments: StoreKind.allCases)
  func `users in the store are read as they were stored`(_ kind: StoreKind) throws {
    try kind.check { store in
      try store.add(Self.full, User(uid: "u2", createdAt: noon), in: store.scope())
    } _: { store, stored in
      let scope = try store.scope()
      try store.read { reader throws in
        var expected = Self.full
        expected.key = stored[0].key
        expected.providerOrder = expected.providers
        #expect(try reader.user(uid: "u1", in: scope) == expected)
        #expect(try reader.user(uid: "u2", in: scope) == stored[1])
        #expect(try reader.user(uid: "U1", in: scope) == nil)
        #expect(try reader.userCount(in: scope) == 2)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `links are read in the order of their providers, whatever they contain`(
    _ kind: StoreKind
  ) throws {
    let odd = "\u{0}-3:é 👩‍💻\n\"[\\"
    let links = [
      ProviderLink(providerID: "apple.com", rawID: odd, displayName: odd),
      ProviderLink(providerID: "github.com", rawID: "", email: "", photoURL: "-", screenName: "1:"),
      ProviderLink(providerID: "oidc.é", rawID: "12345678901234567890"),
    ]
    try kind.check { store in
      var user = User(uid: "u1", createdAt: noon)
      for link in links.reversed() { user.upsert(link) }
      try store.add(user, in: store.scope())
    } _: { store, _ in
      let scope = try store.scope()
      try store.read { reader throws in
        #expect(try reader.user(uid: "u1", in: scope)?.links == links)
        #expect(try reader.users(in: scope, after: nil, limit: 2).map(\.links) == [links])
        let listed = try links.flatMap { link in
          try reader.links(ofProvider: link.providerID, in: scope, limit: 2)
        }
        #expect(listed == links)
      }
    }
  }

  @Test(arguments: ["", "x", "-", "1:a", "1:a1:b----1:c", "-1:b----"])
  func `unreadable links are damage of the file, and are reported`(
    _ text: String
  ) throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let store = try Store(Store.Configuration(path: path))
      let scope = try store.scope()
      try store.add(User(uid: "u1", createdAt: noon), in: scope)
      try store.write { writer in
        try writer.connection.run("UPDATE users SET links = ?", .text(text))
      }
      let error = #expect(throws: StoreError.self) {
        try store.read { try $0.user(uid: "u1", in: scope) }
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("--recover") == true)
      try store.close()
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `users in the store are found by every key that names them`(_ kind: StoreKind) throws {
    try kind.check { store in
      try store.add(Self.full, in: store.scope())
    } _: { store, _ in
      let scope = try store.scope()
      try store.read { reader throws in
        #expect(try reader.user(email: "ada@example.com", in: scope)?.uid == "u1")
        #expect(try reader.user(initialEmail: "first@example.com", in: scope)?.uid == "u1")
        #expect(try reader.user(phoneNumber: "+15550100", in: scope)?.uid == "u1")
        #expect(try reader.user(providerID: "google.com", rawID: "g1", in: scope)?.uid == "u1")
        #expect(try reader.user(providerID: "google.com", rawID: "001", in: scope) == nil)
        #expect(try reader.user(email: "first@example.com", in: scope) == nil)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `users in the store change field by field, links included`(_ kind: StoreKind) throws {
    var changed = Self.full
    try kind.check { store in
      let scope = try store.scope()
      let original = try store.add(Self.full, in: scope)[0]
      changed = original
      changed.email = nil
      changed.password = nil
      changed.phoneNumber = nil
      changed.unlink(["apple.com"])
      changed.upsert(ProviderLink(providerID: "google.com", rawID: "g2"))
      changed.upsert(ProviderLink(providerID: "github.com", rawID: "h1"))
      changed.providerOrder = changed.providers
      let update = changed
      changed.links.sort { $0.providerID < $1.providerID }
      try store.write { writer in try writer.update(update, from: original, in: scope) }
    } _: { store, _ in
      let scope = try store.scope()
      try store.read { reader throws in
        #expect(try reader.user(uid: "u1", in: scope) == changed)
        #expect(try reader.user(email: "ada@example.com", in: scope) == nil)
        #expect(try reader.user(phoneNumber: "+15550100", in: scope) == nil)
        #expect(try reader.user(providerID: "google.com", rawID: "g1", in: scope) == nil)
        #expect(try reader.user(providerID: "apple.com", rawID: "001", in: scope) == nil)
        #expect(try reader.user(providerID: "google.com", rawID: "g2", in: scope)?.uid == "u1")
      }
    }
  }

  @Test func `users in the store are deleted with their links`() throws {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    let user = try store.add(Self.full, in: scope)[0]
    try store.write { writer in try writer.delete(user, in: scope) }
    // The identity is free again: another user may have it.
    try store.add(
      User(
        uid: "u2", createdAt: noon, links: [ProviderLink(providerID: "google.com", rawID: "g1")]),
      in: scope)
    try store.read { reader throws in
      #expect(try reader.user(uid: "u1", in: scope) == nil)
      #expect(try reader.user(providerID: "google.com", rawID: "g1", in: scope)?.uid == "u2")
      #expect(try reader.user(providerID: "apple.com", rawID: "001", in: scope) == nil)
    }
  }

  @Test func `users in the store belong to one project or tenant only`() throws {
    let store = try Store(Store.Configuration())
    let project = try store.project(making: "p")
    let tenant = try store.write { writer in try writer.insertTenant("t", in: project) }
    let scopes = [
      try store.scope("p"), try store.scope("q"), AccountScope(project: project, tenant: tenant),
    ]
    for scope in scopes { try store.add(Self.full, in: scope) }
    try store.write { writer in try writer.deleteUsers(in: scopes[0], of: store) }
    try store.read { reader throws in
      #expect(try reader.userCount(in: scopes[0]) == 0)
      #expect(try reader.userCount(in: scopes[1]) == 1)
      #expect(try reader.user(uid: "u1", in: scopes[2])?.tenantID == "t")
    }
  }

  @Test(arguments: [
    User(uid: "u1", createdAt: noon),
    User(
      uid: "u2", createdAt: noon, links: [ProviderLink(providerID: "google.com", rawID: "g1")]),
  ])
  func `users in the store are rejected when they would repeat an id or an identity`(_ rival: User)
    throws
  {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    try store.add(Self.full, in: scope)
    let error = #expect(throws: StoreError.self) { try store.add(rival, in: scope) }
    #expect(error?.code == .conflict)
    #expect(try store.read { try $0.userCount(in: scope) } == 1)
  }

  @Test func `users in the store with one address are found by age`() throws {
    let store = try Store(Store.Configuration())
    var scope = try store.scope()
    scope.allowsDuplicateEmails = true
    try store.add(
      User(uid: "z", createdAt: noon, email: "a@b.c"),
      User(uid: "a", createdAt: noon, email: "a@b.c"), in: scope)
    #expect(try store.read { try $0.user(email: "a@b.c", in: scope) }?.uid == "z")
  }

  @Test(
    arguments: [
      ("z", "a@b.c", "z", "z"), ("y", "a@b.c", "y", "z"), ("x", "a@b.c", "x", "z"),
      ("x", "x@b.c", "x", "x"), ("z", "x@b.c", "z", "x"), ("y", "no@b.c", "y", nil),
      ("w", "a@b.c", "w", "z"), ("unknown", "a@b.c", nil, "z"), ("unknown", "no@b.c", nil, nil),
    ] as [(String, String, String?, String?)])
  func `the owner of an address is the oldest, whichever user owns the identity beside it`(
    rawID: String, email: String, ofIdentity: String?, ofEmail: String?
  ) throws {
    let store = try Store(Store.Configuration())
    var scope = try store.scope()
    scope.allowsDuplicateEmails = true
    for (uid, email) in [("z", "a@b.c"), ("y", "a@b.c"), ("x", "x@b.c"), ("w", nil)] {
      var user = User(uid: uid, createdAt: noon, email: email)
      user.upsert(ProviderLink(providerID: "google.com", rawID: uid, email: email))
      user.upsert(ProviderLink(providerID: "apple.com", rawID: "a-\(uid)"))
      _ = try store.add(user, in: scope)
    }
    let (identityOwner, emailOwner) = try store.read { reader in
      (
        try reader.user(providerID: "google.com", rawID: rawID, in: scope),
        try reader.user(email: email, in: scope)
      )
    }
    #expect(identityOwner?.uid == ofIdentity)
    #expect(identityOwner?.links.count == ofIdentity.map { _ in 2 })
    #expect(emailOwner?.uid == ofEmail)
  }

  /// An address is searched among the users' own and those of their links; a link's is indexed only
  /// where it is not the user's own as well.
  @Test func `A user is found by an address of a link before and after the own address changes`()
    throws
  {
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    let scope = try store.scope()
    func uids(_ email: String) throws -> [String] {
      try store.read { try $0.users(anyEmail: email, in: scope) }.map(\.uid)
    }
    var user = User(uid: "u1", createdAt: noon, email: "ada@example.com")
    user.upsert(ProviderLink(providerID: "google.com", rawID: "g", email: "ada@example.com"))
    user.upsert(ProviderLink(providerID: "github.com", rawID: "h", email: "ada@work.example"))
    let first = try #require(try store.add(user, in: scope).first)
    for email in ["ada@example.com", "ada@work.example"] { #expect(try uids(email) == ["u1"]) }

    var moved = first
    moved.email = "ada@work.example"
    let second = moved
    try store.write { writer in try writer.update(second, from: first, in: scope) }
    for email in ["ada@example.com", "ada@work.example"] { #expect(try uids(email) == ["u1"]) }

    var unlinked = second
    unlinked.unlink(["google.com"])
    let third = unlinked
    try store.write { writer in try writer.update(third, from: second, in: scope) }
    #expect(try uids("ada@example.com") == [])
    #expect(try uids("ada@work.example") == ["u1"])
  }
}
