internal import EmuCrypto
internal import EmuJOSE
internal import Synchronization

/// The signing keys that an emulator of a test generates.
///
/// They are those of the emulators before it, in the same order: generating an RSA key takes up to
/// a third of a second, and tests compare the key sets of two emulators.
final class SharedKeys: Sendable {
  private static let made = Mutex<[JWSAlgorithm: [PrivateKey]]>([:])
  private let taken = Mutex<[JWSAlgorithm: Int]>([:])

  /// Returns a key that this emulator has not had before.
  func key(_ algorithm: JWSAlgorithm) throws -> PrivateKey {
    let algorithm = [.rs384, .rs512, .ps256].contains(algorithm) ? .rs256 : algorithm
    let place = taken.withLock { taken in
      defer { taken[algorithm, default: 0] += 1 }
      return taken[algorithm, default: 0]
    }
    return try Self.made.withLock { made in
      while made[algorithm, default: []].count <= place {
        made[algorithm, default: []].append(try algorithm.makePrivateKey())
      }
      return made[algorithm, default: []][place]
    }
  }
}
