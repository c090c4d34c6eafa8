internal import EmuCrypto

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

  /// Those of which an issuer can have keys.
  package static let asymmetric = allCases.filter { $0 != .hs256 && $0 != .none }

  /// The scheme of an RSA key; keys of other kinds do not use it.
  var rsaScheme: RSASignatureScheme { RSASignatureScheme(rawValue: rawValue) ?? .rs256 }
}

/// `none` (RFC 7518 §3.6): a fixed header and an empty signature.
enum UnsignedAlgorithm {
  /// The official emulator's header, byte for byte.
  static let header = #"{"alg":"none","typ":"JWT"}"#

  /// The header's segment and the dot after it, encoded once.
  static let prefix: [UInt8] = Array((Base64URL.encode(Array(header.utf8)) + ".").utf8)
}
