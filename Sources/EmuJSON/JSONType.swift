/// The type of a value or of a field.
package struct JSONType: Sendable, Hashable, CustomStringConvertible {
  /// The type in words with its article, such as `a string`.
  package let description: String

  package static let null = JSONType(description: "null")
  package static let bool = JSONType(description: "true or false")
  /// A number of any kind; as a found type only.
  package static let number = JSONType(description: "a number")
  /// A signed integer of 64 bits, as number or as text.
  package static let int64 = JSONType(description: "a 64-bit integer")
  /// A signed integer of 32 bits, as number or as text.
  package static let int32 = JSONType(description: "a 32-bit integer")
  /// An integer of another width or without sign, as number or as text.
  package static let integer = JSONType(description: "an integer in range")
  /// A floating-point number, as number or as text.
  package static let double = JSONType(description: "a number")
  /// One of 32 bits.
  package static let float = JSONType(description: "a 32-bit number")
  package static let string = JSONType(description: "a string")
  package static let array = JSONType(description: "an array")
  package static let object = JSONType(description: "an object")
}

extension JSON {
  package var type: JSONType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .double, .literal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
