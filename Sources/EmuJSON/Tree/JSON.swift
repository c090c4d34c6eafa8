/// A JSON value as a tree.
///
/// A number is ``int(_:)`` when its value is integral and known exactly. That is a literal without
/// fraction and exponent that fits 64 bits, or one with them within ±2^53. A number of at most 15
/// digits, `-0` included, is ``double(_:)``. Every other number is ``literal(_:)``, so that it is
/// written with all its digits. A number beyond the range of `Double` is an error.
///
/// Two objects are equal when they have the same members in any order.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number with an exact integral value.
  case int(Int64)
  /// A number that a double holds in its shortest form.
  case double(Double)
  /// Any other number, as the text had it.
  case literal(String)
  /// A string, its escapes already undone.
  case string(String)
  case array([JSON])
  /// An object, its members in the order of the text. It is in a separate block, so that the
  /// other values, which are smaller, take no more than they need.
  indirect case object(JSONObject)
}

// MARK: - Access

extension JSON {
  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number when it is integral and fits 64 bits, or nil.
  package var int: Int64? {
    switch self {
    case .int(let value): value
    case .double, .literal: double.flatMap { Int64(exactly: $0) }
    default: nil
    }
  }

  /// The number, or nil for any other kind of value.
  package var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .literal(let text): Double(text)
    default: nil
    }
  }

  /// The boolean; nil for any other kind of value.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, or nil for any other kind of value.
  package var array: [JSON]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, or nil for any other kind of value.
  package var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Returns the value of a member; nil when there is none or the value is not an object.
  package subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Returns an element; nil when there is none or the value is not an array.
  package subscript(index: Int) -> JSON? {
    if case .array(let array) = self, array.indices.contains(index) { array[index] } else { nil }
  }
}

// MARK: - Literals

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object; the last of members with the same key counts.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
