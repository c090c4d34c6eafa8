internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// An ID token on its way: what it shall say, and what shall be wrong with it.
struct IDTokenDraft: Sendable {
  var issuer: any FakeIssuer
  /// With all that the issuer knows.
  var person: Person
  /// What of it is shared.
  var scopes: Scopes
  var clientID: String
  var baseURL: String
  /// How the client's project has set up the provider; nil when it has not.
  var config: ProviderConfig?
  var issuedAt: Timestamp
  var authTime: Timestamp
  /// Nil for the provider's own.
  var lifetime: Duration?
  var nonce: String?
  /// What `at_hash` is made from.
  var accessToken: String?
  /// What `c_hash` is made from.
  var code: String?
  var isFirstNativeAuthorization = false
  var extraClaims: JSONObject = [:]
  /// Nil for the issuer's first.
  var algorithm: JWSAlgorithm?
  /// What the mint call wants to be wrong, and in the end what is.
  var defects = TokenDefects()
  /// The issuer string that the project expects; taken where the user has set none.
  var configuredIssuer: String?

  init(
    issuer: any FakeIssuer, person: Person, scopes: Scopes, clientID: String, baseURL: String,
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

  /// Signs the token; never on the writer's thread, since the key may have to be made first.
  func sign(with services: IssuerServices) throws -> (token: String, claims: JSONObject) {
    var draft = self
    draft.takeFaults(from: services.store)
    let algorithm = algorithm ?? issuer.algorithms[0]
    let claims = draft.claims(algorithm, now: services.clock.now)
    services.declareKeys(of: issuer)
    let key = try services.keys.signingKey(of: issuer.id, algorithm: algorithm)
    let seal = TokenSeal(
      key: key, type: issuer.tokenType, defects: draft.defects.all,
      unknownKid: { Issuers.keyID(of: issuer.id, services.ids) })
    return (try seal.sign(JSON.object(claims).serializedBytes()), claims)
  }

  /// Adds what the user wants to go wrong with this token.
  private mutating func takeFaults(from store: Store) {
    let met = TokenDefects(
      issuer.settings,
      store.takeFaults(ofIssuer: issuer.id) { $0.concernsToken(of: person, clientID) })
    defects.all += met.all
    defects.timeOffset += met.timeOffset
  }

  private func claims(_ algorithm: JWSAlgorithm, now: Timestamp) -> JSONObject {
    let times = defects.times(
      issuedAt: issuedAt,
      lifetime: lifetime ?? issuer.provider.idTokenLifetime(for: person, issuer.settings), now: now)
    var claims = issuer.provider.tokenClaims(
      for: TokenSubject(
        person: issuer.provider.shared(person, scopes), clientID: clientID,
        issuer: IssuerName.name(
          of: issuer.provider, person: person, issuer.settings, configured: configuredIssuer,
          baseURL: baseURL),
        nonce: nonce, issuedAt: times.issuedAt, expiresAt: times.expiresAt,
        authTime: authTime + defects.timeOffset,
        accessTokenHash: accessToken.map { TokenHash.value(for: $0, algorithm: algorithm) },
        codeHash: code.map { TokenHash.value(for: $0, algorithm: algorithm) },
        isFirstNativeAuthorization: isFirstNativeAuthorization,
        // The backend makes Microsoft's subjects from the same text.
        pairwiseSeed: Digest.sha256.hex(Array("\(clientID)\n\(person.subject)".utf8)),
        scopes: scopes, config: config))
    issuer.settings.apply(to: &claims)
    claims.merge(extraClaims)
    issuer.stamp(&claims)
    defects.spoil(&claims, now: now)
    return claims
  }

  /// What the token says of its person, without what makes it a token.
  func userInfo(now: Timestamp) -> JSONObject {
    var claims = claims(issuer.algorithms[0], now: now)
    for name in [
      "iss", "aud", "azp", "iat", "exp", "nbf", "auth_time", "nonce", "nonce_supported", "at_hash",
      "c_hash",
    ] {
      claims[name] = nil
    }
    return claims
  }
}
