import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Keys of users` {
  /// 10,000 changes in all.
  @Test(arguments: 1...20)
  func `each user is found by its keys and by no other, after any changes`(_ seed: Int) throws {
    try withPath { path in
      var run = try UserModel(seed: seed) { try Store(at: path) }
      for step in 0..<500 {
        try run.change()
        try run.checkOne("seed \(seed), step \(step)")
        if step % 20 == 19 { try run.checkAll("seed \(seed), step \(step)") }
      }
      try run.close()
      #expect(try Store.damage(ofFileAt: path) == nil)
    }
  }

  @Test func `a change from one spelling of a key to another is stored`() throws {
    let store = try Store()
    let scope = try store.scope()
    let (one, other) = ("\u{E9}@x.test", "e\u{301}@x.test")
    let link = { @Sendable text in ProviderLink(providerID: "google.com", rawID: text, email: text)
    }
    let original = try store.add(
      User(uid: "u", createdAt: noon, email: one, links: [link(one)]), in: scope)[0]
    try store.write { writer in
      var user = original
      (user.email, user.links) = (other, [link(other)])
      try writer.update(user, from: original, in: scope)
    }
    try store.read { reader throws in
      #expect(try reader.user(email: other, in: scope)?.key == original.key)
      #expect(try reader.user(providerID: "google.com", rawID: other, in: scope) != nil)
      #expect(try reader.user(email: one, in: scope) == nil)
      #expect(try reader.user(providerID: "google.com", rawID: one, in: scope) == nil)
    }
    try store.add(User(uid: "v", createdAt: noon, email: one, links: [link(one)]), in: scope)
  }

  @Test func `a change from one spelling of a name to another is stored`() throws {
    let store = try Store()
    let scope = try store.scope()
    func named(_ name: String, _ user: User) -> User {
      var user = user
      user.secondFactors = [SecondFactor(id: "f", kind: .phone("+15550100"), enrolledAt: noon)]
      user.secondFactors[0].displayName = name
      user.passkeys = [Passkey(credentialID: "AAAA", createdAt: noon)]
      user.passkeys[0].name = name
      return user
    }
    let (one, other) = ("\u{E9}", "e\u{301}")
    let original = try store.add(named(one, User(uid: "u", createdAt: noon)), in: scope)[0]
    let changed = named(other, original)
    try store.write { writer in try writer.update(changed, from: original, in: scope) }
    let stored = try #require(try store.read { reader in try reader.user(uid: "u", in: scope) })
    for name in [stored.secondFactors[0].displayName, stored.passkeys[0].name] {
      #expect(name.map { Array($0.utf8) } == Array(other.utf8))
    }
  }
}
