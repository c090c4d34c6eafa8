import EmuCrypto
import Testing

@Suite struct `Limits of imported password hashes` {
  static let tooExpensive = CryptoError(.costOutOfRange, "")
  static let invalid = CryptoError(.invalidInput, "")

  @Test(arguments: [(Digest.md5, -1), (.md5, 8193), (.sha1, 0), (.sha256, 8193), (.sha512, .max)])
  func `the rounds of an imported digest are limited`(digest: Digest, rounds: Int) {
    #expect(throws: Self.tooExpensive) { try DigestPasswordHash(digest: digest, rounds: rounds) }
  }

  @Test(arguments: [-1, 120_001, Int.max]) func `the rounds of PBKDF2 are limited`(rounds: Int) {
    #expect(throws: Self.tooExpensive) { try PBKDF2PasswordHash(digest: .sha256, rounds: rounds) }
  }

  @Test(arguments: [(0, 14), (9, 14), (8, 0), (8, 15), (.max, 1)])
  func `the costs of Firebase's imported scrypt are limited`(rounds: Int, memoryCost: Int) {
    #expect(throws: Self.tooExpensive) {
      try FirebaseScryptPasswordHash(
        signerKey: [1], saltSeparator: [], rounds: rounds, memoryCost: memoryCost)
    }
  }

  @Test(arguments: [
    (1 << 21, 1, 1, 64), (1 << 20, 8, 1, 64), (1 << 17, 8, 8, 64), (2, 0, 1, 64), (2, 1, 0, 64),
    (2, 1, 1, 0), (2, 1, 1, 1025), (0, 1, 1, 1), (-2, 1, 1, 1), (2, .max, .max, 1),
  ]) func `the costs of plain scrypt are limited`(cost: Int, block: Int, lanes: Int, count: Int) {
    #expect(throws: Self.tooExpensive) {
      try StandardScryptPasswordHash(
        cost: cost, blockSize: block, parallelization: lanes, byteCount: count)
    }
  }

  @Test func `scrypt's N is a power of two, and the most expensive one works`() throws {
    #expect(throws: Self.invalid) {
      try StandardScryptPasswordHash(cost: 3, blockSize: 1, parallelization: 1, byteCount: 8)
    }
    let mostExpensive = try StandardScryptPasswordHash(
      cost: 1 << 17, blockSize: 8, parallelization: 1, byteCount: 8)
    #expect(
      try !PasswordHashAlgorithm.standardScrypt(mostExpensive).verifies(
        password: [1], salt: [2], hash: [UInt8](repeating: 0, count: 8)))
  }

  @Test(arguments: [
    (0, 64, 1, 32), (17, 64, 1, 32), (1, 7, 1, 32), (1, 32_769, 1, 32), (1, 64, 0, 32),
    (1, 1024, 17, 32), (1, 8, 2, 32), (1, 64, 1, 3), (1, 64, 1, 1025),
  ]) func `the costs of Argon2 are limited`(iterations: Int, memory: Int, lanes: Int, count: Int) {
    #expect(throws: Self.tooExpensive) {
      try Argon2PasswordHash(
        variant: .id, iterations: iterations, memoryKiB: memory, parallelism: lanes,
        byteCount: count)
    }
  }

  @Test func `a hash with parameters that no import has is rejected`() {
    #expect(throws: Self.invalid) { try HMACPasswordHash(digest: .sha256, signerKey: []) }
  }
}
