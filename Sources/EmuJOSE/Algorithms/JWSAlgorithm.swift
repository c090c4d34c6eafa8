/// The supported signature algorithms of RFC 7518 §3.1 and RFC 8037; the raw value is `alg`.
package enum JWSAlgorithm: String, Sendable, Hashable, Codable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case es256 = "ES256"
  case es384 = "ES384"
  case eddsa = "EdDSA"
  case hs256 = "HS256"
  case none = "none"
}
