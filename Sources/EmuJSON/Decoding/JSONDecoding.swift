/// Decodes types from JSON with the leniencies of proto3's JSON mapping that real clients rely on.
///
/// - A key matches in camelCase or in snake_case, at every depth.
/// - `null` means that the field is absent.
/// - Integers and floating-point numbers may be texts.
/// - Everything else keeps its type, unless an option converts it.
///
/// Made for conformances that the compiler synthesizes.
package enum JSONDecoding {
  /// The options beyond the fixed rules.
  package struct Options: Sendable, Hashable {
    var rejectsUnknownFields = false
    /// True when texts such as `"true"`, `"yes"` and `"0"` are booleans.
    package var acceptsBoolStrings = false
    /// True when a number is read as a text or truth value, and a single value as a list of one.
    package var acceptsScalars = false
    /// True when fields that only the server sets are not read, see ``OutputOnly``.
    package var dropsOutputOnly = false
    /// True when the last of two spellings of a member counts, not the exact one, and texts of a
    /// published format are read in their canonical form, see ``TextFormat``.
    package var isCanonical = false

    /// For requests: fields of newer clients pass.
    package static let lenient = Options()
    /// The rules of requests in the JSON of protocol buffers.
    package static let protocolBuffers = Options(acceptsBoolStrings: true)

    package static let rejectingUnknownFields = Options(rejectsUnknownFields: true)
  }

  /// Decodes a value from a tree.
  ///
  /// - Throws: `typeMismatch`, `invalidValue`, `missingField`, `unknownField`, each with its path.
  package static func decode<T: Decodable>(
    _ type: T.Type, from tree: JSON, options: Options = .lenient
  ) throws(JSONError) -> T {
    try decodeReportingUnknownFields(type, from: tree, options: options).value
  }

  /// Parses a strict text and decodes a value from it.
  ///
  /// - Throws: The parser's codes; `typeMismatch`, `invalidValue`, `missingField`, `unknownField`.
  package static func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], options: Options = .lenient
  ) throws(JSONError) -> T {
    try decode(type, from: JSON(parsing: bytes), options: options)
  }

  /// Decodes a value from a tree and names the fields that its type does not have.
  ///
  /// The paths have the sender's spelling, such as `users[3].nickname`.
  ///
  /// - Throws: `typeMismatch`, `invalidValue`, `missingField`, `unknownField`, each with its path.
  package static func decodeReportingUnknownFields<T: Decodable>(
    _ type: T.Type, from tree: JSON, options: Options = .lenient
  ) throws(JSONError) -> (value: T, unknownFields: [String]) {
    let session = TreeDecoder.Session(options: options)
    let value = try decode(type, from: tree, in: session)
    return (value, session.mistakes.compactMap(\.unknownField?.path))
  }

  /// Decodes a value from a tree, and goes on after a member that cannot be read, up to 100 of them.
  ///
  /// - Parameters:
  ///   - name: the name of the value, with which paths begin.
  ///   - mistakes: receives every part that the type does not accept, in the order of the document.
  ///
  /// - Throws: the first error of decoding the members in the order of the type.
  package static func decode<T: Decodable>(
    _ type: T.Type, from tree: JSON, at name: String? = nil, options: Options = .lenient,
    mistakes: inout [JSONMistake]
  ) throws(JSONError) -> T {
    let session = TreeDecoder.Session(options: options, collectsMistakes: true)
    defer { mistakes += session.mistakes }
    let value = try decode(type, from: tree, at: name, in: session)
    if let error = session.firstError { throw error }
    return value
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, from tree: JSON, at name: String? = nil, in session: TreeDecoder.Session
  ) throws(JSONError) -> T {
    let root = name.map { _ in
      TreeDecoder(.null, parent: nil, component: .root, session: session)
    }
    let decoder = TreeDecoder(
      tree, parent: root, component: name.map { .key($0) } ?? .root, session: session)
    do {
      return try decoder.run(type)
    } catch {
      throw session.firstError ?? decoder.translated(error)
    }
  }
}
