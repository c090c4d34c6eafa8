import Testing

@testable import EmuCrypto

@Suite struct `Imported password hashes` {
  private static func check(
    _ algorithm: PasswordHashAlgorithm, _ password: String, _ salt: [UInt8], _ hash: [UInt8]
  ) throws {
    func verifies(_ password: String, _ hash: [UInt8]) throws -> Bool {
      try algorithm.verifies(password: utf8(password), salt: salt, hash: hash)
    }
    #expect(try verifies(password, hash))
    #expect(try !verifies(password + "x", hash))
    var changed = hash
    changed[0] ^= 1
    #expect((try? verifies(password, changed)) != true)
    #expect(throws: CryptoError(.invalidPasswordHash, "")) { try verifies("", []) }
  }

  @Test func `an imported HMAC hashes password then salt by default`() throws {
    // RFC 4231 §4.3: key "Jefe", message "what do ya want for nothing?".
    let hash = try hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let plain = try HMACPasswordHash(digest: .sha256, signerKey: utf8("Jefe"))
    try Self.check(.hmac(plain), "what do ya want ", utf8("for nothing?"), hash)
    let other = try HMACPasswordHash(
      digest: .sha256, signerKey: utf8("Jefe"), order: .saltThenPassword)
    try Self.check(.hmac(other), "for nothing?", utf8("what do ya want "), hash)
  }

  @Test func `a digest hashes salt then password by default`() throws {
    // FIPS 180-2: "abc".
    let hash = try hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let plain = try DigestPasswordHash(digest: .sha256, rounds: 1)
    try Self.check(.digest(plain), "bc", utf8("a"), hash)
    let other = try DigestPasswordHash(digest: .sha256, rounds: 1, order: .passwordThenSalt)
    try Self.check(.digest(other), "a", utf8("bc"), hash)
  }

  @Test func `a digest's rounds hash the bytes of the previous round`() throws {
    // SHA-256 twice over "hello", published as Bitcoin's example of a double hash.
    let hash = try hex("9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50")
    let twice = try DigestPasswordHash(digest: .sha256, rounds: 2)
    try Self.check(.digest(twice), "hello", utf8(""), hash)
  }

  @Test func `an imported MD5 is stored as bytes or as hexadecimal text`() throws {
    // RFC 1321 A.5. The text form is what production's SDK tests import with rounds 0.
    let text = "f96b697d7cb7938d525a2f31aaf161d0"
    let md5 = try DigestPasswordHash(digest: .md5, rounds: 0)
    try Self.check(.digest(md5), "digest", utf8("message "), hex(text))
    try Self.check(.digest(md5), "digest", utf8("message "), utf8(text))
    // A recorded import of production.
    for (rounds, text) in [
      (0, "55cdc65af68223b027c695278a18c738"), (1, "95313b2635eaf3e67855ccaa2850af55"),
      (2, "b56357650386975098827e9e72df2d13"),
    ] {
      let md5 = try DigestPasswordHash(digest: .md5, rounds: rounds)
      try Self.check(.digest(md5), "password123", utf8("salt-value-01"), utf8(text))
    }
    let sha1 = try DigestPasswordHash(digest: .sha1, rounds: 1)
    #expect(throws: CryptoError(.invalidPasswordHash, "")) {
      try PasswordHashAlgorithm.digest(sha1).check(
        salt: [], hash: utf8("a9993e364706816aba3e25717850c26c9cd0d89d"))
    }
  }

  // RFC 6070 §2, and for SHA-256 RFC 7914 §11.
  @Test(arguments: [
    (Digest.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
    (
      .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
      "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
    ),
    (
      .sha256, "Password", "NaCl", 80000,
      """
      4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56\
      a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
      """
    ),
  ]) func `imported PBKDF2 is as published`(
    digest: Digest, password: String, salt: String, rounds: Int, hash: String
  ) throws {
    let algorithm = try PBKDF2PasswordHash(digest: digest, rounds: rounds)
    try Self.check(.pbkdf2(algorithm), password, utf8(salt), hex(hash))
  }

  // The README of Firebase's scrypt, and firebase-admin-node, test/integration/auth.spec.ts.
  @Test(arguments: [
    (
      "user1password", "42xEC+ixf3L2lw==",
      """
      lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==
      """
    ),
    (
      "password", "TmFDbA==",
      """
      V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==
      """
    ),
  ]) func `Firebase's scrypt is as published`(password: String, salt: String, hash: String) throws {
    let algorithm = PasswordHashAlgorithm.firebaseScrypt(try Self.firebaseScrypt())
    try Self.check(algorithm, password, base64(salt), base64(hash))
  }

  static func firebaseScrypt() throws -> FirebaseScryptPasswordHash {
    try FirebaseScryptPasswordHash(
      signerKey: base64(
        """
        jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==
        """), saltSeparator: base64("Bw=="), rounds: 8, memoryCost: 14)
  }

  @Test func `imported standard scrypt is as published`() throws {
    // RFC 7914 §12, the second vector.
    let hash = """
      fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
      2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
      """
    let algorithm = try StandardScryptPasswordHash(
      cost: 1024, blockSize: 8, parallelization: 16, byteCount: 64)
    try Self.check(.standardScrypt(algorithm), "password", utf8("NaCl"), hex(hash))
  }
}
