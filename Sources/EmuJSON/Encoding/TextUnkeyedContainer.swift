/// The elements of an array that is being written.
struct TextUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: TextEncoder
  let depth: Int
  var count = 0

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() {
    count += 1
    encoder.text.add(nil, in: depth) { $0.null() }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    count += 1
    encoder.text.start(nil, in: depth)
    try encoder.write(value)
  }

  mutating func encode<S: JSONScalar>(_ value: S) {
    count += 1
    encoder.text.add(nil, in: depth) { value.write(to: &$0) }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    count += 1
    let depth = encoder.text.push(.object, key: nil, in: depth)
    return KeyedEncodingContainer(TextKeyedContainer<Nested>(encoder: encoder, depth: depth))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    let depth = encoder.text.push(.array, key: nil, in: depth)
    return TextUnkeyedContainer(encoder: encoder, depth: depth)
  }

  mutating func superEncoder() -> any Encoder {
    preconditionFailure("a superclass writes into an object, not into an array")
  }
}
