import EmuStore
import Testing

@testable import EmuModel

@Suite struct `Issuers in the store` {
  private static let ada = Person(
    issuer: "apple.com", subject: "001", email: "ada@example.com", emailVerified: false,
    name: PersonName(full: "Ada L", given: "Ada", family: "L"), picture: "http://x/p",
    hideEmail: true, relayEmail: "x@privaterelay.appleid.com", tenant: "t", claims: #"{"a":1}"#)

  /// Stores a person with a grant, a code and two tokens.
  @discardableResult
  private static func fill(_ store: Store) throws -> (person: Person, consent: Consent) {
    let scope = PeopleScope(projectKey: try store.project(making: "p").key, issuer: "apple.com")
    return try store.write { writer in
      let person = try writer.upsert(ada, in: scope)
      let (consent, isFirst) = try writer.authorize(person, client: "app", at: noon)
      #expect(isFirst)
      try writer.insert(
        AuthorizationCode(
          code: "c", consentKey: consent.key, clientID: "app", redirectURI: "http://r", nonce: "n",
          scope: "name email", extraClaims: "{}", issuedAt: noon, expiresAt: noon + .seconds(300)))
      try writer.insert(
        IssuerToken(
          token: "at", kind: .access, consentKey: consent.key, clientID: "app", scope: "email",
          issuedAt: noon, expiresAt: noon + .seconds(3600)))
      try writer.insert(
        IssuerToken(
          token: "rt", kind: .refresh, consentKey: consent.key, clientID: "app", issuedAt: noon))
      return (person, consent)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `issuers in the store keep people, consents, codes and tokens`(_ kind: StoreKind) throws {
    try kind.check { store in
      try Self.fill(store)
    } _: { store, kept in
      let scope = PeopleScope(projectKey: try store.project(making: "p").key, issuer: "apple.com")
      try store.read { reader throws in
        var expected = Self.ada
        expected.key = kept.person.key
        #expect(try reader.person(subject: "001", in: scope) == expected)
        #expect(try reader.person(email: "ada@example.com", in: scope) == expected)
        #expect(try reader.person(key: expected.key) == expected)
        #expect(try reader.consent(of: expected, client: "app") == kept.consent)
        #expect(try reader.consent(key: kept.consent.key) == kept.consent)
        #expect(try reader.consents(of: expected) == [kept.consent])
        let code = try #require(try reader.authorizationCode("c"))
        #expect(code.redirectURI == "http://r")
        #expect(code.nonce == "n")
        #expect(code.expiresAt == noon + .seconds(300))
        #expect(code.usedAt == nil)
        #expect(try reader.issuerToken("at")?.kind == .access)
        #expect(try reader.issuerToken("rt")?.kind == .refresh)
        #expect(try reader.issuerToken("rt")?.expiresAt == nil)
        #expect(try reader.issuerToken("xx") == nil)
      }
    }
  }

  @Test func `issuers in the store end a consent with its codes and tokens, and can renew it`()
    throws
  {
    let store = try Store(Store.Configuration())
    let (person, consent) = try Self.fill(store)
    let later = noon + .seconds(5)
    try store.write { writer in try writer.revoke(consent, at: later) }
    try store.read { reader throws in
      #expect(try reader.consent(key: consent.key)?.revokedAt == later)
      #expect(try reader.authorizationCode("c").map { $0.expiresAt < later } == true)
      #expect(try reader.issuerToken("at")?.revokedAt == later)
      #expect(try reader.issuerToken("rt")?.revokedAt == later)
    }
    let (again, isFirst) = try store.write { writer in
      try writer.authorize(person, client: "app", at: later + .seconds(1))
    }
    #expect(isFirst)
    #expect(again.key == consent.key)
    #expect(again.isActive)
    let (_, isFirstAgain) = try store.write { writer in
      try writer.authorize(person, client: "app", at: later + .seconds(2))
    }
    #expect(!isFirstAgain)
    // Revoked tokens remain revoked.
    #expect(try store.read { try $0.issuerToken("rt") }?.revokedAt == later)
  }

  @Test func `issuers in the store issue valid tokens in the next round of a consent`() throws {
    let store = try Store(Store.Configuration())
    let (person, consent) = try Self.fill(store)
    try store.write { writer in
      try writer.revoke(consent, at: noon)
      let (again, _) = try writer.authorize(person, client: "app", at: noon)
      try writer.insert(
        AuthorizationCode(
          code: "c2", consentKey: again.key, clientID: "app", issuedAt: noon, expiresAt: noon))
      for kind in [IssuerToken.Kind.access, .refresh] {
        try writer.insert(
          IssuerToken(
            token: "new \(kind)", kind: kind, consentKey: again.key, clientID: "app",
            issuedAt: noon))
      }
    }
    try store.read { reader throws in
      #expect(try reader.authorizationCode("c2")?.expiresAt == noon)
      #expect(try reader.issuerToken("new access")?.revokedAt == nil)
      #expect(try reader.issuerToken("new refresh")?.revokedAt == nil)
      #expect(try reader.issuerToken("rt")?.revokedAt == noon)
    }
  }

  @Test func `issuers in the store end the refresh tokens of a person, and nothing else`() throws {
    let store = try Store(Store.Configuration())
    let (person, consent) = try Self.fill(store)
    try store.write { writer in
      try writer.revokeRefreshTokens(of: person, at: noon)
      try writer.insert(
        IssuerToken(
          token: "next", kind: .refresh, consentKey: consent.key, clientID: "app", issuedAt: noon))
    }
    try store.read { reader throws in
      #expect(try reader.issuerToken("rt")?.revokedAt == noon)
      #expect(try reader.issuerToken("at")?.revokedAt == nil)
      #expect(try reader.issuerToken("next")?.revokedAt == nil)
      #expect(try reader.authorizationCode("c")?.expiresAt == noon + .seconds(300))
      #expect(try reader.consent(key: consent.key)?.isActive == true)
    }
  }

  @Test func `issuers in the store delete everything of a person, also when another follows`()
    throws
  {
    let store = try Store(Store.Configuration())
    let (person, consent) = try Self.fill(store)
    try store.write { writer in try writer.delete(person) }
    let scope = PeopleScope(projectKey: try store.project(making: "p").key, issuer: "apple.com")
    let other = try store.write { writer in
      try writer.authorize(try writer.upsert(Self.ada, in: scope), client: "app", at: noon).consent
    }
    try store.read { reader throws in
      #expect(try reader.consent(key: consent.key) == nil)
      #expect(other.key != consent.key)
      #expect(try reader.authorizationCode("c") == nil)
      #expect(try reader.issuerToken("at") == nil)
      #expect(try reader.issuerToken("rt") == nil)
    }
  }

  @Test func `issuers in the store reject a code of a consent that does not exist`() throws {
    let store = try Store(Store.Configuration())
    let error = #expect(throws: StoreError.self) {
      try store.write { writer in
        try writer.insert(
          AuthorizationCode(
            code: "c", consentKey: 99, clientID: "app", issuedAt: noon, expiresAt: noon))
      }
    }
    #expect(error?.code == .conflict)
  }

  @Test func `issuers in the store list a project's people before the shared ones`() throws {
    let store = try Store(Store.Configuration())
    let own = PeopleScope(projectKey: try store.project(making: "p").key, issuer: "google.com")
    let shared = PeopleScope(projectKey: 0, issuer: "google.com")
    let other = PeopleScope(projectKey: try store.project(making: "q").key, issuer: "google.com")
    try store.write { writer in
      for (scope, name) in [(shared, "shared"), (own, "own")] {
        _ = try writer.upsert(
          Person(
            issuer: "google.com", subject: "s", email: "e@x.y", name: PersonName(full: name)),
          in: scope)
      }
    }
    try store.read { reader throws in
      #expect(try reader.people(in: own).map(\.name.full) == ["own", "shared"])
      #expect(try reader.person(subject: "s", in: own)?.name.full == "own")
      #expect(try reader.person(email: "e@x.y", in: own)?.name.full == "own")
      #expect(try reader.person(subject: "s", in: other)?.name.full == "shared")
    }
    try store.write { writer in try writer.resetAll(in: store) }
    #expect(try store.read { try $0.people(in: other) }.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `issuers in the store keep signing keys and their state`(_ kind: StoreKind) throws {
    @Sendable func key(_ kid: String, _ state: String) -> StoredSigningKey {
      StoredSigningKey(
        issuer: "apple.com", kid: kid, algorithm: "RS256", privateKey: [0, 255, 1], state: state,
        createdAt: noon)
    }
    try kind.check { store in
      try store.write { writer in
        for kid in ["k2", "k1", "k3"] { try writer.insert(key(kid, "active")) }
        try writer.setSigningKeyState("retired", kid: "k2")
        try writer.deleteSigningKey(kid: "k3")
      }
    } _: { store, _ in
      let keys = try store.read { try $0.signingKeys() }
      #expect(keys == [key("k2", "retired"), key("k1", "active")])
    }
  }

  @Test(arguments: StoreKind.allCases, [noon, nil])
  func `issuers in the store keep the clock with the data that it stamped`(
    _ kind: StoreKind, _ frozenAt: Timestamp?
  ) throws {
    let state = EmulatorClock.State(offsetMilliseconds: -5, frozenAt: frozenAt)
    try kind.check { store in
      #expect(try store.read { try $0.clockState() } == EmulatorClock.State())
      try store.write { writer in try writer.store(state) }
    } _: { store, _ throws in
      #expect(try store.read { try $0.clockState() } == state)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `issuers in the store keep the progress of request tokens, and secrets of access tokens`(
    _ kind: StoreKind
  ) throws {
    try kind.check { store in
      let (_, consent) = try Self.fill(store)
      let token = RequestToken(
        token: "rq", secret: "s", issuer: "twitter.com", clientID: "app", project: "p",
        callback: "http://r", expiresAt: noon + .seconds(900))
      try store.write { writer in try writer.insert(token) }
      try store.write { writer in
        var changed = token
        changed.verifier = "v"
        changed.consentKey = consent.key
        changed.usedAt = noon
        try writer.update(changed)
        try writer.insert(
          IssuerToken(
            token: "signing", kind: .access, consentKey: consent.key, clientID: "app",
            issuedAt: noon,
            secret: "its own"))
        #expect(try !writer.markSeen(nonce: "n", now: noon, expiresAt: noon + .seconds(300)))
      }
    } _: { store, _ in
      let token = try store.read { reader in try reader.requestToken("rq") }
      #expect(token?.secret == "s")
      #expect(token?.verifier == "v")
      #expect(token?.usedAt == noon)
      #expect(try store.read { try $0.issuerToken("signing") }?.secret == "its own")
      #expect(try store.read { try $0.issuerToken("at") }?.secret == nil)
      try store.write { writer in
        #expect(try writer.markSeen(nonce: "n", now: noon, expiresAt: noon + .seconds(300)))
        let later = noon + .seconds(300)
        #expect(try !writer.markSeen(nonce: "n", now: later, expiresAt: later + .seconds(1)))
        try writer.resetAll(in: store)
        #expect(try writer.reader.requestToken("rq") == nil)
      }
    }
  }
}
