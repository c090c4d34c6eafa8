import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Users in the store` {
  private static let full = User(
    uid: "u1", createdAt: noon, email: "ada@example.com", emailVerified: true,
    emailLinkSignIn: true, initialEmail: "first@example.com",
    texts: UserTexts(displayName: "Ada \u{0} 👩‍💻", photoURL: "http://x/y", screenName: "ada"),
    phoneNumber: "+15550100",
    password: StoredPassword(
      hash: "aGFzaA", salt: "c2FsdA", algorithm: #"{"name":"SCRYPT"}"#, updatedAt: noon),
    disabled: true, customAuth: true, customAttributes: #"{"role":"admin"}"#,
    validSince: noon.seconds, lastLoginAt: noon + .seconds(1),
    lastRefreshAt: noon + .milliseconds(1500),
    links: [
      ProviderLink(
        providerID: "apple.com", rawID: "001", email: "relay@privaterelay.appleid.com",
        displayName: "A", photoURL: "http://x/a", screenName: "a"),
      ProviderLink(providerID: "google.com", rawID: "g1"),
    ],
    secondFactors: [
      SecondFactor(id: "z", kind: .phone("+15550101"), enrolledAt: noon, displayName: "my phone"),
      SecondFactor(id: "a", kind: .totp(secret: "MY"), enrolledAt: noon, lastStep: 7),
    ])

  @Test func `users in the store that are read without their passkeys keep them`() throws {
    let store = try Store()
    let scope = try store.scope()
    var user = User(uid: "u", createdAt: noon)
    user.passkeys = [Passkey(credentialID: "c", createdAt: noon)]
    try store.add(user, in: scope)
    try store.write { writer throws in
      let brief = try #require(try writer.reader.withoutPasskeys.user(uid: "u", in: scope))
      #expect(brief.passkeys.isEmpty && brief.hasPasskeys && !brief.isAnonymous)
      var changed = brief
      changed.displayName = "Ann"
      try writer.update(changed, from: brief, in: scope)
    }
    let found = try store.read { try $0.user(passkey: "c", in: scope) }
    #expect(found?.displayName == "Ann")
    #expect(found?.passkeys == user.passkeys)
  }

  @Test func `users of one creation time are sorted in the order of their storage`() throws {
    let store = try Store()
    let scope = try store.scope()
    let uids = ["m", "z", "a"]
    for uid in uids { try store.add(User(uid: uid, createdAt: noon), in: scope) }
    for (key, descending, expected) in [
      (.createdAt, false, uids), (.createdAt, true, uids.reversed()),
      (.name, false, uids.sorted()), (.name, true, uids.sorted()),
    ] as [(ReadTransaction.SortKey, Bool, [String])] {
      let users = try store.read { reader in
        try reader.users(in: scope, sortedBy: key, descending: descending, offset: 0, limit: 10)
      }
      #expect(users.map(\.uid) == expected, "\(key) \(descending)")
    }
  }

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
        #expect(try reader.user(initialEmail: "first@example.com", in: scope) == expected)
        #expect(try reader.user(email: "first@example.com", in: scope) == nil)
        #expect(try reader.user(uid: "u2", in: scope) == stored[1])
        #expect(try reader.user(uid: "U1", in: scope) == nil)
        #expect(try reader.userCount(in: scope) == 2)
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `links are read in the order of their providers`(kind: StoreKind) throws {
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
  func `unreadable links are damage of the file, and are reported`(_ text: String) throws {
    try withPath { path in
      let store = try Store(at: path)
      let scope = try store.scope()
      try store.add(User(uid: "u1", createdAt: noon), in: scope)
      try store.write { writer in
        try writer.connection.run("UPDATE users SET links = ?", values: [.text(text)])
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
      #expect(try store.read { try $0.user(uid: "u1", in: scope) } == changed)
    }
  }

  @Test func `users in the store belong to one project or tenant only`() throws {
    let store = try Store()
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
}
