internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A grant type. The endpoint has the steps that all grant types share.
protocol GrantType: Sendable {
  /// The value of `grant_type`.
  static var name: String { get }

  /// The form field with the secret to redeem.
  static var field: String { get }

  /// True if the request names a person of the client's project, without an earlier consent.
  static var namesPerson: Bool { get }

  /// Returns the origin of a secret; nil for an unknown one.
  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin?

  /// Checks a secret, and consumes it if it is valid for one use.
  ///
  /// - Returns: a failure for a refusal whose changes are committed.
  /// - Throws: `OAuthError`; nothing is changed then.
  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError>
}

extension GrantType {
  static var namesPerson: Bool { false }

  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin? { nil }
}

extension FakeIssuer {
  /// The grant types with a person: the standard ones that the issuer has, and those of its provider.
  var grantTypes: [any GrantType.Type] {
    var grants: [any GrantType.Type] = [AuthorizationCodeGrant.self]
    if traits.hasRefreshTokens { grants.append(RefreshTokenGrant.self) }
    if paths.device != nil { grants.append(DeviceCodeGrant.self) }
    return grants + tokenRules.ownGrantTypes
  }
}

struct RedemptionContext: Sendable {
  var issuer: any FakeIssuer
  var client: ClientCredentials
  var form: TokenRequestForm
  var now: Timestamp
  /// The provider's configuration in the client's project; nil for none.
  var config: ProviderConfig?
  /// The client's project, for a grant that names a person.
  var project: Project?
  /// The claims of a grant that is a token of the issuer.
  var claims: JSONObject?

  var clientID: String { client.id }

  /// Returns the scopes that the request names; nil for none.
  ///
  /// - Throws: the refusal of scopes that the authorization endpoint refuses too.
  func namedScopes() throws(OAuthError) -> [String]? {
    let names = try issuer.authorizeRules.scopes.named(form["scope"], resource: form["resource"])
    return names.isEmpty ? nil : names
  }

  /// Returns the scopes that the request names, or else those that were granted.
  ///
  /// - Throws: `invalid_scope` for one that was not consented to.
  func scopes(of granted: String, _ consent: Consent) throws(OAuthError) -> Scopes {
    guard let names = try namedScopes() else { return Scopes(granted) }
    let requested = issuer.authorizeRules.scopes.completed(names)
    if let more = requested.names.first(where: { !issuer.covers($0, Scopes(granted), consent) }) {
      throw OAuthError(
        .invalidScope,
        reason: "The scope \(more.prefix(128)) was not consented to; request it at the "
          + "authorization endpoint.",
        problem: .unconsented(String(more.prefix(128))))
    }
    return requested
  }

  /// Returns the redemption of a person's consent, which the grant itself gives.
  func redemption(of person: Person, _ writer: WriteTransaction) throws -> Redemption {
    let scopes =
      try namedScopes().map(issuer.authorizeRules.scopes.completed) ?? Scopes(issuer.defaultScopes)
    let (consent, _) = try writer.authorize(person, client: clientID, at: now)
    try writer.add(scopes, to: consent) { OAuthError(.invalidScope, reason: $0) }
    return Redemption(
      person: person, consent: consent, scope: scopes.text,
      issuesRefreshToken: issuer.authorizeRules.renewal.mayCover(scopes), authTime: now)
  }

  func person(subjectOrEmail name: String, _ reader: ReadTransaction) throws -> Person? {
    try project.flatMap { project in
      try reader.person(
        subjectOrEmail: name, in: project.people(of: issuer))
    }
  }

  /// Returns the person of a consent, if it belongs to this issuer.
  func person(of consent: Consent, _ reader: ReadTransaction) throws -> Person? {
    guard let person = try reader.person(key: consent.personKey), person.issuer == issuer.id else {
      return nil
    }
    return person
  }
}
