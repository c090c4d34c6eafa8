/// Generates identifiers from injected randomness.
package struct IDGenerator: Sendable {
  package var randomBytes: @Sendable (Int) -> [UInt8]

  package init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.randomBytes = randomBytes
  }

  /// Returns a user id as production generates them: 28 letters and digits.
  package func localID() -> String { text(28, from: Self.alphanumeric) }

  /// Letters and digits, each carrying just under six bits.
  package func alphanumeric(_ count: Int) -> String { text(count, from: Self.alphanumeric) }

  package func digits(_ count: Int) -> String { text(count, from: Self.digitBytes) }

  /// Lower-case hexadecimal digits.
  package func hexadecimal(_ count: Int) -> String { text(count, from: Self.hexBytes) }

  package func lowercaseLetters(_ count: Int) -> String { text(count, from: Self.letterBytes) }

  /// Letters, digits, `-` and `_`: six bits each.
  package func urlSafe(_ count: Int) -> String { text(count, from: Self.urlSafeBytes) }

  /// A random (version 4) UUID in lower case (RFC 9562 §5.4).
  package func uuid() -> String {
    var hex = Array(hexadecimal(32).utf8)
    hex[12] = UInt8(ascii: "4")
    hex[16] = Self.hexBytes[8 + Int(randomBytes(1)[0] & 3)]
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(decoding: hex[$0], as: UTF8.self) }.joined(separator: "-")
  }

  /// Returns a generator whose first text has the time in its first eight letters.
  ///
  /// Rows created at about the same time are then adjacent in an index. A transaction that creates
  /// many of them changes few pages, as with version 7 UUIDs (RFC 9562 §6.11).
  package func ordered(by moment: Timestamp) -> IDGenerator {
    let isFirst = LazyValue<Void>()
    let source = randomBytes
    return IDGenerator { count in
      var bytes = source(count)
      isFirst.value {
        // The larger alphabets use six bits of a byte.
        for (index, shift) in stride(from: 42, through: 0, by: -6).enumerated().prefix(count) {
          bytes[index] = UInt8(moment.milliseconds >> shift & 63)
        }
      }
      return bytes
    }
  }

  /// Picks letters from an alphabet by masking and redrawing, so that each is equally likely.
  private func text(_ count: Int, from alphabet: [UInt8]) -> String {
    var mask: UInt8 = 1
    while Int(mask) < alphabet.count - 1 { mask = mask << 1 | 1 }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      // Twice the missing count, so that one draw is nearly always enough.
      for byte in randomBytes((count - result.count) * 2) where result.count < count {
        let index = Int(byte & mask)
        if index < alphabet.count { result.append(alphabet[index]) }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let digitBytes = Array("0123456789".utf8)
  private static let hexBytes = Array("0123456789abcdef".utf8)
  private static let letterBytes = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  private static let alphanumeric = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let urlSafeBytes = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
