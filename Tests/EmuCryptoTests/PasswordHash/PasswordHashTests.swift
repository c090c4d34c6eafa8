import Testing

@testable import EmuCrypto

@Suite struct `Imported password hashes` {
  /// One published hash with its source, algorithm and input.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let algorithm: PasswordHashAlgorithm
    let password: String
    let salt: String
    let hash: [UInt8]

    init(
      _ source: String, _ algorithm: PasswordHashAlgorithm, _ password: String, _ salt: String,
      _ hash: [UInt8]
    ) {
      (testDescription, self.algorithm) = (source, algorithm)
      (self.password, self.salt, self.hash) = (password, salt, hash)
    }
  }

  static func check(_ row: Row) throws {
    let salt = utf8(row.salt)
    #expect(
      try row.algorithm.verifies(password: utf8(row.password), salt: salt, hash: row.hash))
    #expect(
      try !row.algorithm.verifies(password: utf8(row.password + "x"), salt: salt, hash: row.hash))
    var changed = row.hash
    changed[0] ^= 1
    #expect(
      (try? row.algorithm.verifies(password: utf8(row.password), salt: salt, hash: changed))
        != true)
    #expect(throws: CryptoError(.invalidPasswordHash, "")) {
      try row.algorithm.verifies(password: [], salt: salt, hash: [])
    }
  }

  @Test func `an imported HMAC hashes password then salt by default`() throws {
    // RFC 4231 §4.3: key "Jefe", message "what do ya want for nothing?".
    let hash = try hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let plain = try HMACPasswordHash(digest: .sha256, signerKey: utf8("Jefe"))
    try Self.check(Row("RFC 4231", .hmac(plain), "what do ya want ", "for nothing?", hash))
    let other = try HMACPasswordHash(
      digest: .sha256, signerKey: utf8("Jefe"), order: .saltThenPassword)
    try Self.check(Row("RFC 4231", .hmac(other), "for nothing?", "what do ya want ", hash))
  }

  @Test func `a digest hashes salt then password by default`() throws {
    // FIPS 180-2: "abc".
    let hash = try hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let plain = try DigestPasswordHash(digest: .sha256, rounds: 1)
    try Self.check(Row("FIPS 180-2", .digest(plain), "bc", "a", hash))
    let other = try DigestPasswordHash(digest: .sha256, rounds: 1, order: .passwordThenSalt)
    try Self.check(Row("FIPS 180-2", .digest(other), "a", "bc", hash))
  }

  @Test func `a digest's rounds hash the bytes of the previous round`() throws {
    // SHA-256 twice over "hello", published as Bitcoin's example of a double hash.
    let hash = try hex("9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50")
    let twice = try DigestPasswordHash(digest: .sha256, rounds: 2)
    try Self.check(Row("double SHA-256", .digest(twice), "hello", "", hash))
  }

  @Test func `an imported MD5 is stored as bytes or as hexadecimal text`() throws {
    // RFC 1321 A.5. The text form is what production's SDK tests import with rounds 0.
    let text = "f96b697d7cb7938d525a2f31aaf161d0"
    let md5 = try DigestPasswordHash(digest: .md5, rounds: 0)
    try Self.check(Row("RFC 1321", .digest(md5), "digest", "message ", hex(text)))
    try Self.check(Row("RFC 1321", .digest(md5), "digest", "message ", utf8(text)))
    // A recorded import of production.
    for (rounds, text) in [
      (0, "55cdc65af68223b027c695278a18c738"), (1, "95313b2635eaf3e67855ccaa2850af55"),
      (2, "b56357650386975098827e9e72df2d13"),
    ] {
      let md5 = try DigestPasswordHash(digest: .md5, rounds: rounds)
      try Self.check(
        Row("\(rounds) rounds", .digest(md5), "password123", "salt-value-01", utf8(text)))
    }
    let sha1 = try DigestPasswordHash(digest: .sha1, rounds: 1)
    #expect(throws: CryptoError(.invalidPasswordHash, "")) {
      try PasswordHashAlgorithm.digest(sha1).check(
        salt: [], hash: utf8("a9993e364706816aba3e25717850c26c9cd0d89d"))
    }
  }

  // RFC 6070 §2, and for SHA-256 RFC 7914 §11.
  @Test(arguments: [
    (Digest.sha1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
    (.sha1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
    (.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
    (
      .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
      "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
    ),
    (
      .sha256, "passwd", "salt", 1,
      """
      55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
      49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
      """
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
    try Self.check(Row("RFC", .pbkdf2(algorithm), password, salt, hex(hash)))
  }

  @Test func `Firebase's imported scrypt is as its README has it`() throws {
    let algorithm = PasswordHashAlgorithm.firebaseScrypt(try Self.firebaseScrypt())
    let salt = try base64("42xEC+ixf3L2lw==")
    let hash = try base64(
      """
      lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==
      """)
    #expect(try algorithm.hash(password: utf8("user1password"), salt: salt) == hash)
    #expect(try algorithm.verifies(password: utf8("user1password"), salt: salt, hash: hash))
    #expect(try !algorithm.verifies(password: utf8("user2password"), salt: salt, hash: hash))
  }

  @Test func `Firebase's imported scrypt is as the Admin SDK's own test has it`() throws {
    // firebase-admin-node, test/integration/auth.spec.ts: password "password", salt "NaCl".
    let hash = try base64(
      """
      V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==
      """)
    try Self.check(
      Row("Admin SDK", .firebaseScrypt(Self.firebaseScrypt()), "password", "NaCl", hash))
  }

  static func firebaseScrypt() throws -> FirebaseScryptPasswordHash {
    try FirebaseScryptPasswordHash(
      signerKey: base64(
        """
        jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==
        """),
      saltSeparator: base64("Bw=="), rounds: 8, memoryCost: 14)
  }

  // RFC 7914 §12.
  @Test(arguments: [
    (
      16, 1, 1, "", "",
      """
      77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
      fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
      """
    ),
    (
      1024, 8, 16, "password", "NaCl",
      """
      fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
      2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
      """
    ),
    (
      16384, 8, 1, "pleaseletmein", "SodiumChloride",
      """
      7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
      d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
      """
    ),
  ]) func `imported standard scrypt is as published`(
    cost: Int, blockSize: Int, parallelization: Int, password: String, salt: String, hash: String
  ) throws {
    let algorithm = try StandardScryptPasswordHash(
      cost: cost, blockSize: blockSize, parallelization: parallelization, byteCount: 64)
    try Self.check(Row("RFC 7914", .standardScrypt(algorithm), password, salt, hex(hash)))
  }
}
