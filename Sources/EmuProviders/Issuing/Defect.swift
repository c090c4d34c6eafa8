package import EmuJSON
package import EmuModel

/// What may deliberately be wrong with an ID token, or with what is returned beside it.
package enum Defect: String, Sendable, Codable, CaseIterable {
  case expired
  /// `iat` lies an hour ahead, and `nbf` where the provider has one.
  case notYetValid = "not-yet-valid"
  /// `nbf` lies an hour ahead, and nothing else.
  case futureNotBefore = "future-nbf"
  /// `iat` lies two hours back while `exp` is good, which strict clients call too old.
  case stale
  case badSignature = "bad-signature"
  /// `kid` names a key that nobody published.
  case unknownKey = "unknown-key"
  /// The header names no key.
  case missingKey = "missing-kid"
  case unsigned
  /// HS256 with the public key for a secret, which a verifier must not fall for.
  case hmacSigned = "hmac-signed"
  /// The header has an extension that must be understood, and that no library supports.
  case criticalHeader = "critical-header"
  case wrongAudience = "wrong-audience"
  /// `aud` is an array with the client alone.
  case audienceArray = "audience-array"
  /// `aud` has a stranger beside the client, and there is no `azp`.
  case extraAudience = "extra-audience"
  case missingAudience = "missing-audience"
  case wrongIssuer = "wrong-issuer"
  /// A slash behind the issuer, or none where there is one.
  case slashedIssuer = "issuer-slash"
  case missingIssuer = "missing-issuer"
  case wrongNonce = "wrong-nonce"
  /// The nonce of the request is not echoed.
  case missingNonce = "missing-nonce"
  case missingSubject = "missing-subject"
  case missingExpiry = "missing-expiry"
  case missingIssuedAt = "missing-issued-at"
  /// `at_hash` and `c_hash` are of something else.
  case wrongHash = "wrong-hash"
  case missingHash = "missing-hash"
  /// The times are texts.
  case textTimes = "numeric-strings"
  case missingEmail = "missing-email"
  /// `email_verified` is false; a provider without that claim never vouches anyway.
  case unverifiedEmail = "unverified-email"
  /// `email_verified` is a text.
  case textEmailVerified = "email-verified-text"
  /// Userinfo, by whatever name, has another subject than the ID token.
  case userInfoSubject = "userinfo-subject"
  /// The token endpoint, userinfo and the documents come as plain text.
  case contentType = "content-type"

  /// Whether it is wrong with an issuer's answers, and not with tokens.
  package var isOfAnswers: Bool { self == .userInfoSubject || self == .contentType }

  /// Whether no verifier takes the signature.
  package var breaksSignature: Bool {
    switch self {
    case .badSignature, .unknownKey, .unsigned, .hmacSigned, .criticalHeader: true
    default: false
    }
  }

  /// The client that a wrong audience names.
  package static let foreignAudience = "someone-else.example.com"

  /// Every name, for the sentence that a misspelt one is answered with.
  package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Defect {
  /// The lifetime of a token that is to be wrong, given that of a right one.
  package func shift(issuedAt: inout Timestamp, expiresAt: inout Timestamp, now: Timestamp) {
    let life = expiresAt.since(issuedAt)
    switch self {
    case .expired:
      expiresAt = now - .seconds(60)
      issuedAt = expiresAt - life
    case .notYetValid:
      issuedAt = now + .seconds(3600)
      // Back-dated providers take five minutes off again, and the token is still not valid.
      expiresAt = issuedAt + life
    case .stale: issuedAt = now - .seconds(7200)
    default: break
    }
  }

  /// Makes the claims wrong.
  package func spoil(_ claims: inout JSONObject, now: Timestamp) {
    switch self {
    case .futureNotBefore: claims["nbf"] = .int(now.seconds + 3600)
    case .wrongAudience: claims["aud"] = .string(Self.foreignAudience)
    case .audienceArray: claims["aud"] = claims["aud"].map { [$0] }
    case .extraAudience: claims["aud"] = claims["aud"].map { [$0, .string(Self.foreignAudience)] }
    case .missingAudience: claims["aud"] = nil
    case .wrongIssuer: claims["iss"] = "https://issuer.example.invalid"
    case .slashedIssuer:
      let issuer = claims["iss"]?.string ?? ""
      claims["iss"] = .string(issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer + "/")
    case .missingIssuer: claims["iss"] = nil
    case .wrongNonce: claims["nonce"] = "not-the-nonce-that-was-sent"
    case .missingNonce: claims["nonce"] = nil
    case .missingSubject: claims["sub"] = nil
    case .missingExpiry: claims["exp"] = nil
    case .missingIssuedAt: claims["iat"] = nil
    case .wrongHash: each(["at_hash", "c_hash"], of: &claims) { _ in "not-the-hash-of-anything" }
    case .missingHash: each(["at_hash", "c_hash"], of: &claims) { _ in nil }
    case .textTimes:
      each(["iat", "exp", "nbf", "auth_time"], of: &claims) { time in
        time.int.map { .string(String($0)) } ?? time
      }
    case .missingEmail:
      for name in ["email", "email_verified", "is_private_email", "preferred_username"] {
        claims[name] = nil
      }
    case .unverifiedEmail: each(["email_verified"], of: &claims) { _ in false }
    case .textEmailVerified:
      each(["email_verified"], of: &claims) { flag in
        flag.bool.map { .string($0 ? "true" : "false") } ?? flag
      }
    default: break
    }
  }

  /// Changes those of the claims that are there.
  private func each(
    _ names: [String], of claims: inout JSONObject, _ change: (JSON) -> JSON?
  ) {
    for name in names {
      if let value = claims[name] { claims[name] = change(value) }
    }
  }
}
