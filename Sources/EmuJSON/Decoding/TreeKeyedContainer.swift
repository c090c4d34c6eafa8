/// The members of an object, under the keys of one type.
struct TreeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: TreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
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
  {
    try nestedDecoder(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nestedDecoder(key.stringValue).unkeyedContainer()
  }

  /// A superclass reads from the same object.
  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { nestedDecoder(key.stringValue) }

  private func nestedDecoder(_ name: String) -> TreeDecoder {
    decoder.nestedDecoder(decoder.member(name) ?? .null, at: .key(name))
  }
}

// MARK: - Scalars

// Those of the messages; others are read as values of their type.

extension TreeKeyedContainer {
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.string(key.stringValue)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try decoder.stringIfPresent(key.stringValue)
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(key.stringValue)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decoder.boolIfPresent(key.stringValue)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(key.stringValue)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decoder.doubleIfPresent(key.stringValue)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(key.stringValue)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try decoder.integerIfPresent(key.stringValue)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder.integer(key.stringValue)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try decoder.integerIfPresent(key.stringValue)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder.integer(key.stringValue)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try decoder.integerIfPresent(key.stringValue)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder.integer(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try decoder.integerIfPresent(key.stringValue)
  }
}
