internal import EmuJSON
internal import EmuModel

/// What may deliberately be wrong with a minted ID token.
enum Defect: String, Sendable, CaseIterable {
  case expired
  /// `iat` lies an hour ahead, and `nbf` where the provider has one.
  case notYetValid = "not-yet-valid"
  case badSignature = "bad-signature"
  /// `kid` names a key that nobody published.
  case unknownKey = "unknown-key"
  case unsigned
  case wrongAudience = "wrong-audience"
  case wrongIssuer = "wrong-issuer"
  case wrongNonce = "wrong-nonce"
  case missingEmail = "missing-email"
  /// `email_verified` is false; a provider without that claim never vouches anyway.
  case unverifiedEmail = "unverified-email"

  /// The lifetime of a token that is to be wrong, given that of a right one.
  func shift(issuedAt: inout Timestamp, expiresAt: inout Timestamp, now: Timestamp) {
    let life = expiresAt.since(issuedAt)
    switch self {
    case .expired:
      expiresAt = now - .seconds(60)
      issuedAt = expiresAt - life
    case .notYetValid:
      issuedAt = now + .seconds(3600)
      // Back-dated providers take five minutes off again, and the token is still not valid.
      expiresAt = issuedAt + life
    default: break
    }
  }

  /// Makes the claims wrong.
  func spoil(_ claims: inout JSONObject) {
    switch self {
    case .wrongAudience: claims["aud"] = "someone-else.example.com"
    case .wrongIssuer: claims["iss"] = "https://issuer.example.invalid"
    case .wrongNonce: claims["nonce"] = "not-the-nonce-that-was-sent"
    case .missingEmail:
      for name in ["email", "email_verified", "is_private_email", "preferred_username"] {
        claims[name] = nil
      }
    case .unverifiedEmail:
      if claims["email_verified"] != nil { claims["email_verified"] = false }
    default: break
    }
  }
}
