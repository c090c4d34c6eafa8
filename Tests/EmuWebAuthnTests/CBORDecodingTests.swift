import EmuTestCBOR
import EmuWebAuthn
import Testing

@Suite struct `CBOR items` {
  /// The rows with items that authenticators write: no tags, no floating-point numbers, no
  /// `undefined`, and no indefinite lengths.
  static let written = appendixA.filter { row in
    !["c", "d", "f7", "f9", "fa", "fb", "5f", "7f", "9f", "bf"].contains { row.hex.hasPrefix($0) }
      && !row.hex.hasSuffix("ff") && !row.hex.contains("9f02")
      || row.hex.hasSuffix("ffffffffffffffff")
  }

  @Test func `CBOR items have all their vectors`() {
    // Table 6 has 82 rows; the three unassigned simple values are below.
    #expect(appendixA.count == 79)
    #expect(Self.written.count == 37)
    for row in appendixA where !Self.written.contains(where: { $0.hex == row.hex }) {
      let error = #expect(throws: WebAuthnError.self) { try CBOR.decode(try hex(row.hex)) }
      #expect(error?.message.hasPrefix("malformed") == true, "\(row.hex)")
    }
  }

  @Test(arguments: written)
  func `CBOR items have the meaning of RFC 8949, also when written, and when whole`(
    hexadecimal: String, diagnostic: String
  ) throws {
    let bytes = try hex(hexadecimal)
    let value = try CBOR.decode(bytes)
    #expect(value.diagnostic == diagnostic)
    #expect(value.encoded == bytes)
    let (prefix, bytesRead) = try CBOR.decodePrefix(of: bytes + [0xff, 0x00])
    #expect(prefix == value)
    #expect(bytesRead == bytes.count)
    for count in 0..<bytes.count {
      let error = #expect(throws: WebAuthnError.self) { try CBOR.decode(Array(bytes[..<count])) }
      #expect(error?.message.hasPrefix("truncated") == true)
    }
  }

  @Test func `CBOR items are nil as another kind`() {
    #expect(CBOR.text("1").integer == nil)
    #expect(CBOR.unsigned(.max).integer == nil)
    #expect(CBOR.negative(.max).integer == nil)
    #expect(CBOR.negative(UInt64(Int64.max)).integer == .min)
    #expect(CBOR(integerLiteral: .min) == .negative(UInt64(Int64.max)))
    #expect(CBOR.unsigned(1)[1] == nil)
    #expect(CBOR.bytes([]).text == nil && CBOR.text("").bytes == nil)
    #expect(CBOR.map([:]).array == nil && CBOR.array([]).map == nil)
  }
}

@Suite struct `CBOR that is rejected` {
  @Test(arguments: [
    ("", "truncated", 0),
    // Appendix F of RFC 8949 lists these under "not well-formed".
    ("1c", "malformed", 0), ("1d", "malformed", 0), ("1e", "malformed", 0), ("3c", "malformed", 0),
    ("5c", "malformed", 0), ("7e", "malformed", 0), ("9d", "malformed", 0), ("bc", "malformed", 0),
    ("dc", "malformed", 0), ("fc", "malformed", 0), ("fd", "malformed", 0), ("fe", "malformed", 0),
    ("f800", "malformed", 0), ("f801", "malformed", 0), ("f818", "malformed", 0),
    ("f81f", "malformed", 0), ("f814", "malformed", 0), ("5f00ff", "malformed", 0),
    ("ff", "malformed", 0), ("81ff", "malformed", 1), ("8200ff", "malformed", 2),
    ("a1ff", "malformed", 1), ("a100ff", "malformed", 2), ("9f81ff", "malformed", 0),
    ("bf00ff", "malformed", 0), ("c000", "malformed", 0), ("1f", "malformed", 0),
    ("3f", "malformed", 0), ("df", "malformed", 0),
    // Simple values without a meaning, well-formed though they are (table 6 has all three).
    ("f0", "malformed", 0), ("f8ff", "malformed", 0), ("e0", "malformed", 0),
    ("0000", "trailingBytes", 1), ("f6f6", "trailingBytes", 1), ("a201020103", "duplicateKey", 3),
    ("a2810103810104", "duplicateKey", 4), ("6180", "invalidText", 0), ("62c328", "invalidText", 0),
    ("63eda080", "invalidText", 0), ("9affffffff", "truncated", 0),
    ("bbffffffffffffffff", "truncated", 0), ("9bffffffffffffffff", "truncated", 0),
    ("5bffffffffffffffff00", "truncated", 0), ("7b7fffffffffffffff00", "truncated", 0),
    ("82000000", "trailingBytes", 3),
  ]) func `CBOR that is rejected has a reason and an offset`(
    hexadecimal: String, kind: String, offset: Int
  ) throws {
    let bytes = try hex(hexadecimal)
    let error = #expect(throws: WebAuthnError.self) { try CBOR.decode(bytes) }
    #expect(error?.message.hasPrefix("\(kind) at byte \(offset): ") == true)
  }

  @Test(arguments: [[0x81], [0xa1, 0x00]])
  func `CBOR nested deeper than the limit is rejected`(opening: [UInt8]) throws {
    let limit = CBOR.maximumDepth
    func nested(_ depth: Int) -> [UInt8] { (0..<depth).flatMap { _ in opening } + [0x00] }
    func rejection(_ bytes: [UInt8]) -> String? {
      #expect(throws: WebAuthnError.self) { try CBOR.decode(bytes) }?.message
    }
    #expect(throws: Never.self) { try CBOR.decode(nested(limit)) }
    #expect(rejection(nested(limit + 1))?.hasPrefix("tooDeep") == true)
    #expect(rejection((0..<30_000).flatMap { _ in opening })?.hasPrefix("tooDeep") == true)
  }

  @Test func `CBOR longer than the limit is rejected`() throws {
    let longest = [UInt8](repeating: 1, count: CBOR.maximumLength - 3)
    let head: [UInt8] = [0x59, UInt8(longest.count >> 8), UInt8(longest.count & 0xff)]
    #expect(try CBOR.decode(head + longest) == .bytes(longest))
    let error = #expect(throws: WebAuthnError.self) { try CBOR.decode(head + longest + [1]) }
    #expect(error?.message.hasPrefix("tooLarge") == true)
  }

  @Test func `CBOR of any bytes never crashes`() {
    // A linear congruential sequence (Knuth's MMIX numbers): the same in every run.
    var state: UInt64 = 1
    var refused = 0
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: state >> 56))
      }
      do {
        let (value, bytesRead) = try CBOR.decodePrefix(of: bytes)
        #expect((1...24).contains(bytesRead))
        _ = value.encoded
      } catch {
        refused += 1
      }
    }
    #expect((1..<20_000).contains(refused))
  }
}
