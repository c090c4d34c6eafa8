internal import COpenSSL

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
