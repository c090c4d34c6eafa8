extension JSON {
  /// The string, from a string or if allowed from a number.
  func decodedString(_ options: JSONDecoding.Options) -> String? {
    switch self {
    case .string(let text): text
    case .int, .double: options.acceptsScalars ? serialized() : nil
    default: nil
    }
  }

  /// The truth value, from `true` and `false` and if allowed from the texts and numbers that protocol
  /// buffers read as one.
  func decodedBool(_ options: JSONDecoding.Options) -> Bool? {
    switch self {
    case .bool(let value): value
    case .string(let text) where options.acceptsBoolStrings:
      switch text.lowercased() {
      case "true", "t", "yes", "y", "1": true
      case "false", "f", "no", "n", "0": false
      default: nil
      }
    case .int where options.acceptsScalars: JSON.string(serialized()).decodedBool(options)
    default: nil
    }
  }

  /// The integer, from an integral number in range or from its decimal digits.
  func decodedInteger<I: FixedWidthInteger>() -> I? {
    switch self {
    case .int(let value): I(exactly: value)
    case .double: int.flatMap { I(exactly: $0) }
    case .literal(let text): I(text) ?? int.flatMap { I(exactly: $0) }
    case .string(let text): I(text) ?? Self.number(text)?.decodedInteger()
    default: nil
    }
  }

  /// The number, from a number or from a string with one in JSON's own form.
  func decodedDouble() -> Double? {
    guard case .string(let text) = self else { return double }
    return Self.number(text)?.double
  }

  /// Returns the number of a text; nil for another text.
  ///
  /// Double's own parser would also accept "nan", "inf" and hexadecimal.
  private static func number(_ text: String) -> JSON? {
    (try? JSON(parsing: text)).flatMap { $0.type == .number ? $0 : nil }
  }
}

extension JSONType {
  /// The name of an integer type in messages.
  static func integer<I: FixedWidthInteger>(_ type: I.Type) -> JSONType {
    guard I.isSigned else { return .integer }
    return I.bitWidth == 64 ? .int64 : I.bitWidth == 32 ? .int32 : .integer
  }
}

extension JSON {
  /// The value as JSON text for a message: whole if it is short, else cut or only hinted at.
  var excerpt: String {
    switch self {
    case .array(let elements): return elements.isEmpty ? "[]" : "[…]"
    case .object(let object): return object.isEmpty ? "{}" : "{…}"
    case .string(let text) where text.utf8.count > 72:
      return JSON.string(String(text.prefix(64)) + "…").serialized()
    default: return serialized()
    }
  }
}

extension Int64 {
  /// Creates the integer that a double is; nil if it is not one or does not fit.
  ///
  /// The standard library's own conversion rounds through libm, which this module avoids.
  init?(integral value: Double) {
    guard value >= -0x1p63, value < 0x1p63 else { return nil }
    let truncated = Int64(value)
    guard Double(truncated) == value else { return nil }
    self = truncated
  }
}
