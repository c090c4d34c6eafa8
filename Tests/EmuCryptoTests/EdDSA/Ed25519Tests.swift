import Testing

@testable import EmuCrypto

@Suite struct `Ed25519 keys` {
  // RFC 8032 §7.1, test 3.
  @Test func `Ed25519 keys sign and verify as published`() throws {
    let secret = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"
    let publicKey = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    let message = "af82"
    let signature = """
      6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
      18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
      """
    // RFC 8410 §7: PKCS #8 around the secret.
    let key = try PrivateKey(der: hex("302e020100300506032b657004220420" + secret))
    #expect(try key.publicKey.x == hex(publicKey))
    #expect(try key.sign(hex(message)) == hex(signature))
    let reader = try PublicKey(ed25519: hex(publicKey))
    #expect(try reader.isValidSignature(hex(signature), for: hex(message)))
    #expect(try !reader.isValidSignature(hex(signature), for: hex(message + "00")))
    #expect(!reader.isValidSignature([], for: []))
  }

  @Test func `Ed25519 keys have a length`() throws {
    #expect(throws: CryptoError(.invalidKey, "")) {
      try PublicKey(ed25519: [1, 2])
    }
  }
}
