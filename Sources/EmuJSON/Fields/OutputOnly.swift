/// A field that only the server sets.
///
/// In a request its type is checked and its value dropped.
@propertyWrapper
package struct OutputOnly<Value: Codable & Sendable & Hashable>: OptionalMember {
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

package protocol OutputOnlyField { static var valueType: any Decodable.Type { get } }

extension OutputOnly: OutputOnlyField {
  package static var valueType: any Decodable.Type { Value.self }
}

extension KeyedEncodingContainer {
  /// Chosen by synthesized conformances.
  package mutating func encode<Value>(_ field: OutputOnly<Value>, forKey key: Key) throws {
    try encodeIfPresent(field.wrappedValue, forKey: key)
  }
}
