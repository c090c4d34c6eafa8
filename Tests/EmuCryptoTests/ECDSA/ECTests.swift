import Testing

@testable import EmuCrypto

@Suite struct `EC keys` {
  // RFC 6979 A.2.5 and A.2.6, message "sample" with the curve's own hash.
  @Test(arguments: [
    (
      ECCurve.p256, "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6",
      "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299",
      """
      EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716
      F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8
      """
    ),
    (
      .p384,
      """
      EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64
      DEF8F0EA9055866064A254515480BC13
      """,
      """
      8015D9B72D7D57244EA8EF9AC0C621896708A59367F9DFB9F54CA84B3F1C9DB1
      288B231C3AE0D4FE7344FD2533264720
      """,
      """
      94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C
      81A648152E44ACF96E36DD1E80FABE46
      99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94F
      A329C145786E679E7B82C71A38628AC8
      """
    ),
  ]) func `EC keys verify as published`(curve: ECCurve, x: String, y: String, signature: String)
    throws
  {
    let key = try ECPublicKey(curve: curve, x: hex(x), y: hex(y))
    #expect(try key.x == hex(x))
    #expect(try key.y == hex(y))
    #expect(try key.isValidSignature(hex(signature), for: utf8("sample")))
    #expect(try !key.isValidSignature(hex(signature), for: utf8("test")))
  }

  @Test(arguments: ECCurve.allCases)
  func `EC keys sign raw, as long as two coordinates`(curve: ECCurve) throws {
    let key = try ECPrivateKey.generate(curve)
    for message in 0..<40 {
      let signature = try key.sign([UInt8(message)])
      #expect(signature.count == 2 * curve.coordinateByteCount)
      #expect(key.publicKey.isValidSignature(signature, for: [UInt8(message)]))
      #expect(!key.publicKey.isValidSignature(signature, for: [99]))
    }
    #expect(key.publicKey.x.count == curve.coordinateByteCount)
    let same = try ECPublicKey(curve: curve, x: key.publicKey.x, y: key.publicKey.y)
    #expect(PublicKey.ec(same) == .ec(key.publicKey))
    #expect(try ECPrivateKey(key: .privateKey(der: key.key.pkcs8)).curve == curve)
  }

  @Test func `EC keys reject signatures that are not raw`() throws {
    let key = try ECPrivateKey(key: PrivateKey(pem: vector("rfc7515-a3-private-key.pem")).key)
    let raw = try key.sign([1])
    // DER of the same numbers (X9.62): SEQUENCE { INTEGER r, INTEGER s }.
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let short = Array(bytes.drop { $0 == 0 })
      let padded = (short.first ?? 0) >= 128 ? [0] + short : short
      return [2, UInt8(padded.count)] + padded
    }
    let numbers = integer(raw[..<32]) + integer(raw[32...])
    let der = [0x30, UInt8(numbers.count)] + numbers
    for wrong in [der, [], Array(raw.dropLast()), raw + [0], [UInt8](repeating: 0, count: 64)] {
      #expect(!key.publicKey.isValidSignature(wrong, for: [1]))
    }
    #expect(key.publicKey.isValidSignature(raw, for: [1]))
  }

  @Test func `EC keys lie on their curve`() throws {
    let key = try ECPrivateKey.generate().publicKey
    var y = key.y
    y[31] ^= 1
    let expected = CryptoError(.invalidKey, "")
    #expect(throws: expected) { try ECPublicKey(curve: .p256, x: key.x, y: y) }
    #expect(throws: expected) { try ECPublicKey(curve: .p384, x: key.x, y: key.y) }
    #expect(throws: expected) { try ECPublicKey(curve: .p256, x: [], y: []) }
  }
}
