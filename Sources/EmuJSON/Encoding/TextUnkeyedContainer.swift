/// The elements of an array that is being written.
struct TextUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: TextEncoder
  var count = 0

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() {
    count += 1
    encoder.text.writer.null()
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    count += 1
    try encoder.write(value)
  }

  mutating func encode<S: JSONScalar>(_ value: S) {
    count += 1
    value.write(to: &encoder.text.writer)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  { unsupported() }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unsupported() }
  mutating func superEncoder() -> any Encoder { unsupported() }
}
