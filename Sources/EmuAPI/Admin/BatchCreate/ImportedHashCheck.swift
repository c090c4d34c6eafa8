/// Production's limits for the parameters of imported hashes, each with its error code.
///
/// A missing parameter counts as zero, as in protocol buffers.
enum ImportedHashCheck {
  /// - Throws: `INVALID_HASH_ALGORITHM`, `EMPTY_HASH_KEY`, `INVALID_HASH_ROUNDS`,
  ///   `INVALID_HASH_MEMORY_COSTS`, `INVALID_HASH_PARAMETER`, `INVALID_ARGON2_…`.
  static func run(_ input: BatchCreateRequest, _ algorithm: String) throws(APIError) {
    switch algorithm {
    // HMAC_SHA512 is accepted without a key, but no password then matches.
    case "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5":
      guard input.signerKey.given != nil else { throw APIError("EMPTY_HASH_KEY") }
    case "HMAC_SHA512", "BCRYPT": break
    case "SHA512", "SHA256", "SHA1": try rounds(input, 1...8192)
    case "MD5": try rounds(input, 0...8192)
    case "PBKDF_SHA1", "PBKDF2_SHA256": try rounds(input, 1...120_000)
    case "SCRYPT":
      try rounds(input, 1...8)
      try check(input.memoryCost, 1...14, APIError("INVALID_HASH_MEMORY_COSTS"))
    case "STANDARD_SCRYPT":
      for value in [input.cpuMemCost, input.blockSize, input.dkLen, input.parallelization] {
        try check(value, 1...Int32.max, APIError("INVALID_HASH_PARAMETER"))
      }
    case "ARGON2":
      let argon2 = input.argon2Parameters
      try check(argon2?.memoryCostKib, 1...32_768, APIError("INVALID_ARGON2_MEMORY_COST"))
      try check(argon2?.iterations, 1...16, APIError("INVALID_ARGON2_ITERATIONS"))
      try check(argon2?.parallelism, 1...16, APIError("INVALID_ARGON2_PARALLELISM"))
      guard let type = argon2?.hashType, type != .unspecified else {
        throw APIError("INVALID_ARGON2_HASH_TYPE")
      }
    default: throw APIError("INVALID_HASH_ALGORITHM")
    }
  }

  private static func rounds(
    _ input: BatchCreateRequest, _ range: ClosedRange<Int32>
  ) throws(APIError) {
    try check(input.rounds, range, APIError("INVALID_HASH_ROUNDS"))
  }

  private static func check(
    _ value: Int32?, _ range: ClosedRange<Int32>, _ error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard range.contains(value ?? 0) else { throw error() }
  }
}
