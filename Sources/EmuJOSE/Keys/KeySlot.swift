package import EmuCrypto
internal import Synchronization

/// The place of one key, filled by whoever needs it first while the others wait.
final class KeySlot: Sendable {
  let algorithm: JWSAlgorithm
  /// Held while the key is being made.
  private let making = Mutex<Void>(())
  private let published: Mutex<SigningKey?>

  init(_ algorithm: JWSAlgorithm) {
    self.algorithm = algorithm
    published = Mutex(nil)
  }

  init(_ key: SigningKey) {
    algorithm = key.algorithm
    published = Mutex(key)
  }

  /// What is there, without waiting for a key that is being made.
  var existing: SigningKey? { published.withLock { $0 } }

  func key(orMake make: () throws -> SigningKey) throws -> SigningKey {
    if let existing { return existing }
    return try making.withLock { _ in
      if let existing { return existing }
      let key = try make()
      published.withLock { $0 = key }
      return key
    }
  }

  func retire() { published.withLock { $0?.state = .retired } }
}

extension JWSAlgorithm {
  /// A new private key of the algorithm's kind.
  ///
  /// - Throws: `wrongAlgorithm` for `HS256` and `none`, which have none.
  package func makePrivateKey() throws -> PrivateKey {
    switch self {
    case .rs256, .rs384, .rs512, .ps256: .rsa(try RSAPrivateKey.generate())
    case .es256: .ec(try ECPrivateKey.generate(.p256))
    case .es384: .ec(try ECPrivateKey.generate(.p384))
    case .eddsa: .ed25519(try Ed25519PrivateKey.generate())
    case .hs256, .none: throw JOSEError(.wrongAlgorithm, "\(rawValue) has no private key")
    }
  }
}
