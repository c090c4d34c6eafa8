public import Foundation

/// A value of JSON, written as a literal: `["sub": "ann", "age": 7, "tags": ["a"], "gone": nil]`.
///
/// Whole numbers keep 64 bits; members of an object have no order.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses JSON.
  ///
  /// - Throws: `DecodingError` for invalid JSON.
  public init(parsing data: Data) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: data)
  }

  /// The value as compact JSON, with the members of objects in the order of their names.
  public var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every case is encodable; a number that is not finite is written as null.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }

  /// Decodes the value as another type.
  ///
  /// - Throws: `DecodingError` where the shape differs.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}

extension JSONValue {
  /// Returns the member of an object; nil for an unknown name and for other kinds of values.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text; nil for other kinds of values.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The boolean; nil for other kinds of values.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number; nil for a fraction and for other kinds of values.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The elements; nil for other kinds of values.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

  /// The members; nil for other kinds of values.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// Returns an object of the members that have a value, and of more.
  static func members(
    _ members: [String: JSONValue?], and more: [String: JSONValue] = [:]
  ) -> JSONValue {
    .object(members.compactMapValues { $0 }.merging(more) { _, more in more })
  }

  static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }

  static func flag(_ value: Bool?) -> JSONValue? { value.map(JSONValue.bool) }

  static func count(_ value: Int?) -> JSONValue? { value.map { .integer(Int64($0)) } }

  /// Returns an array of texts; nil for an empty one.
  static func texts(_ values: [String]) -> JSONValue? {
    values.isEmpty ? nil : .array(values.map(JSONValue.string))
  }
}
