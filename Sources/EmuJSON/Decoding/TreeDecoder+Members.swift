/// Scalars below a decoder, by key, shared by the containers of every key type.
extension TreeDecoder {
  func missing(_ name: String) -> JSONError {
    var error = JSONError(.missingField, "the field is required")
    error.path = path(to: .key(name))
    return error
  }

  /// Prepares the reading of members without a container.
  func beginMembers() throws(JSONError) {
    guard case .object = value else { throw mismatch(.object) }
    isKeyed = true
  }

  func value<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
    guard let value = member(name) else { throw missing(name) }
    return try decode(type, value, at: .key(name))
  }

  func valueIfPresent<T: Decodable>(_ type: T.Type, _ name: String) throws -> T? {
    guard let value = presentMember(name) else { return nil }
    return try decode(type, value, at: .key(name))
  }

  func scalar<S: JSONScalar>(_ name: String) throws(JSONError) -> S {
    guard let result: S = try scalarIfPresent(name) else {
      throw mismatch(S.jsonType, nil, at: .key(name))
    }
    return result
  }

  func scalarIfPresent<S: JSONScalar>(_ name: String) throws(JSONError) -> S? {
    guard let value = presentMember(name) else { return nil }
    guard let result = S(value, session.options) else {
      throw mismatch(S.jsonType, value, at: .key(name))
    }
    return result
  }
}
