internal import COpenSSL

/// `PBKDF_SHA1`, `PBKDF2_SHA256`: PBKDF2 with HMAC (RFC 8018 §5.2).
///
/// A check derives as many bytes as the stored hash has.
package struct PBKDF2PasswordHash: Sendable, Hashable {
  /// The hash under the HMAC: SHA-1 or SHA-256.
  package let digest: Digest
  /// Iterations; 0 and 1 both mean one.
  package let rounds: Int

  /// Creates the algorithm from an import's parameters.
  ///
  /// - Throws: `costOutOfRange` for rounds outside 0…120000, production's limits.
  package init(digest: Digest, rounds: Int) throws(CryptoError) {
    self.digest = digest
    self.rounds = try limited(rounds, in: 0...120_000, "rounds")
  }

  func hash(password: [UInt8], salt: [UInt8], byteCount: Int) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    let status = password.withUnsafeBytes { password in
      PKCS5_PBKDF2_HMAC(
        password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count), salt,
        Int32(salt.count), Int32(max(rounds, 1)), digest.method.pointer, Int32(output.count),
        &output)
    }
    guard status == 1 else { throw .openSSL(.libraryFailure, "PBKDF2 failed") }
    return output
  }
}
