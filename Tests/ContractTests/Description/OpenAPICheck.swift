import EmuJSON

/// Compares a value with a schema of `/emulator/openapi.json`, and finds differences.
struct OpenAPICheck {
  let document: JSON
  private(set) var problems: [String] = []

  init(_ document: JSON) { self.document = document }

  /// Returns the schema of a reference.
  func resolved(_ schema: JSON) -> JSON {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
    return document["components"]?["schemas"]?[String(name)] ?? .null
  }

  mutating func check(_ value: JSON, _ schema: JSON, at path: String = "") {
    let schema = resolved(schema)
    func wrong(_ text: String) { problems.append("\(path): \(text)") }
    if let names = schema["enum"]?.array, !names.contains(value) {
      return wrong("\(value.serialized()) is not one of \(names.count) names")
    }
    switch (schema["type"]?.string, value) {
    case ("object", .object(let object)): check(object, schema, at: path)
    case ("array", .array(let elements)):
      for (index, element) in elements.enumerated() {
        check(element, schema["items"] ?? [:], at: "\(path)[\(index)]")
      }
    case ("string", .string), ("boolean", .bool), ("integer", .int), ("number", .int),
      ("number", .double), (nil, _):
      break
    case (let type, _): wrong("\(value.serialized().prefix(40)) is no \(type ?? "")")
    }
  }

  private mutating func check(_ object: JSONObject, _ schema: JSON, at path: String) {
    let properties = schema["properties"]?.object
    let required = (schema["required"]?.array ?? []).compactMap(\.string)
    for name in required where object[name] == nil { problems.append("\(path).\(name): missing") }
    for member in object {
      let place = "\(path).\(member.key)"
      if let property = properties?[member.key] {
        check(member.value, property, at: place)
      } else if let element = schema["additionalProperties"] {
        check(member.value, element, at: place)
      } else if properties != nil {
        problems.append("\(place): not in the schema")
      }
    }
  }
}
