/// A 64-bit integer that JSON carries as text, as proto3's mapping wants it.
///
/// Written as `"1700000000"`; read from that or from a bare number.
package struct Int64String: Sendable, Hashable, Comparable {
  /// The integer.
  package var value: Int64

  /// Wraps an integer.
  package init(_ value: Int64) { self.value = value }

  /// Compares the integers.
  package static func < (left: Int64String, right: Int64String) -> Bool {
    left.value < right.value
  }
}

extension Int64String: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Wraps an integer.
  package init(integerLiteral value: Int64) { self.value = value }

  /// The decimal digits.
  package var description: String { String(value) }
}

extension Int64String: Codable {
  /// Takes digits in a string, or a number.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if !(decoder is TreeDecoder),
      let value = (try? container.decode(String.self)).flatMap(Int64.init)
    {
      self.value = value
    } else {
      value = try container.decode(Int64.self)
    }
  }

  /// Writes digits in a string.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
