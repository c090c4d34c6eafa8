// MARK: - The value itself as a scalar

extension TreeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
  func decode(_ type: String.Type) throws -> String {
    try scalar(value.decodedString(session.options), .string)
  }
  func decode(_ type: Bool.Type) throws -> Bool {
    try scalar(value.decodedBool(session.options), .bool)
  }
  func decode(_ type: Double.Type) throws -> Double { try scalar(value.decodedDouble(), .double) }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private func integer<I: FixedWidthInteger>() throws(JSONError) -> I {
    try scalar(value.decodedInteger(), .integer(I.self))
  }

  private func scalar<T>(_ result: T?, _ expected: JSONType) throws(JSONError) -> T {
    guard let result else { throw mismatch(expected) }
    return result
  }
}
