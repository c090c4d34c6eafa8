import EmuIssuers
import EmuJSON
import Testing

@testable import EmuIdentity
@testable import EmuModel

/// The claims of the providers' ID tokens.
@Suite struct `provider claims` {
  static let now = Timestamp(seconds: 1_800_000_000)

  static func subject(
    _ person: Person, provider: any IdentityProvider, seed: String = ""
  ) -> TokenSubject {
    TokenSubject(
      person: person, clientID: "client", issuer: "https://issuer.example", nonce: "n",
      issuedAt: now, expiresAt: now + provider.idTokenLifetime(for: person), authTime: now,
      pairwiseSeed: seed)
  }

  static func person(_ issuer: String, tenant: String? = nil) -> Person {
    Person(
      issuer: issuer, subject: "s1", email: "ann@example.com",
      name: PersonName(full: "Ann Lee", given: "Ann", family: "Lee"),
      picture: "https://example.com/p.png", tenant: tenant)
  }

  @Test(arguments: [
    ("apple.com", "sub nonce_supported email email_verified auth_time"),
    ("google.com", "sub azp email email_verified name given_name family_name picture"),
    ("microsoft.com", "sub nbf ver oid tid name preferred_username email"),
    ("oidc.corp", "sub auth_time email email_verified name given_name family_name picture"),
  ])
  func `a token has exactly the claims that the provider sends`(id: String, names: String) {
    let provider = ProviderSites.standard.providers.provider(id)
    let claims = provider.tokenClaims(for: Self.subject(Self.person(id), provider: provider))
    let always = ["iss", "aud", "iat", "exp", "nonce"]
    #expect(Set(claims.keys) == Set(always + names.split(separator: " ").map(String.init)))
    #expect(claims["email_verified"]?.bool == (id == "microsoft.com" ? nil : true))
  }

  @Test func `Microsoft's subject is the base64url of a hash`() {
    // SHA-256 of "abc" (FIPS 180-2, appendix B.1), and its base64url by RFC 4648 §5.
    let claims = Microsoft().tokenClaims(
      for: Self.subject(
        Self.person("microsoft.com"), provider: Microsoft(),
        seed: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(claims["sub"] == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
    #expect(claims["oid"] == "s1")
  }

  @Test(
    arguments: [
      (nil, "0123456789abcdef", "00000000-0000-0000-0123-456789abcdef", Microsoft.consumerTenant),
      (
        "consumers", "00000000-0000-0000-0123-456789abcdef",
        "00000000-0000-0000-0123-456789abcdef", Microsoft.consumerTenant
      ),
      (
        nil, "8eaef023-2b34-4da1-9baa-8bc8c9d6a490", "8eaef023-2b34-4da1-9baa-8bc8c9d6a490",
        Microsoft.defaultTenant
      ),
      ("contoso.example", "x", "x", Microsoft.defaultTenant),
      // Sixteen bytes, which only look like digits.
      (
        nil, "\u{FF10}\u{FF11}\u{FF12}\u{FF13}4567", "\u{FF10}\u{FF11}\u{FF12}\u{FF13}4567",
        Microsoft.defaultTenant
      ),
    ])
  func `a Microsoft person has the object id and tenant of its kind`(
    tenant: String?, subject: String, oid: String, tid: String
  ) {
    var person = Person(issuer: "microsoft.com", subject: subject, tenant: tenant)
    Microsoft().complete(&person, IDGenerator(randomBytes: { Array(repeating: 1, count: $0) }))
    #expect(person.subject == oid)
    #expect(person.tenant == tid)
  }

  @Test(arguments: ["nowhere", "", "a..b", "a/b.c", "{tenantid}"])
  func `a text of another form names no tenant`(name: String) {
    #expect(MicrosoftTenant(name) == nil)
  }

  @Test func `a person's own claims are added, and a null removes one`() {
    var person = Self.person("oidc.corp")
    person.claims = #"{"groups":["a"],"name":null,"email_verified":"true"}"#
    let provider = GenericOIDC(id: "oidc.corp")
    let claims = provider.tokenClaims(for: Self.subject(person, provider: provider))
    #expect(claims["groups"] == ["a"])
    #expect(claims["name"] == nil)
    #expect(claims["email_verified"] == "true")
  }
}
