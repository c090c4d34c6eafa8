import Testing

@testable import EmuCrypto

@Suite struct `RSA keys` {
  /// RFC 7515 A.2.1: the signing input and its signature.
  static let signingInput = """
    eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxl\
    LmNvbS9pc19yb290Ijp0cnVlfQ
    """
  static let signature = """
    cC4hiUPoj9Eetdgtv3hF80EGrhuB//dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh+0Qc/lF5YKt/O8W2Fp5\
    jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB++f/nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb\
    1L07Qe7K0GarZRmB/eSN9383LcOLn6/dO++xi12jzDwusC+eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO\
    YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN/IoypGlUPQGe77Rw==
    """

  @Test func `RSA keys sign RS256 as RFC 7515 does`() throws {
    let key = try RSAPrivateKey(key: PrivateKey(pem: vector("rfc7515-a2-private-key.pem")).key)
    let signature = try key.sign(utf8(Self.signingInput), using: .rs256)
    #expect(try signature == base64(Self.signature))
    #expect(
      key.publicKey.isValidSignature(signature, for: utf8(Self.signingInput), using: .rs256))
    #expect(
      !key.publicKey.isValidSignature(signature, for: utf8(Self.signingInput), using: .ps256))
    #expect(!key.publicKey.isValidSignature([], for: utf8(Self.signingInput), using: .rs256))
  }

  // Wycheproof, rsa_pss_2048_sha256_mgf1_32_test.json, tcId 1 and 3.
  @Test(arguments: [
    (
      "",
      """
      4f01e0c12b08625ecac89a69231906edf826380f37c959a96690d046316d68ffce9d5c471694fcebfc6b4553486468
      9256e4fc81c78e583f675d0c94b449647451e81beff01a11a516d5e5ce3f1a910437cb8a3a5096b19fb15f4524a35b
      23d89cdba12cf5b71aac1047b28c562df7c5542c34ce23a182cf7e0e231934b17294799d44877a1d68ef1b8f073619
      b7618e6b7c22db20030d98cf591ffc3d4da5f58613ecd5ecfc3b40a1d02f40891ca43695cd4c088b05a8054c89c595
      a47e274816f35384226f74459ee63e25a1bfc03c360490552ec38343f8ace502f065303b00bc0ec320711b211fde92
      e57feb9013c3609342495ec0d7cabdec21e54acc38
      """
    ),
    (
      "54657374",
      """
      401eb03cdb47ca88033e3030f6bdecbac8f5c8fc1dd6a13d23d379ed9a2b309891d13d74fea9d21d159b9e6d8f37ef
      a2489962e24555f56dd434ff1d31ce4f9f5abd3f22cbea8b691d6a11e44efb83e2bca155e6a164325e0fde2a8865af
      d5c9f51161a9d615f62af7ec2e31b3e5ab649c164490d31d88cfae35b84aea7925690f929a144b6d2f48e8fb894a52
      deecd1b9a6496990c4ecf1588699a42cacd10c53af350514e4291ea9a058e77f101e32c1c0cefa61d945f7bc931f8b
      d19e7ba3169358a60e5a8b0123bc3199b9fdcafe8e519c41ba675491a27b85e44ef2d77277c10fe107293c82901869
      13bc9a99b640d8da041b64f31eab1d35920985f4a5
      """
    ),
  ]) func `RSA keys verify PS256 as Wycheproof has it`(message: String, signature: String) throws {
    let key = try RSAPublicKey(
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
    let key = try RSAPrivateKey(key: PrivateKey(pem: vector("rfc7515-a2-private-key.pem")).key)
    var signature = try key.sign([1, 2, 3], using: scheme)
    #expect(signature.count == 256)
    #expect(key.publicKey.isValidSignature(signature, for: [1, 2, 3], using: scheme))
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2], using: scheme))
    signature[100] ^= 4
    #expect(!key.publicKey.isValidSignature(signature, for: [1, 2, 3], using: scheme))
  }

  @Test func `RSA keys survive DER and PEM and their numbers`() throws {
    let key = try RSAPrivateKey.generate()
    let written = PrivateKey.rsa(key)
    let read = [
      try PrivateKey(der: written.derRepresentation),
      try PrivateKey(pem: written.pemRepresentation),
    ]
    #expect(read.map(\.derRepresentation) == [written, written].map(\.derRepresentation))
    let same = try RSAPublicKey(
      modulus: key.publicKey.modulus, exponent: key.publicKey.exponent)
    #expect(PublicKey.rsa(same) == .rsa(key.publicKey))
    #expect(key.publicKey.modulus.count == 256)
    #expect(key.publicKey.exponent == [1, 0, 1])
    #expect(
      try same.isValidSignature(key.sign([5], using: .rs256), for: [5], using: .rs256))
  }

  @Test func `RSA keys sign from many threads at once`() async throws {
    let key = try RSAPrivateKey(key: PrivateKey(pem: vector("rfc7515-a2-private-key.pem")).key)
    let expected = try base64(Self.signature)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<32 {
        group.addTask { try key.sign(utf8(Self.signingInput), using: .rs256) }
      }
      for try await signature in group { #expect(signature == expected) }
    }
  }

  @Test func `RSA keys have a size within limits`() {
    #expect(throws: CryptoError(.invalidInput, "")) { try RSAPrivateKey.generate(bits: 1024) }
    #expect(throws: CryptoError(.invalidKey, "")) {
      try RSAPublicKey(modulus: [UInt8](repeating: 255, count: 128), exponent: [1, 0, 1])
    }
    #expect(throws: CryptoError(.invalidKey, "")) {
      try RSAPublicKey(modulus: [UInt8](repeating: 255, count: 256), exponent: [2])
    }
    #expect(throws: CryptoError(.invalidKey, "")) { try RSAPublicKey(modulus: [], exponent: []) }
  }
}
