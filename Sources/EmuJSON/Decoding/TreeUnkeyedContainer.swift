/// The elements of an array, one after the other.
struct TreeUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: TreeDecoder
  let elements: [JSON]
  var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current("a value").isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try current("a value")
    do {
      let result = try decoder.decode(type, value, at: .index(currentIndex))
      currentIndex += 1
      return result
    } catch let recorded as TreeDecoder.Recorded {
      readRest { _ = try decoder.decode(type, $0, at: .index($1)) }
      throw recorded
    }
  }

  mutating func decode<S: JSONScalar>(_ type: S.Type) throws -> S {
    let value = try current(S.jsonType.description)
    if let result = S(value, decoder.session.options) {
      currentIndex += 1
      return result
    }
    func mismatch(_ value: JSON, at index: Int) -> any Error {
      decoder.failure(decoder.mismatch(S.jsonType, value, at: .index(index)), at: .index(index))
    }
    let failure = mismatch(value, at: currentIndex)
    readRest { value, index in
      if S(value, decoder.session.options) == nil { throw mismatch(value, at: index) }
    }
    throw failure
  }

  /// Finds the mistakes of the elements after the present one, where decoding goes on.
  private func readRest(_ read: (JSON, Int) throws -> Void) {
    guard decoder.session.collectsMistakes else { return }
    for index in elements.indices.dropFirst(currentIndex + 1) where !decoder.session.isFull {
      try? read(elements[index], index)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  { unsupported() }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { unsupported() }
  mutating func superDecoder() -> any Decoder { unsupported() }

  private func current(_ wanted: String) throws(JSONError) -> JSON {
    guard currentIndex < elements.count else {
      var error = JSONError(.missingField, "\(wanted) is expected here, but the array ends")
      error.path = decoder.path(to: .index(currentIndex))
      throw error
    }
    return elements[currentIndex]
  }
}
