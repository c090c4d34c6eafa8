internal import EmuJSON

// Claims as texts, since two texts of one value must both survive.

extension RandomValues {
  /// Numbers in every notation of RFC 8259 §6 that a 64-bit float can hold as a finite value.
  private static let numbers = [
    "0", "-0", "1", "-1", "42", "1.0", "1.50", "-0.5", "0.1", "1e2", "1E5", "1E+05", "25e-1",
    "1e-7", "12345678901234567890", "-98765432109876543210", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551615", "9007199254740993",
    "0.1000000000000000055511151231257827", "3.141592653589793238462643383279",
    "1.7976931348623157e308", "5e-324", "1e-400", "100000000000000000000", "1.0e0", "0.0", "0e9",
  ]

  /// Returns the text of an object with custom claims, of at most 900 bytes.
  package mutating func claims() -> String {
    guard !chance(5) else { return "{}" }
    while true {
      let text = object(depth: 3)
      if text.utf8.count <= 900 { return text }
    }
  }

  /// Returns the text of any JSON value.
  package mutating func json(depth: Int = 2) -> String {
    switch number(depth > 0 ? 0...8 : 2...8) {
    case 0: return object(depth: depth - 1)
    case 1:
      let elements = (0..<number(0...3)).map { _ in space() + json(depth: depth - 1) + space() }
      return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
    case 2, 3: return one(of: Self.numbers)
    case 4: return one(of: ["true", "false"])
    case 5: return "null"
    case 6: return "\"\""
    default: return quoted(text())
    }
  }

  /// Returns the text of an object whose names are no reserved claims.
  private mutating func object(depth: Int) -> String {
    let members = (0..<number(0...4)).map { index in
      let name = quoted("c\(index)" + (chance(30) ? text(12) : ""))
      return space() + name + space() + ":" + space() + json(depth: depth - 1) + space()
    }
    return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
  }

  private mutating func space() -> String {
    chance(85) ? "" : one(of: [" ", "  ", "\n", "\t", "\r\n"])
  }

  /// Returns a text in quotes; some of its characters as escapes that are not required.
  private mutating func quoted(_ text: String) -> String {
    let plain = JSON.string(text).serialized()
    guard chance(20) else { return plain }
    let escaped = text.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: chance(50))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + escaped.joined() + "\""
  }
}
