import EmuCrypto
import Testing

@Suite struct `HKDF-SHA256` {
  // RFC 5869 A.1 and A.3.
  @Test(arguments: [
    (
      "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      """
      3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf
      34007208d5b887185865
      """
    ),
    (
      "", "",
      """
      8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d
      9d201395faa4b61a96c8
      """
    ),
  ]) func `derives as published`(salt: String, info: String, expected: String) throws {
    let key = try HKDF.sha256(
      secret: [UInt8](repeating: 0x0b, count: 22), salt: hex(salt), info: hex(info),
      byteCount: 42)
    #expect(try key == hex(expected))
  }

  @Test(arguments: [0, -1, 8161]) func `refuses a count out of range`(count: Int) {
    #expect(throws: CryptoError(.invalidInput, "")) {
      try HKDF.sha256(secret: [1], salt: [], info: [], byteCount: count)
    }
  }
}
