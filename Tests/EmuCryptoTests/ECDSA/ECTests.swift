import Testing

@testable import EmuCrypto

@Suite struct `EC keys` {
  // RFC 6979 A.2.6, message "sample" with SHA-384. Of P-256, `JWTVerifierTests` has an example.
  @Test func `EC keys verify as published`() throws {
    let x = try hex(
      """
      EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64
      DEF8F0EA9055866064A254515480BC13
      """)
    let y = try hex(
      """
      8015D9B72D7D57244EA8EF9AC0C621896708A59367F9DFB9F54CA84B3F1C9DB1
      288B231C3AE0D4FE7344FD2533264720
      """)
    let signature = try hex(
      """
      94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C
      81A648152E44ACF96E36DD1E80FABE46
      99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94F
      A329C145786E679E7B82C71A38628AC8
      """)
    let key = try PublicKey(curve: .p384, x: x, y: y)
    #expect(key.x == x && key.y == y)
    #expect(key.isValidSignature(signature, for: utf8("sample")))
    #expect(!key.isValidSignature(signature, for: utf8("test")))
  }

  @Test(arguments: ECCurve.allCases)
  func `EC keys sign raw, as long as two coordinates`(curve: ECCurve) throws {
    let key = try PrivateKey.generate(.ec(curve))
    for message in 0..<40 {
      let signature = try key.sign([UInt8(message)])
      #expect(signature.count == 2 * curve.coordinateByteCount)
      #expect(key.publicKey.isValidSignature(signature, for: [UInt8(message)]))
      #expect(!key.publicKey.isValidSignature(signature, for: [99]))
    }
    #expect(key.publicKey.x.count == curve.coordinateByteCount)
    let same = try PublicKey(curve: curve, x: key.publicKey.x, y: key.publicKey.y)
    #expect(same == key.publicKey)
    #expect(try PrivateKey(der: key.derRepresentation).kind == .ec(curve))
  }

  @Test func `EC keys reject signatures that are not raw`() throws {
    let key = try PrivateKey(pem: vector("rfc7515-a3-private-key.pem"))
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
    let key = try PrivateKey.generate(.ec(.p256)).publicKey
    var y = key.y
    y[31] ^= 1
    let expected = CryptoError(.invalidKey, "")
    #expect(throws: expected) { try PublicKey(curve: .p256, x: key.x, y: y) }
    #expect(throws: expected) { try PublicKey(curve: .p384, x: key.x, y: key.y) }
    #expect(throws: expected) { try PublicKey(curve: .p256, x: [], y: []) }
  }
}
