/// A value whose members are members of the object that contains it.
///
/// The conformances that the compiler makes for the containing type read and write them there:
///
///     struct Account: Codable { @InPlace var texts = Texts(); var email: String? }
@propertyWrapper
package struct InPlace<Value: Sendable>: Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension InPlace: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension InPlace: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

// The coders of this module continue the same object for a superclass.
extension KeyedDecodingContainer {
  package func decode<Value: Decodable>(
    _ type: InPlace<Value>.Type, forKey key: Key
  ) throws -> InPlace<Value> { try InPlace(from: superDecoder()) }
}

extension KeyedEncodingContainer {
  package mutating func encode<Value: Encodable>(_ value: InPlace<Value>, forKey key: Key) throws {
    try value.encode(to: superEncoder())
  }
}
