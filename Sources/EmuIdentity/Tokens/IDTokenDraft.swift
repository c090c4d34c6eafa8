internal import EmuCrypto
package import EmuJOSE
package import EmuJSON
package import EmuModel

/// An ID token before it is signed: its contents and its defects.
package struct IDTokenDraft: Sendable {
  package var issuer: ProviderIssuer
  /// With all that the issuer has.
  package var person: Person
  /// The scopes of the shared claims.
  package var scopes: Scopes
  package var clientID: String
  package var baseURL: String
  /// The project's configuration of the provider; nil without one.
  package var config: ProviderConfig?
  package var issuedAt: Timestamp
  package var authTime: Timestamp
  /// Nil for the provider's own.
  package var lifetime: Duration?
  package var nonce: String?
  /// The access token of `at_hash`.
  package var accessToken: String?
  /// The code of `c_hash`.
  package var code: String?
  package var isFirstNativeAuthorization = false
  package var extraClaims: JSONObject = [:]
  /// The queued answer that orders the claims and the lifetime.
  package var answer: TokenAnswer?
  /// Nil for the issuer's first.
  package var algorithm: JWSAlgorithm?
  package var defects = TokenDefects()
  /// The issuer string that the project expects; used where the user has set none.
  package var configuredIssuer: String?

  package init(
    issuer: ProviderIssuer, person: Person, scopes: Scopes, clientID: String, baseURL: String,
    config: ProviderConfig? = nil, issuedAt: Timestamp, authTime: Timestamp
  ) {
    self.issuer = issuer
    self.person = person
    self.scopes = scopes
    self.clientID = clientID
    self.baseURL = baseURL
    self.config = config
    self.issuedAt = issuedAt
    self.authTime = authTime
  }
}

extension IDTokenDraft {
  /// The token with all its claims.
  ///
  /// - Parameter now: the emulator's time, relative to which some defects shift the times.
  package func unsigned(now: Timestamp) -> UnsignedIDToken {
    UnsignedIDToken(
      issuer: issuer.id, claims: claims(of: .idToken, now: now), algorithm: usedAlgorithm,
      usesLastKey: issuer.provider.usesLastKey(for: person), type: issuer.provider.tokenType,
      defects: defects.all)
  }

  /// Returns the claims about the person, without those of the token itself.
  package func userInfo(now: Timestamp) -> JSONObject {
    var claims = claims(of: .userInfo, now: now)
    for name in [
      "iss", "aud", "azp", "iat", "exp", "nbf", "auth_time", "nonce", "nonce_supported", "at_hash",
      "c_hash",
    ] {
      claims[name] = nil
    }
    return claims
  }

  private var issuedFor: IssuedFor { IssuedFor(person, clientID: clientID, scopes: scopes) }
  /// A provider without ID tokens has claims too, from which profiles are read.
  private var usedAlgorithm: JWSAlgorithm { algorithm ?? issuer.algorithm ?? .rs256 }

  /// Returns the claims of a carrier, with those of the token itself.
  package func claims(of target: IssuerRule.Target, now: Timestamp) -> JSONObject {
    let (provider, algorithm) = (issuer.provider, usedAlgorithm)
    let times = defects.times(
      issuedAt: issuedAt,
      lifetime: answer?.lifetime ?? lifetime
        ?? provider.idTokenLifetime(for: person, issuer.options.resolved(for: issuedFor)), now: now)
    var claims = provider.tokenClaims(
      for: TokenSubject(
        person: provider.shared(person, scopes), clientID: clientID,
        issuer: IssuerName.name(
          of: provider, person: person, issuer.options, configured: configuredIssuer,
          baseURL: baseURL),
        nonce: nonce, issuedAt: times.issuedAt, expiresAt: times.expiresAt,
        authTime: authTime + defects.timeOffset,
        accessTokenHash: accessToken.map { TokenHash.value(for: $0, algorithm: algorithm) },
        codeHash: code.map { TokenHash.value(for: $0, algorithm: algorithm) },
        isFirstNativeAuthorization: isFirstNativeAuthorization,
        pairwiseSeed: Digest.sha256.hex("\(clientID)\n\(person.subject)"),
        scopes: scopes, config: config))
    issuer.options.apply(to: &claims)
    issuer.options.applyRules(to: &claims, of: target, for: issuedFor)
    claims.merge(extraClaims)
    claims.merge(answer?.claims ?? [:])
    provider.finish(&claims)
    defects.corrupt(&claims, now: now)
    return claims
  }
}
