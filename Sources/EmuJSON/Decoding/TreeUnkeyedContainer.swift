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

  mutating func decode(_ type: String.Type) throws -> String {
    let options = decoder.session.options
    return try scalar(.string) { $0.decodedString(options) }
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let options = decoder.session.options
    return try scalar(.bool) { $0.decodedBool(options) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try scalar(.double) { $0.decodedDouble() }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }

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

  private mutating func integer<I: FixedWidthInteger>() throws(JSONError) -> I {
    try scalar(.integer(I.self)) { $0.decodedInteger() }
  }

  private mutating func scalar<T>(_ expected: JSONType, _ convert: (JSON) -> T?)
    throws(JSONError) -> T
  {
    let value = try current(expected.description)
    guard let result = convert(value) else {
      throw decoder.mismatch(expected, value, at: .index(currentIndex))
    }
    currentIndex += 1
    return result
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
