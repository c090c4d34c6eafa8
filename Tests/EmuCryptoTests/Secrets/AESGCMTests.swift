import EmuCrypto
import Testing

@Suite struct `AES-256-GCM` {
  // McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 13, 14 and 16.
  @Test(arguments: [
    (
      "0000000000000000000000000000000000000000000000000000000000000000",
      "000000000000000000000000", "", "", "530f8afbc74536b9a963b4f1c4cb738b"
    ),
    (
      "0000000000000000000000000000000000000000000000000000000000000000",
      "000000000000000000000000", "00000000000000000000000000000000", "",
      "cea7403d4d606b6e074ec5d3baf39d18 d0d1c8a799996bf0265b98b5d48ab919"
    ),
    (
      "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888",
      """
      d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
      1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
      """,
      "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      """
      522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
      8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
      76fc6ece0f4e1768cddf8853bb2d551b
      """
    ),
  ]) func `seals as published and opens again`(
    key: String, nonce: String, plain: String, data: String, sealed: String
  ) throws {
    let cipher = try AESGCM(key: hex(key))
    let result = try cipher.seal(hex(plain), nonce: hex(nonce), authenticating: hex(data))
    #expect(try result == hex(sealed))
    #expect(try cipher.open(result, nonce: hex(nonce), authenticating: hex(data)) == hex(plain))
  }

  @Test func `opens nothing that was changed`() throws {
    let cipher = try AESGCM(key: [UInt8](repeating: 1, count: 32))
    let nonce = [UInt8](repeating: 2, count: 12)
    let sealed = try cipher.seal(utf8("secret"), nonce: nonce, authenticating: [9])
    let expected = CryptoError(.authenticationFailed, "")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: expected) { try cipher.open(changed, nonce: nonce, authenticating: [9]) }
    }
    #expect(throws: expected) { try cipher.open(sealed, nonce: nonce) }
    #expect(throws: expected) {
      try cipher.open(sealed, nonce: [UInt8](repeating: 3, count: 12), authenticating: [9])
    }
    #expect(throws: expected) { try cipher.open([1, 2, 3], nonce: nonce) }
  }

  @Test func `refuses keys and nonces of another length`() throws {
    let expected = CryptoError(.invalidInput, "")
    #expect(throws: expected) { try AESGCM(key: [UInt8](repeating: 1, count: 16)) }
    let cipher = try AESGCM(key: [UInt8](repeating: 1, count: 32))
    #expect(throws: expected) { try cipher.seal([], nonce: []) }
  }
}
