/// A field that only the server sets.
///
/// In a request its type is checked and its value dropped.
@propertyWrapper
package struct OutputOnly<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  package var wrappedValue: Value?

  package init() { wrappedValue = nil }

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let value = try Value(from: decoder)
    let isRequest = (decoder as? TreeDecoder)?.session.options.dropsOutputOnly ?? false
    wrappedValue = isRequest ? nil : value
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
  /// Chosen by synthesized conformances: the field is optional.
  package func decode<Value>(
    _ type: OutputOnly<Value>.Type, forKey key: Key
  ) throws -> OutputOnly<Value> {
    try decodeIfPresent(type, forKey: key) ?? OutputOnly()
  }
}

extension KeyedEncodingContainer {
  /// Chosen by synthesized conformances: an absent field is omitted.
  package mutating func encode<Value>(_ field: OutputOnly<Value>, forKey key: Key) throws {
    try encodeIfPresent(field.wrappedValue, forKey: key)
  }
}

package protocol OutputOnlyField { static var valueType: any Decodable.Type { get } }

extension OutputOnly: OutputOnlyField {
  package static var valueType: any Decodable.Type { Value.self }
}
