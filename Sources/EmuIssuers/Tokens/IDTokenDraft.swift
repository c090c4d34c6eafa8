internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// An ID token on its way: what it shall say, and what shall be wrong with it.
struct IDTokenDraft: Sendable {
  var issuer: any FakeIssuer
  /// With all that the issuer knows.
  var person: Person
  /// What of it is shared.
  var scopes: Scopes
  var clientID: String
  var baseURL: String
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
  var defect: Defect?

  init(
    issuer: any FakeIssuer, person: Person, scopes: Scopes, clientID: String, baseURL: String,
    issuedAt: Timestamp, authTime: Timestamp
  ) {
    self.issuer = issuer
    self.person = person
    self.scopes = scopes
    self.clientID = clientID
    self.baseURL = baseURL
    self.issuedAt = issuedAt
    self.authTime = authTime
  }

  /// Signs the token; never on the writer's thread, since the key may have to be made first.
  func sign(with services: IssuerServices) throws -> (token: String, claims: JSONObject) {
    let algorithm = algorithm ?? issuer.algorithms[0]
    let claims = claims(algorithm, now: services.clock.now)
    let payload = JSON.object(claims).serializedBytes()
    if defect == .unsigned { return (JWTSigner.unsigned(claims: payload), claims) }
    services.declareKeys(of: issuer)
    var key = try services.keys.signingKey(of: issuer.id, algorithm: algorithm)
    if defect == .unknownKey {
      key = try SigningKey(
        kid: Issuers.keyID(of: issuer.id, services.ids), algorithm: algorithm,
        privateKey: key.privateKey)
    }
    let token = try JWTSigner.sign(claims: payload, key: key, type: issuer.tokenType)
    return (defect == .badSignature ? try Self.broken(token) : token, claims)
  }

  private func claims(_ algorithm: JWSAlgorithm, now: Timestamp) -> JSONObject {
    var issuedAt = issuedAt
    var expiresAt = issuedAt + (lifetime ?? issuer.provider.idTokenLifetime(for: person))
    defect?.shift(issuedAt: &issuedAt, expiresAt: &expiresAt, now: now)
    var claims = issuer.provider.tokenClaims(
      for: TokenSubject(
        person: issuer.provider.shared(person, scopes), clientID: clientID,
        issuer: IssuerName.local(of: issuer.provider, person: person, baseURL: baseURL),
        nonce: nonce, issuedAt: issuedAt, expiresAt: expiresAt, authTime: authTime,
        accessTokenHash: accessToken.map { TokenHash.value(for: $0, algorithm: algorithm) },
        codeHash: code.map { TokenHash.value(for: $0, algorithm: algorithm) },
        isFirstNativeAuthorization: isFirstNativeAuthorization,
        // The backend makes Microsoft's subjects from the same text.
        pairwiseSeed: Digest.sha256.hex(Array("\(clientID)\n\(person.subject)".utf8)),
        scopes: scopes))
    claims.merge(extraClaims)
    issuer.stamp(&claims)
    defect?.spoil(&claims)
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

  /// The token with one bit of its signature turned over.
  private static func broken(_ token: String) throws -> String {
    let start = token.lastIndex(of: ".") ?? token.startIndex
    var signature = try CompactJWT(token).signature()
    signature[signature.count / 2] ^= 1
    return token[...start] + Base64URL.encode(signature)
  }
}
