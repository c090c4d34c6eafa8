/// The error of a JSON text, or of a value that does not fit its type.
///
/// Errors about the text have ``offset``, ``line`` and ``column``. Errors about a value have
/// ``path``, and where they apply ``expected`` and ``found``. From these parts, a response in
/// another form (Google's, say) can be built.
package struct JSONError: Error, Sendable {
  package let code: Code
  /// The failure as a sentence without a location, such as `a comma or } must follow the member`.
  package var message: String
  /// Bytes before the failure, for errors about the text.
  package var offset: Int?
  /// The line of the failure, counted from 1, for errors about the text.
  package var line: Int?
  /// The byte within the line, counted from 1, for errors about the text.
  package var column: Int?
  /// The failure in the words of Google's front end, with the text around it; nil where its words
  /// are not known.
  package var frontEndText: String?
  /// The field, such as `users[3].email`; empty for the document itself.
  package var path: String?
  package var expected: JSONType?
  /// The Swift type that was expected where an object was, without its module.
  package var expectedType: String?
  package var found: JSON?
  /// The known fields, in the order of the type, where the failure is an unknown field.
  package var fields: [String] = []
  /// The error that a type's own decoding threw, if one did.
  package var underlying: (any Error)?

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension JSONError {
  package enum Code: Sendable {
    /// The text does not follow the grammar.
    case syntax
    case unexpectedEnd
    case trailingContent
    /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
    case invalidUnicode
    /// Arrays and objects are nested too deeply.
    case tooDeep
    /// A number is beyond the range of a double.
    case outOfRange
    case tooLarge
    /// A value has another type than the field, or does not fit it.
    case typeMismatch
    /// A value has the right type but the field's own type rejects it.
    case invalidValue
    /// A required field is absent or null.
    case missingField
    case unknownField
  }
}

extension JSONError: CustomStringConvertible {
  /// The location and the failure, in a sentence for the author of the document.
  package var description: String {
    var place = ""
    if let line, let column {
      place = "line \(line), column \(column): "
    } else if let offset {
      place = "byte \(offset): "
    }
    if let path, !path.isEmpty { place += "\(path): " }
    return place + message
  }
}

extension JSONError {
  /// The path with every key in snake_case, as Google's own messages spell it.
  package var protoPath: String? {
    guard let path else { return nil }
    var result: [UInt8] = []
    for byte in path.utf8 {
      if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
        if let last = result.last, last != UInt8(ascii: "."), last != UInt8(ascii: "_") {
          result.append(UInt8(ascii: "_"))
        }
        result.append(byte | 0x20)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
