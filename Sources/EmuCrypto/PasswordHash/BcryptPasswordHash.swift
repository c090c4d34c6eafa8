internal import CCrypt

/// `BCRYPT`: the text `$2b$10$` + 22 characters of salt + 31 of hash; the import's salt is unused.
///
/// Variants `a`, `b` and `y`, which differ for no password that a modern library hashed. As bcrypt
/// does, bytes after the 72nd are ignored.
enum BcryptPasswordHash {
  /// The accepted binary logarithms of the work: at 14 a check takes about a second.
  private static let costRange = 4...14

  static func verifies(password: [UInt8], hash: [UInt8]) throws(CryptoError) -> Bool {
    _ = try storedCost(of: hash)
    // The C string would end at the zero byte and match a shorter password.
    guard !password.contains(0) else { return false }
    let setting = hash.map { CChar(bitPattern: $0) } + [0]
    let computed = try crypt(password, setting: setting)
    // The hash is the last 31 characters.
    return ConstantTime.areEqual(Array(hash.suffix(31)), Array(computed.suffix(31)))
  }

  /// Checks the text's form, and returns the binary logarithm of its work.
  static func storedCost(of hash: [UInt8]) throws(CryptoError) -> Int {
    let text = String(decoding: hash, as: UTF8.self)
    let isPrefixed = ["$2a$", "$2b$", "$2y$"].contains { text.hasPrefix($0) }
    guard hash.count == 60, isPrefixed, hash[6] == UInt8(ascii: "$"),
      hash[4..<6].allSatisfy(\.isDigit),
      let cost = Int(String(decoding: hash[4..<6], as: UTF8.self)),
      // bcrypt's own base64 alphabet.
      hash[7...].allSatisfy({ $0.isLetterOrDigit || "./".utf8.contains($0) })
    else {
      throw CryptoError(.invalidPasswordHash, "a bcrypt hash has the form $2b$10$ + 53 characters")
    }
    return try limited(cost, in: costRange, "the bcrypt cost")
  }

  private static func crypt(_ password: [UInt8], setting: [CChar]) throws(CryptoError) -> [UInt8] {
    // No more than bcrypt reads: libcrypt rejects phrases of more than 512 bytes.
    let phrase = password.prefix(72).map { CChar(bitPattern: $0) } + [0]
    // 32 KiB of scratch memory, too much for a small thread's stack.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    data.initialize(to: crypt_data())
    defer {
      data.deinitialize(count: 1)
      data.deallocate()
    }
    guard let text = crypt_rn(phrase, setting, data, Int32(MemoryLayout<crypt_data>.size)) else {
      throw CryptoError(.libraryFailure, "libcrypt refused the bcrypt setting")
    }
    return Array(String(cString: text).utf8)
  }
}
