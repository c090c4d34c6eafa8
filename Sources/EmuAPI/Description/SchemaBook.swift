internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// The schemas of a description, one for each message name.
final class SchemaBook {
  /// The schemas by name, in the order in which they were added.
  private(set) var components = JSONObject()
  /// True if 64-bit integers are encoded as text, as in Google's APIs.
  var integersAreText = true

  /// Returns the schema of a type. Messages are added to the book and referenced.
  func schema(of type: any Decodable.Type) throws -> JSON {
    switch type {
    case is String.Type, is LazyText.Type: return ["type": "string"]
    case is Bool.Type: return ["type": "boolean"]
    case is Int.Type, is Int32.Type: return ["type": "integer", "format": "int32"]
    case is UInt32.Type: return ["type": "integer", "minimum": 0]
    case is Int64.Type where !integersAreText: return ["type": "integer", "format": "int64"]
    case is Int64.Type, is TextualInteger.Type: return Self.int64
    case is Double.Type: return ["type": "number", "format": "double"]
    case is JSON.Type: return .object(JSONObject())
    case is JSONObject.Type: return ["type": "object"]
    case let names as any WireEnum.Type:
      return ["type": "string", "enum": .array(Self.names(of: names))]
    case let list as any ProbedList.Type:
      return ["type": "array", "items": try schema(of: list.element)]
    case let map as any ProbedMap.Type:
      return ["type": "object", "additionalProperties": try schema(of: map.element)]
    case let choice as any NamedChoice.Type:
      return ["type": "string", "enum": .array(Self.names(of: choice))]
    case let described as any JSONDescribed.Type: return described.jsonSchema
    default: return try message(type)
    }
  }

  /// Returns an arbitrary value of a type for a probe.
  func placeholder<T: Decodable>(for type: T.Type) throws -> T {
    let value: Any =
      switch type {
      case is String.Type: ""
      case is Bool.Type: false
      case is Int.Type: 0
      case is Int32.Type: Int32(0)
      case is UInt32.Type: UInt32(0)
      case is Int64.Type: Int64(0)
      case is Double.Type: 0.0
      case is JSON.Type: JSON.null
      case is JSONObject.Type: JSONObject()
      case is LazyText.Type: LazyText("")
      case is TextualInteger.Type: TextualInteger(0)
      case let names as any WireEnum.Type: try Self.first(of: names)
      case let list as any ProbedList.Type: list.empty
      case let map as any ProbedMap.Type: map.empty
      case let choice as any NamedChoice.Type: try Self.first(of: choice)
      case let described as any JSONDescribed.Type:
        try JSONDecoding.decode(described, from: described.jsonExample)
      default: try type.init(from: SchemaProbe(book: self))
      }
    guard let value = value as? T else { throw SchemaError.undescribed }
    return value
  }

  /// Adds a message to the book under the given name.
  func component(_ name: String, _ schema: () throws -> JSON) rethrows -> JSON {
    if components[name] == nil {
      components[name] = .object(JSONObject())
      components[name] = try schema()
    }
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  private func message(_ type: any Decodable.Type) throws -> JSON {
    try component(Self.name(of: type)) {
      let probe = SchemaProbe(book: self)
      _ = try type.init(from: probe)
      return probe.schema
    }
  }

  /// Returns the type's name without its module, in the characters that a reference may contain.
  private static func name(of type: any Decodable.Type) -> String {
    let whole = String(reflecting: type)
    let name = whole.split(separator: ".", maxSplits: 1).last ?? ""
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
  }

  private static func names<E: WireEnum>(of type: E.Type) -> [JSON] {
    type.allCases.map { .string($0.rawValue) }
  }

  private static func names<C: NamedChoice>(of type: C.Type) -> [JSON] {
    type.allCases.map { .string($0.rawValue) }
  }

  private static func first<C: NamedChoice>(of type: C.Type) throws -> C {
    guard let first = type.allCases.first else { throw SchemaError.undescribed }
    return first
  }

  private static func first<E: WireEnum>(of type: E.Type) throws -> E {
    guard let first = type.allCases.first else { throw SchemaError.undescribed }
    return first
  }

  /// Encoded as text, because JavaScript cannot represent it as a number.
  static let int64: JSON = ["type": "string", "format": "int64"]
}

/// A list that can be probed.
private protocol ProbedList {
  static var element: any Decodable.Type { get }
  static var empty: Any { get }
}

extension Array: ProbedList where Element: Decodable {
  fileprivate static var element: any Decodable.Type { Element.self }
  fileprivate static var empty: Any { [Element]() }
}

extension LazyList: ProbedList {
  fileprivate static var element: any Decodable.Type { Element.self }
  fileprivate static var empty: Any { LazyList([Element]()) { $0 } }
}

/// A dictionary with text keys that can be probed.
private protocol ProbedMap {
  static var element: any Decodable.Type { get }
  static var empty: Any { get }
}

extension Dictionary: ProbedMap where Key == String, Value: Decodable {
  fileprivate static var element: any Decodable.Type { Value.self }
  fileprivate static var empty: Any { [String: Value]() }
}
