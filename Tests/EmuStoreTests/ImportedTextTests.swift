import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `The text of an imported user` {
  private static var user: User {
    User(
      uid: "ann", createdAt: noon, email: "ann@x.test", texts: UserTexts(displayName: "\u{C4}nn"),
      phoneNumber: "+15550100",
      password: StoredPassword(hash: "aGFzaA", salt: nil, updatedAt: noon),
      links: [
        ProviderLink(providerID: "oidc.corp", rawID: "c"),
        ProviderLink(providerID: "google.com", rawID: "g", email: "ann@x.test"),
      ], providerOrder: ["google.com", "password"],
      secondFactors: [SecondFactor(id: "m", kind: .phone("+15550101"), enrolledAt: noon)],
      passkeys: [
        Passkey(credentialID: "b", createdAt: noon),
        Passkey(credentialID: "a", createdAt: Timestamp(seconds: noon.seconds + 1)),
      ])
  }

  private static let changes: [@Sendable (inout User) -> Void] = [
    { $0.displayName = nil }, { $0.displayName = "A\u{308}nn" }, { $0.email = "bob@x.test" },
    { $0.emailVerified = true },
    { $0.disabled = true }, { $0.lastLoginAt = noon }, { $0.removePassword() },
    { $0.phoneNumber = "+15550102" }, { $0.links[0].screenName = "ann" }, { $0.links = [] },
    { $0.secondFactors[0].displayName = "phone" }, { $0.secondFactors = [] },
    { $0.passkeys[1].name = "key" }, { $0.passkeys = [] }, { $0.customAttributes = "{}" },
  ]

  private let store: Store
  private let scope: AccountScope

  init() throws {
    store = try Store()
    scope = try store.scope()
  }

  private func text() throws -> String? {
    try store.read { reader in
      try reader.importedText(of: #require(try reader.user(uid: "ann", in: scope)))
    }
  }

  @Test(arguments: changes.indices)
  func `the text of an imported user is kept until one of its values changes`(_ index: Int) throws {
    try store.write { _ = try $0.store(Self.user, importedFrom: "text", in: scope) }
    #expect(try text() == "text")
    let stored = try #require(try store.read { try $0.user(uid: "ann", in: scope) })
    var changed = stored
    Self.changes[index](&changed)
    let user = changed
    try store.write { _ = try $0.store(user, over: stored, in: scope) }
    #expect(try text() == nil)
  }

  @Test func `a sign-in changes an imported user, and a write of equal values does not`() throws {
    try store.write { _ = try $0.store(Self.user, importedFrom: "text", in: scope) }
    let stored = try #require(try store.read { try $0.user(uid: "ann", in: scope) })
    try store.write { _ = try $0.store(stored, over: stored, in: scope) }
    #expect(try text() == "text")
    try store.write { try $0.touch(stored) }
    #expect(try text() == nil)
  }

  @Test func `a user that no folder contained has no text`() throws {
    try store.write { _ = try $0.store(Self.user, in: scope) }
    #expect(try text() == nil)
  }
}
