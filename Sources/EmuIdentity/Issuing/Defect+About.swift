extension Defect {
  /// The defect in a few words.
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
