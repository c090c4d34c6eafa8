/// The base64url text of RFC 4648 §5, without padding as RFC 7515 §2 requires.
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The same bytes in ordinary base64, with padding (RFC 4648 §4), as headers and options have it.
  package static func encodePadded(_ bytes: [UInt8]) -> String {
    let plain = encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
    return plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
  }

  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    let start = text.count
    let whole = bytes.count / 3
    // Filled by index below: growing by `append` costs a capacity check per character.
    text.append(
      contentsOf: repeatElement(0, count: whole * 4 + [0, 2, 3][bytes.count - whole * 3]))
    // Local, so that the table is looked up once and not per character.
    let table = encoding
    func character(_ group: UInt32) -> UInt8 { table[Int(group & 63)] }
    var source = 0
    var target = start
    for _ in 0..<whole {
      let group =
        UInt32(bytes[source]) << 16 | UInt32(bytes[source + 1]) << 8 | UInt32(bytes[source + 2])
      text[target] = character(group >> 18)
      text[target + 1] = character(group >> 12)
      text[target + 2] = character(group >> 6)
      text[target + 3] = character(group)
      source += 3
      target += 4
    }
    switch bytes.count - source {
    case 1:
      let group = UInt32(bytes[source]) << 4
      text[target] = character(group >> 6)
      text[target + 1] = character(group)
    case 2:
      let group = UInt32(bytes[source]) << 10 | UInt32(bytes[source + 1]) << 2
      text[target] = character(group >> 12)
      text[target + 1] = character(group >> 6)
      text[target + 2] = character(group)
    default: break
    }
  }

  /// Decodes a text; nil if it is invalid.
  ///
  /// Strictly, there is one text per byte string: padding, line breaks, the characters `+` and `/`,
  /// and set bits outside any byte are rejected. Leniently, padding, `+` and `/` and such bits are
  /// accepted, as people and older clients write them.
  package static func decode(_ text: String, lenient: Bool = false) -> [UInt8]? {
    decode(Array(text.utf8), lenient: lenient)
  }

  /// Decodes ASCII characters; nil if they are not base64url.
  package static func decode(
    _ text: some RandomAccessCollection<UInt8>, lenient: Bool = false
  ) -> [UInt8]? {
    var characters = Array(text)
    if lenient {
      while characters.last == UInt8(ascii: "=") { characters.removeLast() }
    }
    let rest = characters.count % 4
    guard rest != 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3 + max(rest - 1, 0))
    let table = lenient ? lenientDecoding : strictDecoding
    // Every invalid character sets the high bit, which is checked once at the end.
    var seen: UInt8 = 0
    var group: UInt32 = 0
    var source = 0
    var target = 0
    while source + 4 <= characters.count {
      for index in source..<source + 4 {
        let value = table[Int(characters[index])]
        seen |= value
        group = group << 6 | UInt32(value & 63)
      }
      bytes[target] = UInt8(truncatingIfNeeded: group >> 16)
      bytes[target + 1] = UInt8(truncatingIfNeeded: group >> 8)
      bytes[target + 2] = UInt8(truncatingIfNeeded: group)
      source += 4
      target += 3
    }
    group = 0
    for index in source..<characters.count {
      let value = table[Int(characters[index])]
      seen |= value
      group = group << 6 | UInt32(value & 63)
    }
    switch rest {
    case 2:
      bytes[target] = UInt8(truncatingIfNeeded: group >> 4)
      if !lenient, group & 15 != 0 { return nil }
    case 3:
      bytes[target] = UInt8(truncatingIfNeeded: group >> 10)
      bytes[target + 1] = UInt8(truncatingIfNeeded: group >> 2)
      if !lenient, group & 3 != 0 { return nil }
    default: break
    }
    return seen < 64 ? bytes : nil
  }
}

// MARK: - Tables

extension Base64URL {
  /// The character of each six bits.
  private static let encoding = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The six bits of each character, or 255.
  private static let strictDecoding: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in encoding.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The same, with the two characters that ordinary base64 has instead.
  private static let lenientDecoding: [UInt8] = {
    var values = strictDecoding
    values[Int(UInt8(ascii: "+"))] = 62
    values[Int(UInt8(ascii: "/"))] = 63
    return values
  }()
}
