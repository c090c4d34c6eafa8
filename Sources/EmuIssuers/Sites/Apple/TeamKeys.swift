internal import EmuCrypto
internal import Synchronization

/// A cache of the public keys with which Apple teams sign their client secrets.
final class TeamKeys: Sendable {
  /// The limit of cached keys; when it is reached, the cache is cleared.
  static let limit = 64

  /// The keys by text; nil for an invalid one.
  let known = Mutex<[String: PublicKey?]>([:])

  /// - Parameter pem: the text of the `.p8` file.
  ///
  /// - Returns: nil for any text that is not an EC key on the curve P-256.
  func publicKey(ofTeamKey pem: String) -> PublicKey? {
    if let found = known.withLock({ $0[pem] }) { return found }
    let key = Self.read(pem)
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[pem] = .some(key)
    }
    return key
  }

  private static func read(_ pem: String) -> PublicKey? {
    guard let key = try? PrivateKey(pem: pem), key.kind == .ec(.p256) else { return nil }
    return key.publicKey
  }
}
