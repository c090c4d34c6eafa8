/// Base32 text (RFC 4648 §6), the form of authenticator apps' secrets.
package enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Writes capital letters and digits, without padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Not published, in digits; RFC 4226 recommends 160 bits, which are 32.
  private static let longestSecret = 256

  /// Returns true for the secret of an authenticator app.
  package static func isSecret(_ text: String) -> Bool {
    text.utf8.count <= longestSecret && decode(text)?.isEmpty == false
  }

  /// Decodes letters of either case, with or without padding; nil for anything else.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    let count = digits.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    // One, three or six remaining digits are not a whole number of bytes.
    guard digits.count - count <= 6, ![1, 3, 6].contains(count % 8) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 5 / 8)
    var buffer: UInt32 = 0
    var bits = 0
    for digit in digits[..<count] {
      guard let value = value(of: digit) else { return nil }
      buffer = buffer << 5 | UInt32(value)
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a")
    case UInt8(ascii: "2")...UInt8(ascii: "7"): digit - UInt8(ascii: "2") + 26
    default: nil
    }
  }
}
