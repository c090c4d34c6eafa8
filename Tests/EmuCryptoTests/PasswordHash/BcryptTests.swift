import EmuCrypto
import Testing

@Suite struct `Imported bcrypt hashes` {
  private let algorithm = PasswordHashAlgorithm.bcrypt

  // The test table of Openwall's crypt_blowfish (wrapper.c).
  @Test(arguments: [
    ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
    ("U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
    ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
    ("", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy"),
    (
      """
      0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are \
      ignored
      """, "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui"
    ),
  ]) func `imported bcrypt hashes verify under each prefix`(password: String, hash: String) throws {
    for prefix in ["$2a$", "$2b$", "$2y$"] {
      let stored = utf8(prefix + hash.dropFirst(4))
      #expect(try algorithm.verifies(password: utf8(password), salt: [], hash: stored))
      #expect(try !algorithm.verifies(password: utf8("x" + password), salt: [], hash: stored))
    }
  }

  @Test func `imported bcrypt hashes verify bytes that are not UTF-8`() throws {
    let stored = utf8("$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e")
    #expect(try algorithm.verifies(password: [0xff, 0xff, 0xa3], salt: [], hash: stored))
  }

  @Test func `imported bcrypt hashes do not treat a zero byte as the end of the password`() throws {
    let stored = utf8("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
    #expect(try !algorithm.verifies(password: utf8("U*U\0x"), salt: [], hash: stored))
  }

  @Test(arguments: [
    (
      "$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      CryptoError.Code.costOutOfRange
    ), ("$2a$15$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .costOutOfRange),
    ("$2a$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .costOutOfRange),
    ("$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", .invalidPasswordHash),
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", .invalidPasswordHash),
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe:", .invalidPasswordHash),
    ("$1$aaaaaaaa$bbbbbbbbbbbbbbbbbbbbbb", .invalidPasswordHash), ("", .invalidPasswordHash),
  ]) func `malformed and costly bcrypts are rejected`(hash: String, code: CryptoError.Code) throws {
    #expect(throws: CryptoError(code, "")) { try algorithm.check(salt: [], hash: utf8(hash)) }
    #expect(throws: CryptoError(code, "")) {
      try algorithm.verifies(password: [], salt: [], hash: utf8(hash))
    }
  }
}
