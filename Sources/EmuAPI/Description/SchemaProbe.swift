internal import EmuJSON

/// A decoder without data that records what a type decodes.
///
/// The compiler's `init(from:)` requests each stored property by name and type. So the types of
/// requests and responses describe themselves.
final class SchemaProbe: Decoder {
  let book: SchemaBook
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// The properties in the order of declaration.
  private(set) var properties = JSONObject()
  private(set) var required: [JSON] = []
  private var optional: Set<String> = []

  init(book: SchemaBook) { self.book = book }

  /// The schema of the type, after it was decoded.
  var schema: JSON {
    var schema: JSONObject = ["type": "object"]
    if !properties.isEmpty { schema["properties"] = .object(properties) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbedMembers<Key>(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaError.undescribed }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw SchemaError.undescribed
  }

  /// Marks a property as optional. Its type is requested next.
  fileprivate func markOptional(_ name: String) { optional.insert(name) }

  fileprivate func value<T: Decodable>(_ type: T.Type, of name: String) throws -> T {
    properties[name] = try book.schema(of: type)
    if !optional.contains(name) { required.append(.string(name)) }
    return try book.placeholder(for: type)
  }
}

/// The reason why a type has no description.
enum SchemaError: Error {
  /// Its decoder does not show what it reads.
  case undescribed
}

/// The members of a probed type: all are present, with a value of any requested type.
private struct ProbedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: SchemaProbe
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }

  /// Called for optional properties only.
  func decodeNil(forKey key: Key) -> Bool {
    probe.markOptional(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try probe.value(type, of: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { throw SchemaError.undescribed }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw SchemaError.undescribed
  }
  /// Members in place of a value belong to the same object.
  func superDecoder() throws -> any Decoder { probe }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaError.undescribed }
}
