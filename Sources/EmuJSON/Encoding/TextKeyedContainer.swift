/// The members of an object that is being written.
struct TextKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TextEncoder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    encoder.text.add(key.stringValue) { $0.null() }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.text.writer.key(key.stringValue)
    try encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  { unsupported() }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unsupported() }

  /// A superclass writes into the same object.
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { unsupported() }
}

// MARK: - Scalars

// Those of the messages; others are written as values of their type.

extension TextKeyedContainer {
  func encode(_ value: String, forKey key: Key) { add(value, key) }
  func encode(_ value: Bool, forKey key: Key) { add(value, key) }
  func encode(_ value: Double, forKey key: Key) { add(value, key) }
  func encode(_ value: Float, forKey key: Key) { add(value, key) }
  func encode(_ value: Int, forKey key: Key) { add(value, key) }
  func encode(_ value: Int32, forKey key: Key) { add(value, key) }
  func encode(_ value: Int64, forKey key: Key) { add(value, key) }
  func encode(_ value: UInt32, forKey key: Key) { add(value, key) }

  // Without the inlining, the scalar's type is looked up at run time for each member.
  @inline(__always)
  private func add(_ value: some JSONScalar, _ key: Key) {
    encoder.text.add(key.stringValue) { value.write(to: &$0) }
  }
}
