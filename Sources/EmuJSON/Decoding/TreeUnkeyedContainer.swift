/// The elements of an array, one after the other.
struct TreeUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: TreeDecoder
  let elements: [JSON]
  var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current("a value").isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let result = try decoder.decode(type, try current("a value"), at: .index(currentIndex))
    currentIndex += 1
    return result
  }

  mutating func decode<S: JSONScalar>(_ type: S.Type) throws -> S {
    let value = try current(S.jsonType.description)
    guard let result = S(value, decoder.session.options) else {
      throw decoder.mismatch(S.jsonType, value, at: .index(currentIndex))
    }
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try nestedDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nestedDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nestedDecoder() }

  private mutating func nestedDecoder() throws(JSONError) -> TreeDecoder {
    defer { currentIndex += 1 }
    return decoder.nestedDecoder(try current("a value"), at: .index(currentIndex))
  }

  private func current(_ wanted: String) throws(JSONError) -> JSON {
    guard currentIndex < elements.count else {
      var error = JSONError(.missingField, "\(wanted) is expected here, but the array ends")
      error.path = decoder.path(to: .index(currentIndex))
      throw error
    }
    return elements[currentIndex]
  }
}
