/// The members of an object that is being written.
struct TextKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TextEncoder
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    start(key)
    encoder.writer.null()
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    start(key)
    try encoder.write(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    start(key)
    let depth = encoder.openObject()
    return KeyedEncodingContainer(TextKeyedContainer<Nested>(encoder: encoder, depth: depth))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    start(key)
    return TextUnkeyedContainer(encoder: encoder, depth: encoder.openArray())
  }

  /// A superclass writes into the same object.
  func superEncoder() -> any Encoder { encoder }

  func superEncoder(forKey key: Key) -> any Encoder {
    preconditionFailure("a superclass writes into the same object: use superEncoder()")
  }

  private func start(_ key: Key) {
    encoder.close(to: depth)
    encoder.writer.key(key.stringValue)
  }
}

// MARK: - Scalars

extension TextKeyedContainer {
  func encode(_ value: String, forKey key: Key) {
    start(key)
    encoder.writer.string(value)
  }
  func encode(_ value: Bool, forKey key: Key) {
    start(key)
    encoder.writer.bool(value)
  }
  func encode(_ value: Double, forKey key: Key) {
    start(key)
    encoder.writer.double(value)
  }
  func encode(_ value: Float, forKey key: Key) {
    start(key)
    encoder.writer.float(value)
  }
  func encode(_ value: Int, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: Int8, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: Int16, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: Int32, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: Int64, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: UInt, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: UInt8, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: UInt16, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: UInt32, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
  func encode(_ value: UInt64, forKey key: Key) {
    start(key)
    encoder.writer.int(value)
  }
}
