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
}

/// RS256, RS384, RS512 and PS256.
enum RSAAlgorithms {
  static let all: [JWSAlgorithm] = [.rs256, .rs384, .rs512, .ps256]

  /// The signature scheme of an algorithm, nil for one of another family.
  static func scheme(_ algorithm: JWSAlgorithm) -> RSASignatureScheme? {
    switch algorithm {
    case .rs256: .rs256
    case .rs384: .rs384
    case .rs512: .rs512
    case .ps256: .ps256
    case .es256, .es384, .eddsa, .hs256, .none: nil
    }
  }
}

/// ES256 and ES384: the curve decides (RFC 7518 §3.4).
enum ECDSAAlgorithms {
  /// Returns the one algorithm of a curve; nil where none is supported.
  static func algorithm(of curve: ECCurve) -> JWSAlgorithm? {
    switch curve {
    case .p256: .es256
    case .p384: .es384
    case .p521: nil
    }
  }
}

/// HS256, which only uses a secret, never the bytes of a public key.
enum HMACAlgorithms {
  static func sign(_ input: [UInt8], secret: [UInt8]) -> [UInt8] {
    HMAC.code(for: input, key: secret, using: .sha256)
  }

  static func isValid(_ signature: [UInt8], for input: [UInt8], secret: [UInt8]) -> Bool {
    // Everyone could use an empty secret.
    !secret.isEmpty && HMAC.isValid(signature, for: input, key: secret, using: .sha256)
  }
}

/// `none` (RFC 7518 §3.6): a fixed header and an empty signature.
enum UnsignedAlgorithm {
  /// The official emulator's header, byte for byte.
  static let header = #"{"alg":"none","typ":"JWT"}"#

  /// The header's segment and the dot after it, encoded once.
  static let prefix: [UInt8] = Array((Base64URL.encode(Array(header.utf8)) + ".").utf8)
}
