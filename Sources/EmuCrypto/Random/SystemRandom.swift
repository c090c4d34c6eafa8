internal import COpenSSL

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
