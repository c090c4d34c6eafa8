extension PasswordHashAlgorithm {
  /// The maximum time of a check on a request thread, in microseconds.
  private static let quick = 1000

  /// Returns true when a password check is too slow for a thread with other requests.
  ///
  /// Depends on algorithm and parameters alone, measured on a slow machine.
  ///
  /// - Parameter hash: the stored hash; bcrypt's contains its cost, and PBKDF2's has any length.
  package func isSlow(for hash: [UInt8]) -> Bool { microseconds(for: hash) > Self.quick }

  /// Returns the estimated time of one check, by the iterations of each algorithm.
  private func microseconds(for hash: [UInt8]) -> Int {
    switch self {
    case .hmac: 1
    case .digest(let algorithm): algorithm.rounds / 2
    case .pbkdf2(let algorithm):
      // Each round is two digests, for each block of the output.
      max(algorithm.rounds, 1)
        * ((hash.count + algorithm.digest.byteCount - 1)
          / algorithm.digest.byteCount)
    case .firebaseScrypt(let algorithm): (1 << algorithm.memoryCost) * algorithm.rounds / 2
    case .standardScrypt(let algorithm):
      algorithm.cost * algorithm.blockSize * algorithm.parallelization / 2
    case .bcrypt: ((try? BcryptPasswordHash.storedCost(of: hash)).map { 1 << $0 } ?? 0) * 60
    case .argon2(let algorithm): algorithm.iterations * algorithm.memoryKiB
    }
  }
}
