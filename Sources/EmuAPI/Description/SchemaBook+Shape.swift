internal import EmuJSON

extension SchemaBook {
  /// Returns the schema of a resource that is read by its shape.
  func schema(of shape: Shape) -> JSON {
    var properties = JSONObject()
    for (name, field) in shape.fields.sorted(by: { $0.key < $1.key }) {
      var schema = schema(of: field.type).object ?? JSONObject()
      if field.isOutputOnly { schema["readOnly"] = true }
      properties[name] = .object(schema)
    }
    return ["type": "object", "properties": .object(properties)]
  }

  private func schema(of type: FieldType) -> JSON {
    switch type {
    case .text, .formatted: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .int32: ["type": "integer", "format": "int32"]
    case .int64: Self.int64
    case .number: ["type": "number", "format": "double"]
    case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
    case .message(let shape): schema(of: shape)
    case .list(let element): ["type": "array", "items": schema(of: element)]
    case .map(let element): ["type": "object", "additionalProperties": schema(of: element)]
    }
  }
}
