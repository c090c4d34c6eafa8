/// An algorithm of which an issuer can have keys; the raw value is its `alg` (RFC 7518 §3.1,
/// RFC 8037 §3.1).
package enum SigningAlgorithm: String, Sendable, Hashable, Codable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case es256 = "ES256"
  case es384 = "ES384"
  case eddsa = "EdDSA"
}
