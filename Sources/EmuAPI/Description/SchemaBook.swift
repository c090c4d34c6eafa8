internal import EmuJSON
internal import EmuModel

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
    case is Float.Type: return ["type": "number", "format": "float"]
    case is Double.Type: return ["type": "number", "format": "double"]
    case is JSON.Type: return .object(JSONObject())
    case is JSONObject.Type: return ["type": "object"]
    case let choice as any WireEnum.Type: return Self.schema(ofChoice: choice)
    case let choice as any NamedChoice.Type: return Self.schema(ofChoice: choice)
    case let list as any ListType.Type:
      return ["type": "array", "items": try schema(of: list.element)]
    case let map as any MapType.Type:
      return ["type": "object", "additionalProperties": try schema(of: map.element)]
    case let field as any OutputOnlyField.Type:
      var schema = try schema(of: field.valueType).object ?? JSONObject()
      schema["readOnly"] = true
      return .object(schema)
    case let described as any JSONDescribed.Type: return described.jsonSchema
    case let message as any MessageTree.Type: return try schema(of: message.type)
    default: return try message(type)
    }
  }

  /// Adds a message to the book, without the fields that the Admin API does not publish.
  private func message(_ type: any Decodable.Type) throws -> JSON {
    let name = Self.name(of: type)
    if components[name] == nil {
      components[name] = .object(JSONObject())
      let unpublished = (type as? any StoredResource.Type)?.unpublished ?? []
      var properties = JSONObject()
      var required: [JSON] = []
      for field in try FieldProbe.fields(ofMessage: type) where !unpublished.contains(field.name) {
        properties[field.name] = try schema(of: field.type)
        if !field.isOptional { required.append(.string(field.name)) }
      }
      var schema: JSONObject = ["type": "object"]
      if !properties.isEmpty { schema["properties"] = .object(properties) }
      if !required.isEmpty { schema["required"] = .array(required) }
      components[name] = .object(schema)
    }
    return ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// Returns the type's name without its module, in the characters that a reference may contain.
  private static func name(of type: any Decodable.Type) -> String {
    if let message = type as? any NamedMessage.Type { return message.messageName }
    let whole = String(reflecting: type)
    let name = whole.split(separator: ".", maxSplits: 1).last ?? ""
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "_" })
  }

  private static func schema<C: CaseIterable & RawRepresentable<String>>(
    ofChoice type: C.Type
  ) -> JSON {
    ["type": "string", "enum": .array(type.allCases.map { .string($0.rawValue) })]
  }

  /// Encoded as text, because JavaScript cannot represent it as a number.
  static let int64: JSON = ["type": "string", "format": "int64"]
}

/// A message whose name in the description is not its type's, such as one of a generic type.
protocol NamedMessage { static var messageName: String { get } }
