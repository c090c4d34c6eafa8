/// A field of a type, as its decoder requests it.
package struct ProbedField {
  /// The name in camelCase.
  package let name: String
  package let type: any Decodable.Type
  package let isOptional: Bool

  /// True for a field that only the server sets.
  package var isOutputOnly: Bool { type is any OutputOnlyField.Type }
}

/// A decoder without data that records what a type decodes.
///
/// The compiler's `init(from:)` requests each stored property by name and type. So the types of
/// requests, responses and documents describe themselves.
package final class FieldProbe: Decoder {
  package let codingPath: [any CodingKey] = []
  package let userInfo: [CodingUserInfoKey: Any] = [:]
  private(set) var fields: [ProbedField] = []
  private var optionalNames: Set<String> = []
  /// True where a value may be a scalar; otherwise a type that has both forms requests members.
  private let acceptsScalars: Bool

  private init(acceptsScalars: Bool = false) { self.acceptsScalars = acceptsScalars }

  /// Returns the fields of a type; empty for one without members, such as a text or a list.
  package static func fields(of type: any Decodable.Type) -> [ProbedField] {
    let probe = FieldProbe()
    // A failed probe has the fields until then.
    _ = try? type.init(from: probe)
    return probe.fields
  }

  /// Returns the fields of a message.
  ///
  /// - Throws: for a type that is not a message, and for one whose decoding does not show what it
  ///   reads.
  package static func fields(ofMessage type: any Decodable.Type) throws -> [ProbedField] {
    let probe = FieldProbe()
    _ = try type.init(from: probe)
    return probe.fields
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbedMembers<Key>(probe: self))
  }

  package func unkeyedContainer() -> any UnkeyedDecodingContainer { NoElements() }
  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard acceptsScalars else { throw JSONError(.typeMismatch, "a message is expected here") }
    return AnyScalar()
  }

  /// Marks a field as optional. Its type is requested next.
  fileprivate func markOptional(_ name: String) { optionalNames.insert(name) }

  fileprivate func add(_ name: String, _ type: any Decodable.Type) {
    guard !fields.contains(where: { $0.name == name }) else { return }
    fields.append(
      ProbedField(name: name, type: type, isOptional: optionalNames.contains(name)))
  }

  fileprivate static func placeholder<T: Decodable>(for type: T.Type) throws -> T {
    func first<C: CaseIterable>(of type: C.Type) -> Any? { type.allCases.first }
    func zero<N: AdditiveArithmetic>(of type: N.Type) -> Any { type.zero }
    let value: Any? =
      switch type {
      case is String.Type: ""
      case is Bool.Type: false
      case let number as any AdditiveArithmetic.Type: zero(of: number)
      case let choice as any CaseIterable.Type: first(of: choice)
      case let described as any JSONDescribed.Type:
        try JSONDecoding.decode(described, from: described.jsonExample)
      default:
        try (try? type.init(from: FieldProbe()))
          ?? type.init(from: FieldProbe(acceptsScalars: true))
      }
    guard let value = value as? T else { throw JSONError(.invalidValue, "\(type) has no value") }
    return value
  }
}

// MARK: - Containers

/// The members of a probed type: all are present, with a value of any requested type.
private struct ProbedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: FieldProbe
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { true }

  /// Called for optional fields only.
  func decodeNil(forKey key: Key) -> Bool {
    probe.markOptional(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    probe.add(key.stringValue, type)
    return try FieldProbe.placeholder(for: type)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  { throw JSONError(.invalidValue, "a probe has no nested containers") }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    NoElements()
  }
  /// Members in place of a value belong to the same object.
  func superDecoder() throws -> any Decoder { probe }
  func superDecoder(forKey key: Key) throws -> any Decoder { probe }
}

private struct NoElements: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey] = []
  let count: Int? = 0
  let isAtEnd = true
  let currentIndex = 0

  func decodeNil() throws -> Bool { throw end }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { throw end }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  { throw end }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
  func superDecoder() throws -> any Decoder { throw end }

  private var end: JSONError { JSONError(.missingField, "the list ends") }
}

private struct AnyScalar: SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { false }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try FieldProbe.placeholder(for: type) }
}

// MARK: - Elements

/// A list, whose elements a description names.
package protocol ListType { static var element: any Decodable.Type { get } }

/// An object with any names, whose values a description names.
package protocol MapType { static var element: any Decodable.Type { get } }

extension Array: ListType where Element: Decodable {
  package static var element: any Decodable.Type { Element.self }
}

extension LazyList: ListType {
  package static var element: any Decodable.Type { Element.self }
}

extension Dictionary: MapType where Key == String, Value: Decodable {
  package static var element: any Decodable.Type { Value.self }
}
