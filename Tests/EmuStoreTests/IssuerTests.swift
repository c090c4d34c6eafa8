import EmuStore
import Testing

@testable import EmuModel

@Suite final class `Issuers in the store`: StoreSuite {
  private static let ada = Person(
    issuer: "apple.com", subject: "001", email: "ada@example.com", emailVerified: false,
    name: PersonName(full: "Ada L", given: "Ada", family: "L"), picture: "http://x/p",
    hideEmail: true, relayEmail: "x@privaterelay.appleid.com", tenant: "t", claims: #"{"a":1}"#)

  private static func token(_ name: String, of consent: Consent) -> IssuerToken {
    IssuerToken(
      token: name, kind: name.hasSuffix("rt") ? .refresh : .access, consentKey: consent.key,
      clientID: "app", issuedAt: noon)
  }

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
      for name in ["at", "rt"] { try writer.insert(token(name, of: consent)) }
      return (person, consent)
    }
  }

  @Test func `issuers in the store end a consent with codes and tokens, and renew it`() throws {
    let (person, consent) = try Self.fill(store)
    let later = noon + .seconds(5)
    try store.write { writer in try writer.revoke(consent, at: later) }
    try store.read { reader throws in
      #expect(try reader.consent(key: consent.key)?.revokedAt == later)
      #expect(try reader.authorizationCode("c").map { $0.expiresAt < later } == true)
      for name in ["at", "rt"] {
        #expect(try reader.issuerToken(name)?.revokedAt == later, "\(name)")
      }
    }
    let (again, isFirst) = try store.write { writer in
      try writer.authorize(person, client: "app", at: later)
    }
    #expect(isFirst && again.key == consent.key && again.isActive)
    #expect(
      try !store.write { try $0.authorize(person, client: "app", at: later + .seconds(2)) }.isFirst)
    try store.write { writer in
      try writer.insert(
        AuthorizationCode(
          code: "c2", consentKey: again.key, clientID: "app", issuedAt: later, expiresAt: later))
      for name in ["new at", "new rt"] { try writer.insert(Self.token(name, of: again)) }
    }
    try store.read { reader throws in
      #expect(try reader.authorizationCode("c2")?.expiresAt == later)
      for name in ["new at", "new rt"] {
        #expect(try reader.issuerToken(name)?.revokedAt == nil, "\(name)")
      }
      #expect(try reader.issuerToken("rt")?.revokedAt == later, "a revoked token remains revoked")
    }
  }

  @Test func `issuers in the store end the refresh tokens of a person, and nothing else`() throws {
    let (person, consent) = try Self.fill(store)
    try store.write { writer in
      try writer.revokeRefreshTokens(of: person, at: noon)
      try writer.insert(Self.token("next rt", of: consent))
    }
    try store.read { reader throws in
      #expect(try reader.issuerToken("rt")?.revokedAt == noon)
      #expect(try reader.issuerToken("at")?.revokedAt == nil)
      #expect(try reader.issuerToken("next rt")?.revokedAt == nil)
      #expect(try reader.authorizationCode("c")?.expiresAt == noon + .seconds(300))
      #expect(try reader.consent(key: consent.key)?.isActive == true)
    }
  }

  @Test func `issuers in the store delete a person's data, also when another follows`() throws {
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
    let error = #expect(throws: StoreError.self) {
      try store.write { writer in
        try writer.insert(
          AuthorizationCode(
            code: "c", consentKey: 99, clientID: "app", issuedAt: noon, expiresAt: noon))
      }
    }
    #expect(error?.code == .conflict)
  }

  @Test func `issuers in the store find a project's person before the shared one`() throws {
    let keys = [0, try store.project(making: "p").key, try store.project(making: "q").key]
    let scopes = keys.map { PeopleScope(projectKey: $0, issuer: "google.com") }
    try store.write { writer in
      for (scope, name) in zip(scopes, ["shared", "own"]) {
        _ = try writer.upsert(
          Person(issuer: "google.com", subject: "s", email: "e@x.y", name: PersonName(full: name)),
          in: scope)
      }
    }
    try store.read { reader throws in
      #expect(try reader.people(in: scopes[1]).map(\.name.full) == ["own", "shared"])
      #expect(try reader.person(subject: "s", in: scopes[1])?.name.full == "own")
      #expect(try reader.person(email: "e@x.y", in: scopes[1])?.name.full == "own")
      #expect(try reader.person(subject: "s", in: scopes[2])?.name.full == "shared")
    }
  }
}
