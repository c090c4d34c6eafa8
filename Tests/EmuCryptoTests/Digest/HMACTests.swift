import EmuCrypto
import Testing

@Suite struct `HMAC codes` {
  // RFC 4231 §4.3 (test case 2), all hashes; RFC 2202 test case 2 of MD5 and SHA-1.
  @Test(arguments: [
    (Digest.md5, "750c783e6ab0b503eaa86e310a5db738"),
    (.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
    (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (
      .sha384,
      """
      af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e\
      8e2240ca5e69e2c78b3239ecfab21649
      """
    ),
    (
      .sha512,
      """
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554\
      9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737
      """
    ),
  ]) func `an HMAC code is as published for a short key`(digest: Digest, expected: String) {
    let code = HMAC.code(
      for: utf8("what do ya want for nothing?"), key: utf8("Jefe"), using: digest)
    #expect(Hex.encode(code) == expected)
    #expect(code.count == digest.byteCount)
  }

  @Test func `an HMAC code hashes a key longer than a block`() {
    // RFC 4231 §4.7 (test case 6).
    let code = HMAC.code(
      for: utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
      key: [UInt8](repeating: 0xaa, count: 131), using: .sha256)
    #expect(Hex.encode(code) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func `an HMAC code accepts an empty key and an empty message`() {
    // Published with RFC 2104's description in encyclopaedias; equals HMAC with a zero block.
    for key in [[], [UInt8](repeating: 0, count: 64)] {
      #expect(
        Hex.encode(HMAC.code(for: [], key: key, using: .sha256))
          == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
  }

  @Test(arguments: [Digest.md5, .sha1, .sha256, .sha384, .sha512])
  func `threads compute the same HMAC codes at the same time`(digest: Digest) async {
    for key in [[], [1, 2], [UInt8](repeating: 0xaa, count: 131)] as [[UInt8]] {
      let messages = (0..<200).map { [UInt8](repeating: UInt8($0), count: $0) }
      let codes = messages.map { HMAC.code(for: $0, key: key, using: digest) }
      await withTaskGroup { group in
        for (message, code) in zip(messages, codes) {
          group.addTask {
            #expect(HMAC.code(for: message, key: key, using: digest) == code)
          }
        }
      }
    }
  }
}
