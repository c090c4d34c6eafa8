internal import EmuCrypto

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
