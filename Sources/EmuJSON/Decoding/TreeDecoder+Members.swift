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

  /// - Parameter result: the value of a member; nil for an absent one.
  private func required<T>(
    _ result: T?, _ expected: JSONType, _ name: String
  ) throws(JSONError) -> T {
    guard let result else { throw mismatch(expected, nil, at: .key(name)) }
    return result
  }

  func string(_ name: String) throws(JSONError) -> String {
    try required(stringIfPresent(name), .string, name)
  }

  func stringIfPresent(_ name: String) throws(JSONError) -> String? {
    guard let value = presentMember(name) else { return nil }
    guard let result = value.decodedString(session.options) else {
      throw mismatch(.string, value, at: .key(name))
    }
    return result
  }

  func bool(_ name: String) throws(JSONError) -> Bool {
    try required(boolIfPresent(name), .bool, name)
  }

  func boolIfPresent(_ name: String) throws(JSONError) -> Bool? {
    guard let value = presentMember(name) else { return nil }
    guard let result = value.decodedBool(session.options) else {
      throw mismatch(.bool, value, at: .key(name))
    }
    return result
  }

  func double(_ name: String) throws(JSONError) -> Double {
    try required(doubleIfPresent(name), .double, name)
  }

  func doubleIfPresent(_ name: String) throws(JSONError) -> Double? {
    guard let value = presentMember(name) else { return nil }
    guard let result = value.decodedDouble() else { throw mismatch(.double, value, at: .key(name)) }
    return result
  }

  func integer<I: FixedWidthInteger>(_ name: String) throws(JSONError) -> I {
    try required(integerIfPresent(name), .integer(I.self), name)
  }

  func integerIfPresent<I: FixedWidthInteger>(_ name: String) throws(JSONError) -> I? {
    guard let value = presentMember(name) else { return nil }
    guard let result: I = value.decodedInteger() else {
      throw mismatch(.integer(I.self), value, at: .key(name))
    }
    return result
  }
}
