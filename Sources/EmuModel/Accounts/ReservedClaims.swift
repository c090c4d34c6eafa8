/// Claims that custom claims must not set, because tokens define their meaning.
package enum ReservedClaims {
  package static let names: [String] = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]
}
