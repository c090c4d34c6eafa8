/// The members of an object, under the keys of one type.
struct TreeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TreeDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.object.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { decoder.member(key.stringValue) != nil }
  func decodeNil(forKey key: Key) -> Bool { decoder.presentMember(key.stringValue) == nil }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.value(type, key.stringValue)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try decoder.valueIfPresent(type, key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { unsupported() }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { unsupported() }

  /// A superclass reads from the same object.
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) -> any Decoder { unsupported() }
}

// MARK: - Scalars

// Those of the messages; others are read as values of their type.

extension TreeKeyedContainer {
  func decode(_: String.Type, forKey key: Key) throws -> String { try scalar(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }

  // Without the inlining, the scalar's type is looked up at run time for each member.
  @inline(__always)
  private func scalar<S: JSONScalar>(_ key: Key) throws -> S {
    try decoder.scalar(key.stringValue)
  }

  @inline(__always)
  private func optional<S: JSONScalar>(_ key: Key) throws -> S? {
    try decoder.scalarIfPresent(key.stringValue)
  }
}
