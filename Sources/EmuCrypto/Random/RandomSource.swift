internal import COpenSSL
internal import Synchronization

/// A source of random bytes, as a value that callers inject.
///
/// Code that generates ids, codes or nonces uses one of these and never the system directly.
package struct RandomSource: Sendable {
  private let draw: @Sendable (Int) -> [UInt8]

  /// Wraps a function that returns exactly the requested number of bytes.
  package init(_ draw: @escaping @Sendable (Int) -> [UInt8]) {
    self.draw = draw
  }

  package func bytes(_ count: Int) -> [UInt8] {
    draw(count)
  }

  package static let system = RandomSource { SystemRandom.bytes($0) }

  /// The same bytes in every run, for tests only: the sequence can be computed from the seed.
  ///
  /// Copies share one sequence, and threads may draw from it together.
  package static func seeded(_ seed: UInt64) -> RandomSource {
    let generator = SplitMix64(seed: seed)
    return RandomSource { generator.bytes($0) }
  }
}

// MARK: - The deterministic sequence

/// Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number generators", 2014).
private final class SplitMix64: Sendable {
  private let state: Mutex<UInt64>

  init(seed: UInt64) {
    state = Mutex(seed)
  }

  func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(count, 0))
    state.withLock { state in
      while bytes.count < count {
        var word = Self.next(&state)
        for _ in 0..<min(8, count - bytes.count) {
          bytes.append(UInt8(truncatingIfNeeded: word))
          word >>= 8
        }
      }
    }
    return bytes
  }

  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// Bytes from OpenSSL's generator, seeded by the operating system (`RAND_bytes(3)`).
package enum SystemRandom {
  /// Draws that many unpredictable bytes; safe from any thread.
  package static func bytes(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      // Fails only when the system has no entropy at all, and then the process must stop.
      precondition(
        RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "the system gives no random bytes")
      written = count
    }
  }
}
