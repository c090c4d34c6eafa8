/// Encodes types as JSON text, directly into the bytes of the response.
///
/// Nil fields are omitted, as by synthesized conformances. Made for those conformances, without nested
/// containers.
package enum JSONEncoding {
  /// Returns the JSON text of a value in UTF-8.
  ///
  /// - Parameter capacity: the bytes to reserve; a good estimate saves copies.
  /// - Throws: the errors of a type's own `encode(to:)`; synthesized ones throw nothing.
  package static func encode(_ value: some Encodable, capacity: Int = 512) throws -> [UInt8] {
    let encoder = TextEncoder(JSONTextWriter(capacity: capacity))
    try encoder.write(value)
    return encoder.text.writer.bytes
  }

  /// The tree of a value.
  ///
  /// - Throws: As ``encode(_:capacity:)``.
  package static func tree(of value: some Encodable) throws -> JSON {
    try JSON(parsing: encode(value), options: JSONParsingOptions(maximumDepth: 512))
  }
}
