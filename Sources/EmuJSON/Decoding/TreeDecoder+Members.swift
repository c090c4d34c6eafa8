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
    do { return try decode(type, value, at: .key(name)) } catch is Recorded { return nil }
  }

  func scalar<S: JSONScalar>(_ name: String) throws -> S {
    let value = presentMember(name)
    guard let result = value.flatMap({ S($0, session.options) }) else {
      throw failure(mismatch(S.jsonType, value, at: .key(name)), at: .key(name))
    }
    return result
  }

  func scalarIfPresent<S: JSONScalar>(_ name: String) throws -> S? {
    guard let value = presentMember(name) else { return nil }
    if let result = S(value, session.options) { return result }
    let failure = failure(mismatch(S.jsonType, value, at: .key(name)), at: .key(name))
    if session.collectsMistakes { return nil }
    throw failure
  }
}
