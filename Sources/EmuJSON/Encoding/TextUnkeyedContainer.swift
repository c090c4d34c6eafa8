/// The elements of an array that is being written.
struct TextUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: TextEncoder
  let depth: Int
  var count = 0

  init(encoder: TextEncoder, depth: Int) {
    self.encoder = encoder
    self.depth = depth
  }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() {
    start()
    encoder.writer.null()
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    start()
    try encoder.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    start()
    let depth = encoder.openObject()
    return KeyedEncodingContainer(TextKeyedContainer<Nested>(encoder: encoder, depth: depth))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    start()
    return TextUnkeyedContainer(encoder: encoder, depth: encoder.openArray())
  }

  mutating func superEncoder() -> any Encoder {
    preconditionFailure("a superclass writes into an object, not into an array")
  }

  private mutating func start() {
    encoder.close(to: depth)
    count += 1
  }
}

// MARK: - Scalars

extension TextUnkeyedContainer {
  mutating func encode(_ value: String) {
    start()
    encoder.writer.string(value)
  }
  mutating func encode(_ value: Bool) {
    start()
    encoder.writer.bool(value)
  }
  mutating func encode(_ value: Double) {
    start()
    encoder.writer.double(value)
  }
  mutating func encode(_ value: Float) {
    start()
    encoder.writer.float(value)
  }
  mutating func encode(_ value: Int) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: Int8) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: Int16) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: Int32) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: Int64) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: UInt) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: UInt8) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: UInt16) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: UInt32) {
    start()
    encoder.writer.int(value)
  }
  mutating func encode(_ value: UInt64) {
    start()
    encoder.writer.int(value)
  }
}
