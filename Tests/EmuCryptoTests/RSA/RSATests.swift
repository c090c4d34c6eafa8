import Testing

@testable import EmuCrypto

@Suite struct `RSA keys` {
  private static func key() throws -> PrivateKey {
    try PrivateKey(pem: vector("rfc7515-a2-private-key.pem"))
  }

  // Wycheproof, rsa_pss_2048_sha256_mgf1_32_test.json, tcId 3.
  @Test func `RSA keys verify PS256 as Wycheproof has it`() throws {
    let message = "54657374"
    let signature = """
      401eb03cdb47ca88033e3030f6bdecbac8f5c8fc1dd6a13d23d379ed9a2b309891d13d74fea9d21d159b9e6d8f37ef
      a2489962e24555f56dd434ff1d31ce4f9f5abd3f22cbea8b691d6a11e44efb83e2bca155e6a164325e0fde2a8865af
      d5c9f51161a9d615f62af7ec2e31b3e5ab649c164490d31d88cfae35b84aea7925690f929a144b6d2f48e8fb894a52
      deecd1b9a6496990c4ecf1588699a42cacd10c53af350514e4291ea9a058e77f101e32c1c0cefa61d945f7bc931f8b
      d19e7ba3169358a60e5a8b0123bc3199b9fdcafe8e519c41ba675491a27b85e44ef2d77277c10fe107293c82901869
      13bc9a99b640d8da041b64f31eab1d35920985f4a5
      """
    let key = try PublicKey(
      modulus: hex(
        """
        00a2b451a07d0aa5f96e455671513550514a8a5b462ebef717094fa1fee82224e637f9746d3f7cafd31878d80325
        b6ef5a1700f65903b469429e89d6eac8845097b5ab393189db92512ed8a7711a1253facd20f79c15e8247f3d3e42
        e46e48c98e254a2fe9765313a03eff8f17e1a029397a1fa26a8dce26f490ed81299615d9814c22da610428e09c7d
        9658594266f5c021d0fceca08d945a12be82de4d1ece6b4c03145b5d3495d4ed5411eb878daf05fd7afc3e09ada0
        f1126422f590975a1969816f48698bcbba1b4d9cae79d460d8f9f85e7975005d9bc22c4e5ac0f7c1a45d12569a62
        807d3b9a02e5a530e773066f453d1f5b4c2e9cf7820283f742b9d5
        """), exponent: [1, 0, 1])
    #expect(try key.isValidSignature(hex(signature), for: hex(message), using: .ps256))
    #expect(try !key.isValidSignature(hex(signature), for: hex(message + "00"), using: .ps256))
    #expect(try !key.isValidSignature(hex(signature), for: hex(message), using: .rs256))
  }

  @Test(arguments: [RSASignatureScheme.rs256, .rs384, .rs512, .ps256])
  func `RSA keys verify only their own signatures`(scheme: RSASignatureScheme) throws {
    let key = try Self.key()
    var signature = try key.sign([1, 2, 3], using: scheme)
    #expect(signature.count == 256)
    #expect(key.publicKey.isValidSignature(signature, for: [1, 2, 3], using: scheme))
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2], using: scheme))
    signature[100] ^= 4
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2, 3], using: scheme))
  }

  @Test func `RSA keys are the same from their numbers`() throws {
    let key = try PrivateKey.generate(.rsa)
    let same = try PublicKey(modulus: key.publicKey.modulus, exponent: key.publicKey.exponent)
    #expect(same == key.publicKey)
    #expect(key.publicKey.modulus.count == 256)
    #expect(key.publicKey.exponent == [1, 0, 1])
    #expect(try same.isValidSignature(key.sign([5], using: .rs256), for: [5], using: .rs256))
  }

  @Test func `RSA keys sign from many threads at once`() async throws {
    let key = try Self.key()
    let message = utf8("message")
    let expected = try key.sign(message, using: .rs256)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<32 { group.addTask { try key.sign(message, using: .rs256) } }
      for try await signature in group { #expect(signature == expected) }
    }
  }

  @Test func `RSA keys have a size within limits`() {
    #expect(throws: CryptoError(.invalidKey, "")) {
      try PublicKey(modulus: [UInt8](repeating: 255, count: 128), exponent: [1, 0, 1])
    }
    #expect(throws: CryptoError(.invalidKey, "")) {
      try PublicKey(modulus: [UInt8](repeating: 255, count: 256), exponent: [2])
    }
    #expect(throws: CryptoError(.invalidKey, "")) { try PublicKey(modulus: [], exponent: []) }
  }
}
