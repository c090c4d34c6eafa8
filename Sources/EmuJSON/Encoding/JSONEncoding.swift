/// Encodes types as JSON text, straight into the bytes of the answer.
///
/// Nil fields are left out, as synthesized conformances ask for. Made for those conformances: a
/// container must not be written to after its parent has gone on.
package enum JSONEncoding {
  /// The JSON text of a value in UTF-8.
  ///
  /// - Parameter capacity: The bytes to reserve; a good guess saves copies.
  /// - Throws: What a type's own `encode(to:)` throws; synthesized ones throw nothing.
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
