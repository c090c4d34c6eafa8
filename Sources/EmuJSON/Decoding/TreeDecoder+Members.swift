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

  func string(_ name: String) throws(JSONError) -> String {
    guard let result = try stringIfPresent(name) else {
      throw mismatch(.string, nil, at: .key(name))
    }
    return result
  }

  func stringIfPresent(_ name: String) throws(JSONError) -> String? {
    guard let value = presentMember(name) else { return nil }
    return try string(value, name)
  }

  /// - Parameter value: that of the member.
  func string(_ value: JSON, _ name: String) throws(JSONError) -> String {
    guard let result = value.decodedString(session.options) else {
      throw mismatch(.string, value, at: .key(name))
    }
    return result
  }

  func bool(_ name: String) throws(JSONError) -> Bool {
    guard let result = try boolIfPresent(name) else { throw mismatch(.bool, nil, at: .key(name)) }
    return result
  }

  func boolIfPresent(_ name: String) throws(JSONError) -> Bool? {
    guard let value = presentMember(name) else { return nil }
    return try bool(value, name)
  }

  /// - Parameter value: that of the member.
  func bool(_ value: JSON, _ name: String) throws(JSONError) -> Bool {
    guard let result = value.decodedBool(session.options) else {
      throw mismatch(.bool, value, at: .key(name))
    }
    return result
  }

  func double(_ name: String) throws(JSONError) -> Double {
    guard let result = try doubleIfPresent(name) else {
      throw mismatch(.double, nil, at: .key(name))
    }
    return result
  }

  func doubleIfPresent(_ name: String) throws(JSONError) -> Double? {
    guard let value = presentMember(name) else { return nil }
    guard let result = value.decodedDouble() else { throw mismatch(.double, value, at: .key(name)) }
    return result
  }

  func integer<I: FixedWidthInteger>(_ name: String) throws(JSONError) -> I {
    guard let result: I = try integerIfPresent(name) else {
      throw mismatch(.integer(I.self), nil, at: .key(name))
    }
    return result
  }

  func integerIfPresent<I: FixedWidthInteger>(_ name: String) throws(JSONError) -> I? {
    guard let value = presentMember(name) else { return nil }
    return try integer(value, name)
  }

  /// - Parameter value: that of the member.
  func integer<I: FixedWidthInteger>(_ value: JSON, _ name: String) throws(JSONError) -> I {
    guard let result: I = value.decodedInteger() else {
      throw mismatch(.integer(I.self), value, at: .key(name))
    }
    return result
  }
}
