import EmuTestCBOR
import EmuWebAuthn
import Testing

@Suite struct `CBOR in a passkey` {
  /// WebAuthn §16.2, "None Attestation with ES256": the attestation object.
  static let attestationObject = """
    a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735a
    e7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70
    189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20d
    b90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b
    9220
    """
  static let x = "afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61"
  static let y = "930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220"

  @Test func `CBOR in a passkey has the parts of an attestation object`() throws {
    let object = try CBOR.decode(hex(Self.attestationObject))
    #expect(object["fmt"]?.text == "none")
    #expect(object["attStmt"]?.map?.isEmpty == true)
    #expect(object["authData"]?.bytes?.count == 164)
    #expect(object["other"] == nil)
    #expect(object.encoded == (try hex(Self.attestationObject)))
  }

  @Test func `CBOR in a passkey ends a COSE key before the extensions`() throws {
    let object = try CBOR.decode(hex(Self.attestationObject))
    let data = try #require(object["authData"]?.bytes)
    // 37 bytes of head, an AAGUID of 16, a length of 2 and a credential id of 32 (WebAuthn §6.1,
    // §6.5.1).
    let start = 37 + 16 + 2 + 32
    let extensions: CBOR = ["credProtect": 2]
    let (key, bytesRead) = try CBOR.decodePrefix(of: data[start...] + extensions.encoded)
    #expect(start + bytesRead == data.count)
    // RFC 9053 §7.1.1: kty 2 is EC2, alg -7 is ES256, crv 1 is P-256.
    #expect(key[1]?.integer == 2)
    #expect(key[3]?.integer == -7)
    #expect(key[-1]?.integer == 1)
    #expect(key[-2]?.bytes == (try hex(Self.x)))
    #expect(key[-3]?.bytes == (try hex(Self.y)))
    let made: CBOR = [
      1: 2, 3: -7, -1: 1, -2: .bytes(try hex(Self.x)), -3: .bytes(try hex(Self.y)),
    ]
    #expect(key == made)
    #expect(made.encoded == Array(data[start...]))
  }

  @Test func `CBOR in a passkey returns nil for another kind`() {
    #expect(CBOR.text("1").integer == nil)
    #expect(CBOR.unsigned(.max).integer == nil)
    #expect(CBOR.negative(.max).integer == nil)
    #expect(CBOR.negative(UInt64(Int64.max)).integer == .min)
    #expect(CBOR(integerLiteral: .min) == .negative(UInt64(Int64.max)))
    #expect(CBOR.unsigned(1)[1] == nil)
    #expect(CBOR.bytes([]).text == nil)
    #expect(CBOR.text("").bytes == nil)
    #expect(CBOR.map([]).array == nil)
    #expect(CBOR.array([1, "b"]).array == [.unsigned(1), .text("b")])
    #expect(CBOR.array([]).map == nil)
  }
}
