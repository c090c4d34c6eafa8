internal import EmuCrypto

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
