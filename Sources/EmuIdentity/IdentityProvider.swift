package import EmuJSON
package import EmuModel

/// A sign-in provider: the claims of its tokens, their interpretation, and its trust level.
///
/// One folder per provider, and one line in `ProviderSites.standard` (EmuIssuers); issuers,
/// backend, seeds and tests read that table. Rare features are abilities (`Abilities/`): optional
/// values and small protocols.
package protocol IdentityProvider: Sendable {
  /// The provider id, such as `apple.com`.
  var id: String { get }

  /// Production's trust in the provider's e-mail addresses.
  var emailTrust: TrustRule.EmailTrust { get }

  /// True when the backend compares the token's nonce with the request's.
  var checksNonce: Bool { get }

  /// True when a second factor can follow a sign-in with the provider.
  var isFirstFactor: Bool { get }

  /// True when the backend accepts the provider's ID tokens from clients.
  var acceptsIDTokens: Bool { get }

  /// The provider whose codes sign in here, where it is another one.
  var codeIssuer: String? { get }

  /// The domain of relay addresses, with its `@`; nil for a provider without a relay.
  var relayDomain: String? { get }

  /// Rejects a person that this provider could not have.
  func check(_ person: AccountDocument) throws(DocumentError)

  /// The traits of this provider's fake issuer; nil when there is none.
  var issuer: IssuerTraits? { get }

  /// Returns the id in the form of the `signInWithIdp` response.
  func federatedID(rawID: String) -> String

  /// Converts the claims of one of our own tokens to production's shape.
  func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile

  /// Converts unsigned claims, which anyone can write, as the official emulator does.
  func profile(fromClear claims: JSONObject) throws(ClaimError) -> IdpProfile

  func sendsIDToken(for scopes: Scopes) -> Bool

  func idTokenClaims(for subject: TokenSubject) -> JSONObject

  /// Returns the part of a person that a client sees with a consent to the scopes.
  func shared(_ person: Person, _ scopes: Scopes) -> Person

  /// Returns the backend's profile of a person, from our own issuer.
  ///
  /// - Parameters:
  ///   - person: the issuer's complete record.
  ///   - claims: those of the ID token for a code of the same sign-in.
  func profile(
    of person: Person, _ claims: JSONObject, _ scopes: Scopes
  ) throws(ClaimError) -> IdpProfile

  /// True when `auth_time` is included only on request (OpenID Connect Core §2).
  var includesAuthTimeOnRequest: Bool { get }

  func idTokenLifetime(for person: Person) -> Duration

  /// Returns true for a person whose tokens the last active key signs, in place of the first.
  func usesLastKey(for person: Person) -> Bool

  /// Returns a new person's subject in the provider's own pattern.
  func newSubject(_ ids: IDGenerator) -> String

  /// Adds the provider's own values to a new person.
  func complete(_ person: inout Person, _ ids: IDGenerator)

  /// Returns the error about a token for other clients than the project's.
  ///
  /// - Parameters:
  ///   - presented: the token's audiences, separated by commas.
  ///   - expected: the project's first client; empty where it has none.
  func audienceRefusal(presented: String, expected: String) -> String

  /// Returns production's detail of `INVALID_IDP_RESPONSE` for a text that is not a token.
  func parsingRefusal(of text: String) -> String

  // MARK: What few providers have

  /// Google's listing of the provider; nil for one that cannot be configured by name.
  var listing: ProviderListing? { get }

  /// The scope of a consent to a sign-in by OAuth 1.0a, with request tokens (RFC 5849 §2), which has
  /// no scopes; separated by spaces. Nil for a provider of OAuth 2.0.
  var requestTokenScope: String? { get }

  /// The data of a person that are sent once, with a token.
  var oneTimeSharing: OneTimeSharing? { get }

  var tenancy: (any Tenancy)? { get }

  /// True when a project's client secret is a token signed by the project's team key.
  var signsClientSecrets: Bool { get }

  /// True when the nonce of tokens of foreign issuers is compared.
  var checksForeignNonces: Bool { get }

  var hasPictures: Bool { get }

  /// The claim of a person's user name at a social network (``SocialUserName``); nil for others.
  var handleClaim: String? { get }

  // MARK: The form of its tokens

  /// `typ` in the header of an ID token; nil where the provider has none.
  var tokenType: String? { get }

  /// The bindings of an ID token of the token endpoint.
  var tokenBindings: TokenBindings { get }

  /// The bindings of the ID token of a native sign-in.
  var nativeBindings: TokenBindings { get }

  /// Returns a new code or token of a person.
  func newSecret(_ kind: SecretKind, for person: Person, _ ids: IDGenerator) -> String

  func newKeyID(_ ids: IDGenerator) -> String

  /// Adds the claims that are computed from all the others of an ID token.
  func finish(_ claims: inout JSONObject)
}

extension IdentityProvider {
  package var family: ProviderFamily { ProviderFamily(of: id) }

  package var emailTrust: TrustRule.EmailTrust { .untrusted }
  package var checksNonce: Bool { false }
  package var isFirstFactor: Bool { true }
  package var acceptsIDTokens: Bool { true }
  package var codeIssuer: String? { nil }
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

  package func usesLastKey(for person: Person) -> Bool { false }

  package var includesAuthTimeOnRequest: Bool { false }

  package func newSubject(_ ids: IDGenerator) -> String { ids.digits(20) }

  package func complete(_ person: inout Person, _ ids: IDGenerator) {}

  package func parsingRefusal(of text: String) -> String { "Unable to parse the ID Token." }

  package func audienceRefusal(presented: String, expected: String) -> String {
    "The audience in ID Token [\(presented)] does not match the expected audience \(expected)."
  }

  /// True when people may hide their address from apps.
  package var hidesEmail: Bool { relayDomain != nil }

  package var listing: ProviderListing? { nil }
  package var requestTokenScope: String? { nil }
  package var oneTimeSharing: OneTimeSharing? { nil }
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

  /// Returns the claims of an ID token, with those that the person's record adds or replaces.
  package func tokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = idTokenClaims(for: subject)
    claims.merge(subject.person.moreClaims)
    return claims
  }
}

extension Person {
  /// The claims that the person's record adds.
  package var moreClaims: JSONObject { JSONObject(claims: claims) }
}
