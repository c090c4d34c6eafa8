internal import EmuJSON

// Texts with secrets at any position: sentences, addresses, nested addresses.

extension SecretMask {
  /// Masks the values of secret names in a text, and possible tokens.
  mutating func masked(text: String) -> String {
    guard let first = text.utf8.first(where: { $0 > 32 }), "{[".utf8.contains(first) else {
      return masked(plain: text)
    }
    return (try? JSON(parsing: text)).map { masked($0).serialized() } ?? masked(unparsed: text)
  }

  /// Masks the values of `name=value` and possible tokens.
  mutating func masked(plain text: String) -> String {
    let assigns = text.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "%") }
    let named = assigns ? assigned(text) : text
    let shown = Self.maskedTokens(in: named)
    if shown != named { hasHidden = true }
    return shown
  }

  /// Masks the value of each `name=value` with a secret name.
  ///
  /// The equals sign may be escaped, as in an address that is a parameter of another.
  private mutating func assigned(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard let sign = Self.sign(Self.equals, in: bytes, at: position) else {
        result.append(bytes[position])
        position += 1
        continue
      }
      let name = Self.name(endingIn: result)
      let start = position + sign
      result += bytes[position..<start]
      position = start
      guard Self.isSecret(name) else { continue }
      let end = Self.endOfValue(bytes, from: start)
      result += hidden(String(decoding: bytes[start..<end], as: UTF8.self)).utf8
      position = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the name at the end of a text, without the digits of a preceding escape.
  ///
  /// In `%3FoobCode` and in the twice escaped `%253FoobCode` the name is `oobCode`.
  private static func name(endingIn text: [UInt8]) -> String {
    var start = text.endIndex
    while start > 0, isNameByte(text[start - 1]) { start -= 1 }
    var name = text[start...]
    if start > 0, text[start - 1] == UInt8(ascii: "%") {
      while name.starts(with: "25".utf8) { name = name.dropFirst(2) }
      name = name.dropFirst(2)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let equals = ["=", "%3D", "%3d", "%253D", "%253d"].map { Array($0.utf8) }
  private static let separators = ["&", "%26", "%2526", "#", "%23", "%2523"].map { Array($0.utf8) }

  /// Returns the length of the sign at a position; nil for none.
  private static func sign(_ signs: [[UInt8]], in bytes: [UInt8], at position: Int) -> Int? {
    switch bytes[position] {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "%"):
      signs.first { bytes[position...].starts(with: $0) }?.count
    default: nil
    }
  }

  /// Returns the end of a value. Unencoded claims contain quotes and spaces; other values end at
  /// them.
  private static func endOfValue(_ bytes: [UInt8], from start: Int) -> Int {
    let isDocument = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    var position = start
    while position < bytes.count, sign(separators, in: bytes, at: position) == nil {
      if !isDocument, bytes[position] <= 32 || quotes.contains(bytes[position]) { break }
      position += 1
    }
    return position
  }

  private static let quotes = Set("\"'<>".utf8)

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Masks possible tokens, signed or unsigned, at any position of a text.
  static func maskedTokens(in text: String) -> String {
    guard text.utf8.count >= shortestToken else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var end = 0
    var position = 0
    while position + shortestToken <= bytes.count {
      guard isTokenStart(bytes, at: position) else {
        position += 1
        continue
      }
      let run = bytes[position...].prefix { isNameByte($0) || $0 == UInt8(ascii: ".") }
      position = run.endIndex
      guard run.count >= shortestToken else { continue }
      result += bytes[end..<run.startIndex] + run.prefix(6) + "…".utf8
      end = position
    }
    guard end > 0 else { return text }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Returns true at `eyJ`, which is `{"` in base64url.
  private static func isTokenStart(_ bytes: [UInt8], at position: Int) -> Bool {
    bytes[position] == UInt8(ascii: "e") && bytes[position + 1] == UInt8(ascii: "y")
      && bytes[position + 2] == UInt8(ascii: "J")
  }

  /// Shorter texts are words.
  private static let shortestToken = 24
}
