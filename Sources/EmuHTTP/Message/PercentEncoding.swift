/// Percent-encoding of URL parts (RFC 3986 §2.1).
package enum PercentEncoding {
  /// Encodes a name or value for a query; everything but unreserved characters is escaped.
  ///
  /// A space becomes `%20`, which every decoder accepts; forms use ``FormFields/encoded``.
  package static func queryComponent(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// Encodes one path segment; `/` is escaped, the sub-delimiters, `:` and `@` are not.
  package static func pathSegment(_ text: String) -> String {
    encode(text) { isUnreserved($0) || pathExtras.contains($0) }
  }

  /// Decodes every valid escape; others are kept and invalid UTF-8 is repaired.
  package static func decode(_ text: Substring) -> String { decode(String(text)) }

  /// Decodes every valid escape; others are kept and invalid UTF-8 is repaired.
  package static func decode(_ text: String) -> String {
    guard text.utf8.contains(ASCII.percent) else { return text }
    return String(decoding: decodeBytes(Array(text.utf8)[...], plusIsSpace: false), as: UTF8.self)
  }

  static func decodeBytes(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == ASCII.percent, let value = escape(in: bytes, at: index) {
        output.append(value)
        index += 3
      } else {
        output.append(byte == ASCII.plus && plusIsSpace ? ASCII.space : byte)
        index += 1
      }
    }
    return output
  }

  static func decodeIfValid(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    for index in bytes.indices
    where bytes[index] == ASCII.percent && escape(in: bytes, at: index) == nil {
      return nil
    }
    return String(validating: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  static func append(
    _ text: String, to output: inout [UInt8], keeping isKept: (UInt8) -> Bool
  ) {
    for byte in text.utf8 {
      if isKept(byte) {
        output.append(byte)
      } else {
        output.append(ASCII.percent)
        output.append(ASCII.hexDigit(byte >> 4))
        output.append(ASCII.hexDigit(byte & 15))
      }
    }
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || unreservedMarks.contains(byte)
  }

  /// A byte that an encoder of forms writes within a name or a value.
  static func isOfEncodedForm(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || formMarks.contains(byte)
  }

  private static let formMarks = Array("%+!'()*".utf8)
  private static let unreservedMarks = Array("-._~".utf8)
  private static let pathExtras = Array("!$&'()*+,;=:@".utf8)

  private static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(isKept) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count * 3)
    append(text, to: &output, keeping: isKept)
    return String(decoding: output, as: UTF8.self)
  }

  private static func escape(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]),
      let low = ASCII.hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }
}
