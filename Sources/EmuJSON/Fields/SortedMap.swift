/// An optional map that is written in the order of its names.
@propertyWrapper
package struct SortedMap<Value: Codable & Sendable & Hashable>: OptionalMember {
  package var wrappedValue: [String: Value]?

  package init() { wrappedValue = nil }

  package init(wrappedValue: [String: Value]?) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    wrappedValue = try [String: Value](from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TreeKey.self)
    for (name, value) in (wrappedValue ?? [:]).sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: TreeKey(stringValue: name))
    }
  }
}

extension SortedMap: MapType {
  package static var element: any Decodable.Type { Value.self }
}

extension KeyedEncodingContainer {
  /// Chosen by synthesized conformances.
  package mutating func encode<Value>(_ map: SortedMap<Value>, forKey key: Key) throws {
    try encodeIfPresent(map.wrappedValue == nil ? nil : map, forKey: key)
  }
}
