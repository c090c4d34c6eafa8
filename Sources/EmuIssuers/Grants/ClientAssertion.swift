internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The rules for the token with which a client shows who it is (RFC 7523 §3).
struct ClientAssertion {
  let clientID: String
  /// The issuer, its token endpoint and the endpoint at hand.
  let audiences: [String]
  /// The project's JWK set; without one any signature will do.
  let keys: String?

  /// - Returns: what is wrong, as a sentence; nil for a good assertion.
  func problem(of assertion: String, now: Timestamp) -> String? {
    guard let token = try? CompactJWT(assertion),
      let payload = (try? token.payload()).flatMap({ try? JSON(parsing: $0) })
    else { return "client_assertion is no JSON web token." }
    let claims = RegisteredClaims(payload)
    guard claims.issuer == clientID, claims.subject == clientID else {
      return "iss and sub of the assertion must both be \(clientID)."
    }
    guard claims.audienceProblem(anyOf: audiences) == nil else {
      return "aud of the assertion must be \(audiences.joined(separator: " or "))."
    }
    guard claims.expiration != nil, claims.expirationProblem(now: now.seconds) == nil else {
      return "The assertion has expired, or has no exp."
    }
    guard let keys else { return nil }
    guard let set = try? JWKSet(parsing: Array(keys.utf8)) else {
      return "The project's clientKeys are no JWK set; seed {\"keys\":[…]} as text."
    }
    return JWTVerifier.verify(token, keys: set.verificationKeys).isValid
      ? nil : "The assertion's signature is none of the keys in clientKeys."
  }
}
