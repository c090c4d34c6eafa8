extension BatchCreateRequest {
  /// Checks the parameters of the hashes against production's limits, each with its error code.
  ///
  /// A missing parameter counts as zero, as in protocol buffers.
  ///
  /// - Throws: `INVALID_HASH_ALGORITHM`, `EMPTY_HASH_KEY`, `INVALID_HASH_ROUNDS`,
  ///   `INVALID_HASH_MEMORY_COSTS`, `INVALID_HASH_PARAMETER`, `INVALID_ARGON2_…`.
  func checkParameters(of algorithm: String) throws(APIError) {
    switch algorithm {
    // HMAC_SHA512 is accepted without a key, but no password then matches.
    case "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5":
      guard signerKey.given != nil else { throw APIError("EMPTY_HASH_KEY") }
    case "HMAC_SHA512", "BCRYPT": break
    case "SHA512", "SHA256", "SHA1": try checkRounds(1...8192)
    case "MD5": try checkRounds(0...8192)
    case "PBKDF_SHA1", "PBKDF2_SHA256": try checkRounds(1...120_000)
    case "SCRYPT":
      try checkRounds(1...8)
      try check(memoryCost, 1...14, APIError("INVALID_HASH_MEMORY_COSTS"))
    case "STANDARD_SCRYPT":
      for value in [cpuMemCost, blockSize, dkLen, parallelization] {
        try check(value, 1...Int32.max, APIError("INVALID_HASH_PARAMETER"))
      }
    case "ARGON2":
      let argon2 = argon2Parameters
      try check(argon2?.memoryCostKib, 1...32_768, APIError("INVALID_ARGON2_MEMORY_COST"))
      try check(argon2?.iterations, 1...16, APIError("INVALID_ARGON2_ITERATIONS"))
      try check(argon2?.parallelism, 1...16, APIError("INVALID_ARGON2_PARALLELISM"))
      guard let type = argon2?.hashType, type != .unspecified else {
        throw APIError("INVALID_ARGON2_HASH_TYPE")
      }
    default: throw APIError("INVALID_HASH_ALGORITHM")
    }
  }

  private func checkRounds(_ range: ClosedRange<Int32>) throws(APIError) {
    try check(rounds, range, APIError("INVALID_HASH_ROUNDS"))
  }

  private func check(
    _ value: Int32?, _ range: ClosedRange<Int32>, _ error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard range.contains(value ?? 0) else { throw error() }
  }
}
