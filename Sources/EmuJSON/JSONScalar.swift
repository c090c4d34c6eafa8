/// A type whose values are JSON values without parts, which both coders read and write directly.
protocol JSONScalar: Codable {
  /// The type as messages name it.
  static var jsonType: JSONType { get }

  /// Reads a value; nil for one of another type that the options do not convert.
  init?(_ json: JSON, _ options: JSONDecoding.Options)

  func write(to writer: inout JSONTextWriter)
}

extension String: JSONScalar {
  static var jsonType: JSONType { .string }

  /// Reads a string, or if allowed a number.
  init?(_ json: JSON, _ options: JSONDecoding.Options) {
    switch json {
    case .string(let text): self = text
    case .int, .double:
      guard options.acceptsScalars else { return nil }
      self = json.serialized()
    default: return nil
    }
  }

  func write(to writer: inout JSONTextWriter) { writer.string(self) }
}

extension Bool: JSONScalar {
  static var jsonType: JSONType { .bool }

  /// Reads `true` and `false`, and if allowed the texts and numbers that protocol buffers read as a
  /// truth value.
  init?(_ json: JSON, _ options: JSONDecoding.Options) {
    switch json {
    case .bool(let value): self = value
    case .string(let text) where options.acceptsBoolStrings:
      switch text.lowercased() {
      case "true", "t", "yes", "y", "1": self = true
      case "false", "f", "no", "n", "0": self = false
      default: return nil
      }
    case .int where options.acceptsScalars: self.init(.string(json.serialized()), options)
    default: return nil
    }
  }

  func write(to writer: inout JSONTextWriter) { writer.bool(self) }
}

extension Double: JSONScalar {
  static var jsonType: JSONType { .double }

  /// Reads a number, or a string with one in JSON's own form.
  init?(_ json: JSON, _ options: JSONDecoding.Options) {
    var number: JSON? = json
    if case .string(let text) = json { number = JSON(numberIn: text) }
    guard let value = number?.double else { return nil }
    self = value
  }

  func write(to writer: inout JSONTextWriter) { writer.double(self) }
}

extension Float: JSONScalar {
  static var jsonType: JSONType { .float }

  init?(_ json: JSON, _ options: JSONDecoding.Options) {
    guard let value = Double(json, options).map(Float.init), value.isFinite else { return nil }
    self = value
  }

  func write(to writer: inout JSONTextWriter) { writer.double(Double(description) ?? 0) }
}

/// Traps where a type uses a part of `Codable` that no type of the messages uses.
func unsupported() -> Never {
  preconditionFailure("the coders of JSON have no nested containers")
}

// MARK: - Integers

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONScalar where Self: FixedWidthInteger {
  static var jsonType: JSONType {
    guard isSigned else { return .integer }
    return bitWidth == 64 ? .int64 : bitWidth == 32 ? .int32 : .integer
  }

  /// Reads an integral number in range, or a string with one.
  init?(_ json: JSON, _ options: JSONDecoding.Options) {
    let value: Self? =
      switch json {
      case .int(let value): Self(exactly: value)
      case .double: json.int.flatMap { Self(exactly: $0) }
      case .literal(let text): Self(text) ?? json.int.flatMap { Self(exactly: $0) }
      case .string(let text): Self(text) ?? JSON(numberIn: text).flatMap { Self($0, options) }
      default: nil
      }
    guard let value else { return nil }
    self = value
  }

  func write(to writer: inout JSONTextWriter) {
    if let value = Int64(exactly: self) { writer.int(value) } else { writer.int(self) }
  }
}

extension JSON {
  /// Creates the number of a text in JSON's own form; nil for another text.
  ///
  /// Double's own parser would also accept "nan", "inf" and hexadecimal.
  fileprivate init?(numberIn text: String) {
    guard text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }), let value = try? JSON(parsing: text),
      value.type == .number
    else { return nil }
    self = value
  }
}
