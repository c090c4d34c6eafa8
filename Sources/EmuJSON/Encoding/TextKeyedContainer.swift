/// The members of an object that is being written.
struct TextKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TextEncoder
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    encoder.text.add(key.stringValue, in: depth) { $0.null() }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.text.start(key.stringValue, in: depth)
    try encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    let depth = encoder.text.push(.object, key: key.stringValue, in: depth)
    return KeyedEncodingContainer(TextKeyedContainer<Nested>(encoder: encoder, depth: depth))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let depth = encoder.text.push(.array, key: key.stringValue, in: depth)
    return TextUnkeyedContainer(encoder: encoder, depth: depth)
  }

  /// A superclass writes into the same object.
  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder {
    preconditionFailure("a superclass writes into the same object: use superEncoder()")
  }
}

// MARK: - Scalars

// Those of the messages; others are written as values of their type.

extension TextKeyedContainer {
  func encode(_ value: String, forKey key: Key) { add(value, key) }
  func encode(_ value: Bool, forKey key: Key) { add(value, key) }
  func encode(_ value: Double, forKey key: Key) { add(value, key) }
  func encode(_ value: Int, forKey key: Key) { add(value, key) }
  func encode(_ value: Int32, forKey key: Key) { add(value, key) }
  func encode(_ value: Int64, forKey key: Key) { add(value, key) }
  func encode(_ value: UInt32, forKey key: Key) { add(value, key) }

  private func add(_ value: some JSONScalar, _ key: Key) {
    encoder.text.add(key.stringValue, in: depth) { value.write(to: &$0) }
  }
}
