package import EmuJSON
package import EmuModel

/// A deliberate defect of an ID token, or of a response with it.
package enum Defect: String, Sendable, Codable, CaseIterable {
  case expired
  case notYetValid = "not-yet-valid"
  case futureNotBefore = "future-nbf"
  /// `iat` is two hours ago while `exp` is valid, which strict clients reject as too old.
  case stale
  case badSignature = "bad-signature"
  case unknownKey = "unknown-key"
  case missingKey = "missing-kid"
  case unsigned
  /// HS256 with the public key as the secret, which a verifier must reject.
  case hmacSigned = "hmac-signed"
  case criticalHeader = "critical-header"
  case wrongAudience = "wrong-audience"
  case audienceArray = "audience-array"
  case extraAudience = "extra-audience"
  case missingAudience = "missing-audience"
  case wrongIssuer = "wrong-issuer"
  case slashedIssuer = "issuer-slash"
  case missingIssuer = "missing-issuer"
  case wrongNonce = "wrong-nonce"
  case missingNonce = "missing-nonce"
  case missingSubject = "missing-subject"
  case missingExpiry = "missing-expiry"
  case missingIssuedAt = "missing-issued-at"
  case wrongHash = "wrong-hash"
  case missingHash = "missing-hash"
  case textTimes = "numeric-strings"
  case missingEmail = "missing-email"
  /// `email_verified` is false; a provider without that claim is never trusted anyway.
  case unverifiedEmail = "unverified-email"
  case textEmailVerified = "email-verified-text"
  case userInfoSubject = "userinfo-subject"
  /// The responses of the token endpoint, userinfo and the documents are plain text.
  case contentType = "content-type"

  /// True for a defect of an issuer's responses, false for one of tokens.
  package var isOfAnswers: Bool { self == .userInfoSubject || self == .contentType }

  /// True when every verifier must reject the signature.
  package var breaksSignature: Bool {
    switch self {
    case .badSignature, .unknownKey, .unsigned, .hmacSigned, .criticalHeader: true
    default: false
    }
  }

  /// The client in a wrong audience.
  package static let foreignAudience = "someone-else.example.com"

  /// Every name, for the error message about an unknown one.
  package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Defect {
  /// Changes the lifetime of a defective token.
  package func shift(issuedAt: inout Timestamp, expiresAt: inout Timestamp, now: Timestamp) {
    let life = expiresAt.since(issuedAt)
    switch self {
    case .expired:
      expiresAt = now - .seconds(60)
      issuedAt = expiresAt - life
    case .notYetValid:
      issuedAt = now + .seconds(3600)
      // Back-dated providers subtract five minutes, and the token is still not valid.
      expiresAt = issuedAt + life
    case .stale: issuedAt = now - .seconds(7200)
    default: break
    }
  }

  package func corrupt(_ claims: inout JSONObject, now: Timestamp) {
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

  private func each(
    _ names: [String], of claims: inout JSONObject, _ change: (JSON) -> JSON?
  ) {
    for name in names {
      if let value = claims[name] { claims[name] = change(value) }
    }
  }
}

extension Defect {
  package var about: String {
    switch self {
    case .expired: "exp is a minute ago"
    case .notYetValid: "iat is in an hour, and nbf where the provider has one"
    case .futureNotBefore: "nbf is in an hour"
    case .stale: "iat is two hours ago, and exp is good"
    case .badSignature: "the signature does not verify"
    case .unknownKey: "kid names a key that is not published"
    case .missingKey: "the header has no kid"
    case .unsigned: "alg is none, and there is no signature"
    case .hmacSigned: "signed by HS256 with the public key as the secret"
    case .criticalHeader: "the header has a critical extension that no library supports"
    case .wrongAudience: "aud is another client"
    case .audienceArray: "aud is an array with the client alone"
    case .extraAudience: "aud has another client besides, and there is no azp"
    case .missingAudience: "there is no aud"
    case .wrongIssuer: "iss is another issuer"
    case .slashedIssuer: "iss ends in a slash, or lacks the one that it ends in"
    case .missingIssuer: "there is no iss"
    case .wrongNonce: "nonce is another than that of the request"
    case .missingNonce: "there is no nonce"
    case .missingSubject: "there is no sub"
    case .missingExpiry: "there is no exp"
    case .missingIssuedAt: "there is no iat"
    case .wrongHash: "at_hash and c_hash are of other tokens"
    case .missingHash: "there is no at_hash and no c_hash"
    case .textTimes: "the times are texts"
    case .missingEmail: "there is no email"
    case .unverifiedEmail: "email_verified is false"
    case .textEmailVerified: "email_verified is a text"
    case .userInfoSubject: "userinfo has another subject than the ID token"
    case .contentType: "the endpoints answer with text/plain"
    }
  }
}
