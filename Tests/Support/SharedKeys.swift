internal import EmuCrypto
internal import EmuJOSE
internal import Synchronization

/// The signing keys that an emulator of a test generates.
///
/// RSA keys are those of the emulators before it, in the same order: generating one takes up to a
/// third of a second.
final class SharedKeys: Sendable {
  private static let made = Mutex<[PrivateKey]>([])
  private let taken = Atomic(0)

  /// Returns a key that this emulator has not had before.
  func key(_ algorithm: JWSAlgorithm) throws -> PrivateKey {
    guard [.rs256, .rs384, .rs512, .ps256].contains(algorithm) else {
      return try algorithm.makePrivateKey()
    }
    let place = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return try Self.made.withLock { made in
      while made.count <= place { made.append(try algorithm.makePrivateKey()) }
      return made[place]
    }
  }
}
