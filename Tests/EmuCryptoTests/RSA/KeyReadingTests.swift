import Testing

@testable import EmuCrypto

@Suite struct `Reading keys` {
  @Test func `reading keys distinguishes their kinds`() throws {
    let rsa = try PrivateKey(pem: vector("rfc7515-a2-private-key.pem"))
    let ec = try PrivateKey(pem: vector("rfc7515-a3-private-key.pem"))
    let ed = try PrivateKey(pem: PrivateKey.generate(.ed25519).pemRepresentation)
    #expect([rsa, ec, ed].map(\.kind) == [.rsa, .ec(.p256), .ed25519])
    for key in [rsa, ec, ed] {
      let publicKey = key.publicKey
      #expect(try PublicKey(der: publicKey.derRepresentation) == publicKey)
      #expect(try PublicKey(pem: publicKey.pemRepresentation) == publicKey)
      #expect(try PrivateKey(der: key.derRepresentation).publicKey == publicKey)
      let read = try PrivateKey(pem: key.pemRepresentation)
      #expect(read.derRepresentation == key.derRepresentation)
    }
  }

  @Test func `a key is written as PEM as it was read`() throws {
    let text = try vector("rfc7515-a2-private-key.pem")
    #expect(try PrivateKey(pem: text).pemRepresentation == text)
  }

  @Test(arguments: [[], [0], [0x30, 0], [0x30, 0x82, 0xff, 0xff], Array("junk".utf8)])
  func `reading keys rejects junk`(der: [UInt8]) {
    #expect(throws: CryptoError(.invalidKey, "")) { try PrivateKey(der: der) }
    #expect(throws: CryptoError(.invalidKey, "")) { try PublicKey(der: der) }
    #expect(throws: CryptoError(.invalidCertificate, "")) { try X509Certificate(der: der) }
  }

  @Test func `reading keys rejects bytes after a key`() throws {
    let key = try PrivateKey(pem: vector("rfc7515-a3-private-key.pem"))
    #expect(throws: CryptoError(.invalidKey, "")) {
      try PrivateKey(der: key.derRepresentation + [0])
    }
  }

  @Test(arguments: [
    "", "junk", "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\n????\n-----END",
    "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n"
      + "-----END RSA PRIVATE KEY-----\n",
  ]) func `reading keys rejects broken or encrypted PEM`(text: String) {
    #expect(throws: CryptoError(.invalidInput, "")) { try PrivateKey(pem: text) }
  }

  @Test func `reading keys leaves nothing in the error queue for the next failure`() throws {
    let failures = (0..<2).map { _ in
      #expect(throws: CryptoError.self) { try PrivateKey(der: [1, 2, 3]) }?.openSSLErrors
    }
    #expect(failures[0]?.isEmpty == false)
    #expect(failures[0] == failures[1])
  }
}
