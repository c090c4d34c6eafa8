internal import COpenSSL

/// `STANDARD_SCRYPT`: scrypt as RFC 7914 has it.
package struct StandardScryptPasswordHash: Sendable, Hashable {
  /// N, a power of two (`cpuMemCost`).
  package let cost: Int
  /// r (`blockSize`).
  package let blockSize: Int
  /// p (`parallelization`).
  package let parallelization: Int
  /// Bytes in the hash (`dkLen`).
  package let byteCount: Int

  /// Creates the algorithm from an import's parameters.
  ///
  /// Limits: 128·N·r bytes of memory up to 128 MiB, and N·r·p, which determines the time, up to
  /// 2^22. That is about two seconds, four times the most expensive setting in common use (N =
  /// 2^17, r = 8, p = 1).
  ///
  /// RFC 7914 §2 requires N below 2^(16·r), and libraries reject others.
  ///
  /// - Throws: `costOutOfRange`; `invalidInput` for an N that is not a power of two.
  package init(
    cost: Int, blockSize: Int, parallelization: Int, byteCount: Int
  ) throws(CryptoError) {
    self.cost = try limited(cost, in: 2...(1 << 20), "cpuMemCost")
    guard cost.nonzeroBitCount == 1 else {
      throw CryptoError(.invalidInput, "cpuMemCost is \(cost), which is not a power of two")
    }
    self.blockSize = try limited(blockSize, in: 1...256, "blockSize")
    guard blockSize > 1 || cost < 1 << 16 else {
      throw CryptoError(
        .costOutOfRange,
        "cpuMemCost is \(cost), and with blockSize 1 it must be below 65536 (RFC 7914 §2)")
    }
    self.parallelization = try limited(parallelization, in: 1...256, "parallelization")
    self.byteCount = try limited(byteCount, in: 1...1024, "dkLen")
    _ = try limited(128 * cost * blockSize, in: 0...(128 << 20), "the memory in bytes")
    _ = try limited(
      cost * blockSize * parallelization, in: 0...(1 << 22),
      "cpuMemCost × blockSize × parallelization")
  }

  func hash(password: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    try Scrypt.derive(
      password: password, salt: salt, n: cost, r: blockSize, p: parallelization,
      byteCount: byteCount)
  }
}

/// The key derivation function of RFC 7914.
enum Scrypt {
  /// The maximum memory of one derivation: N = 2^17 with r = 8 just fits.
  static let memoryLimit = 160 << 20

  static func derive(
    password: [UInt8], salt: [UInt8], n: Int, r: Int, p: Int, byteCount: Int
  ) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: byteCount)
    let status = password.withUnsafeBytes { password in
      EVP_PBE_scrypt(
        password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt,
        salt.count, UInt64(n), UInt64(r), UInt64(p), UInt64(memoryLimit), &output, byteCount)
    }
    guard status == 1 else { throw .openSSL(.libraryFailure, "scrypt failed") }
    return output
  }
}
