// MARK: - The value itself as a scalar

extension TreeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

  func decode<S: JSONScalar>(_ type: S.Type) throws -> S {
    guard let result = S(value, session.options) else { throw mismatch(S.jsonType) }
    return result
  }
}
