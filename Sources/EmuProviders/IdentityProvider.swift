package import EmuJSON
package import EmuModel

/// A sign-in provider: what its tokens say, how they are read, and how far it is trusted.
///
/// One folder per provider, and one line in `ProviderSites.standard` (EmuIssuers); issuers, backend,
/// seeds and tests read that table. What few providers have are abilities (`Abilities/`): optional
/// values and small protocols.
package protocol IdentityProvider: Sendable {
  /// The provider id, such as `apple.com`.
  var id: String { get }

  /// How far production trusts the provider about e-mail addresses.
  var standing: TrustRule.Standing { get }

  /// Whether the backend compares the token's nonce with the request's.
  var checksNonce: Bool { get }

  /// Whether a second factor can follow a sign-in with the provider.
  var isFirstFactor: Bool { get }

  /// Whether the backend takes the provider's ID tokens from clients.
  var acceptsIDTokens: Bool { get }

  /// The end of the addresses behind which people may hide theirs from apps, with its `@`; nil where
  /// nobody can.
  var relayDomain: String? { get }

  /// Refuses a person whom this provider could not have.
  func check(_ person: AccountDocument) throws(DocumentError)

  /// What the fake issuer of this provider does; nil when there is none.
  var issuer: IssuerTraits? { get }

  /// The id in the form that `signInWithIdp` answers.
  func federatedID(rawID: String) -> String

  /// Reads the claims of one of our own tokens into production's shape.
  ///
  /// - Throws: what is missing or of the wrong type.
  func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile

  /// Reads claims in clear, which anybody can write, as the official emulator does.
  ///
  /// - Throws: what is missing or of the wrong type.
  func profile(fromClear claims: JSONObject) throws(ClaimError) -> IdpProfile

  /// Whether tokens for these scopes come with an ID token.
  func sendsIDToken(for scopes: Scopes) -> Bool

  /// The claims of an ID token for a person.
  func idTokenClaims(for subject: TokenSubject) -> JSONObject

  /// What a client sees of a person whose consent covers some scopes.
  func shared(_ person: Person, _ scopes: Scopes) -> Person

  /// The profile that the backend reads of a person whom our own issuer vouches for.
  ///
  /// - Parameters:
  ///   - person: with all that the issuer has.
  ///   - claims: those of the ID token that a code of the same sign-in gives.
  ///   - scopes: what the consent covers.
  /// - Throws: what is missing or of the wrong type.
  func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile

  /// Whether `auth_time` is there only where the request asked for it (OpenID Connect Core §2).
  var tellsAuthTimeWhenAsked: Bool { get }

  /// How long an ID token of a person is good for.
  func idTokenLifetime(for person: Person) -> Duration

  /// A new person's subject in the provider's own pattern.
  func newSubject(_ ids: IDGenerator) -> String

  /// Fills what the provider itself would add to a new person.
  func complete(_ person: inout Person, _ ids: IDGenerator)

  /// How a token for other clients than the project's is refused.
  ///
  /// - Parameters:
  ///   - presented: the token's audiences, with commas between them.
  ///   - expected: the project's first client; empty where it has none.
  func audienceRefusal(presented: String, expected: String) -> String

  // MARK: What few providers have

  /// How Google lists the provider; nil for one that cannot be configured by name.
  var listing: ProviderListing? { get }

  /// Sign-in by OAuth 1.0a.
  var requestTokens: RequestTokenSignIn? { get }

  /// What is sent of a person once, beside a token.
  var oneTimeSharing: (any OneTimeSharing)? { get }

  /// The tenants of accounts.
  var tenancy: (any Tenancy)? { get }

  /// Whether a project's client secret is a token that a key of the project's team signs.
  var signsClientSecrets: Bool { get }

  /// Whether the nonce of a token is compared that no issuer of ours signed.
  var checksForeignNonces: Bool { get }

  /// Whether accounts have a picture.
  var hasPictures: Bool { get }

  /// The claim of the name by which a social network calls a person (``Handle``); nil elsewhere.
  var handleClaim: String? { get }

  // MARK: The form of its tokens

  /// `typ` in the header of an ID token; nil where the provider has none.
  var tokenType: String? { get }

  /// What an ID token of the token endpoint is bound to.
  var tokenBindings: TokenBindings { get }

  /// What the ID token of a native sign-in is bound to.
  var nativeBindings: TokenBindings { get }

  /// A new code or token of a person.
  func newSecret(_ kind: SecretKind, for person: Person, _ ids: IDGenerator) -> String

  /// A new signing key's name.
  func newKeyID(_ ids: IDGenerator) -> String

  /// Adds what is made from all the other claims of an ID token.
  func finish(_ claims: inout JSONObject)
}

extension IdentityProvider {
  package var standing: TrustRule.Standing { .untrusted }
  package var checksNonce: Bool { false }
  package var isFirstFactor: Bool { true }
  package var acceptsIDTokens: Bool { true }
  package var relayDomain: String? { nil }
  package var issuer: IssuerTraits? { nil }

  package func check(_ person: AccountDocument) throws(DocumentError) {}

  package func federatedID(rawID: String) -> String { "http://\(id)/\(rawID)" }

  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    try ClaimReader(claims).profile(provider: self)
  }

  package func profile(fromClear claims: JSONObject) throws(ClaimError) -> IdpProfile {
    try ClaimReader(claims).profile(provider: self)
  }

  package func shared(_ person: Person, _ scopes: Scopes) -> Person { scopes.limited(person) }

  package func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile {
    try profile(fromOwn: claims)
  }

  package func sendsIDToken(for scopes: Scopes) -> Bool { scopes.names.contains("openid") }

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    subject.standardClaims
  }

  package func idTokenLifetime(for person: Person) -> Duration {
    issuer?.idTokenLifetime ?? .seconds(3600)
  }

  package var tellsAuthTimeWhenAsked: Bool { false }

  package func newSubject(_ ids: IDGenerator) -> String { ids.digits(20) }

  package func complete(_ person: inout Person, _ ids: IDGenerator) {}

  package func audienceRefusal(presented: String, expected: String) -> String {
    "The audience in ID Token [\(presented)] does not match the expected audience \(expected)."
  }

  /// Whether people may hide their address from apps.
  package var hidesEmail: Bool { relayDomain != nil }

  package var listing: ProviderListing? { nil }
  package var requestTokens: RequestTokenSignIn? { nil }
  package var oneTimeSharing: (any OneTimeSharing)? { nil }
  package var tenancy: (any Tenancy)? { nil }
  package var signsClientSecrets: Bool { false }
  package var checksForeignNonces: Bool { false }
  package var hasPictures: Bool { true }
  package var handleClaim: String? { nil }

  package var tokenType: String? { "JWT" }

  package var tokenBindings: TokenBindings { .accessToken }

  package var nativeBindings: TokenBindings { .accessToken }

  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String { ids.urlSafe(43) }

  package func newKeyID(_ ids: IDGenerator) -> String { ids.alphanumeric(27) }

  package func finish(_ claims: inout JSONObject) {}

  /// The claims of an ID token, with those that the person's record adds or replaces.
  package func tokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = idTokenClaims(for: subject)
    claims.merge(subject.person.moreClaims)
    return claims
  }
}

extension Person {
  /// The claims that the person's record adds.
  package var moreClaims: JSONObject {
    claims.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
  }
}
