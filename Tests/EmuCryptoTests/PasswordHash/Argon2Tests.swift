import Testing

@testable import EmuCrypto

@Suite struct `Imported Argon2 hashes` {
  // RFC 9106 §5.1 to §5.3.
  @Test(arguments: [
    (
      Argon2PasswordHash.Variant.d,
      "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"
    ), (.i, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
    (.id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
  ]) func `Argon2 hashes are as expected`(variant: Argon2PasswordHash.Variant, tag: String) throws {
    let algorithm = try Argon2PasswordHash(
      variant: variant, iterations: 3, memoryKiB: 32, parallelism: 4, byteCount: 32,
      associatedData: [UInt8](repeating: 4, count: 12))
    let hash = try algorithm.derive(
      password: [UInt8](repeating: 1, count: 32), salt: [UInt8](repeating: 2, count: 16),
      secret: [UInt8](repeating: 3, count: 8))
    #expect(try hash == hex(tag))
  }

  // The reference implementation's src/test.c: password "password", salt "somesalt".
  @Test(arguments: [
    (
      Argon2PasswordHash.Variant.id, Argon2PasswordHash.Version.v13, 1,
      "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"
    ), (.id, .v13, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
    (.i, .v13, 1, "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
    (.i, .v10, 1, "fd4dd83d762c49bdeaf57c47bdcd0c2f1babf863fdeb490df63ede9975fccf06"),
  ]) func `imported Argon2 hashes verify passwords`(
    variant: Argon2PasswordHash.Variant, version: Argon2PasswordHash.Version, lanes: Int,
    hash: String
  ) throws {
    let algorithm = PasswordHashAlgorithm.argon2(
      try Argon2PasswordHash(
        variant: variant, version: version, iterations: 2, memoryKiB: 256, parallelism: lanes,
        byteCount: 32))
    let salt = utf8("somesalt")
    #expect(try algorithm.verifies(password: utf8("password"), salt: salt, hash: hex(hash)))
    #expect(try !algorithm.verifies(password: utf8("passwort"), salt: salt, hash: hex(hash)))
    #expect(throws: CryptoError(.invalidInput, "")) {
      try algorithm.verifies(password: [], salt: utf8("short"), hash: hex(hash))
    }
  }
}
