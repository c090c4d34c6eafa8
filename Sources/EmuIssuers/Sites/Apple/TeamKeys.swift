internal import EmuCrypto
internal import Synchronization

/// The public halves of the keys with which Apple teams sign their client secrets, each read once.
final class TeamKeys: Sendable {
  /// More teams than this share no emulator; then all are read again.
  private let limit: Int
  private let known = Mutex<[String: PublicKey?]>([:])

  init(limit: Int = 64) { self.limit = limit }

  /// How many texts are known, good and bad.
  var count: Int { known.withLock { $0.count } }

  /// - Parameter pem: the text of the `.p8` file.
  /// - Returns: nil for what is no EC key on the curve P-256.
  func publicKey(ofTeamKey pem: String) -> PublicKey? {
    if let found = known.withLock({ $0[pem] }) { return found }
    let key = Self.read(pem)
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[pem] = .some(key)
    }
    return key
  }

  private static func read(_ pem: String) -> PublicKey? {
    guard case .ec(let key)? = try? PrivateKey(pem: pem), key.curve == .p256 else { return nil }
    return .ec(key.publicKey)
  }
}
