import EmuJSON

/// Compares a value with a schema of a discovery document, or of `/emulator/openapi.json`.
struct SchemaCheck {
  private let schemas: JSON
  /// True where an object without properties may have any members.
  private let isOpen: Bool
  /// Members that are sent although the schema does not have them.
  private var extras: Set<String> = []
  private(set) var problems: [String] = []

  init(_ discovery: Discovery, extras: Set<String> = []) {
    schemas = discovery.document["schemas"] ?? .null
    isOpen = false
    self.extras = extras
  }

  init(openAPI document: JSON) {
    schemas = document["components"]?["schemas"] ?? .null
    isOpen = true
  }

  /// Returns the schema of a reference, or the given one.
  func resolved(_ schema: JSON) -> JSON {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
    return schemas[String(name)] ?? .null
  }

  mutating func check(_ value: JSON, against message: String) {
    check(value, ["$ref": .string(message)])
  }

  mutating func check(_ value: JSON, _ given: JSON, at path: String = "") {
    let schema = resolved(given)
    let format = schema["format"]?.string
    if schema.isNull { problems.append("\(path): there is no schema \(given)") }
    if let names = schema["enum"]?.array, !names.contains(value) {
      return refuse(value, "one of the names", path)
    }
    switch (schema["type"]?.string, value) {
    case ("object", .object(let object)): check(object, schema, at: path)
    case ("array", .array(let elements)):
      for (index, element) in elements.enumerated() {
        check(element, schema["items"] ?? [:], at: "\(path)[\(index)]")
      }
    case ("string", .string(let text)):
      if !Self.isGood(text, format) { refuse(value, format ?? "", path) }
    case ("boolean", .bool), ("integer", .int), ("number", .int), ("number", .double), ("any", _),
      (nil, _):
      break
    // A golden shows an unsigned token by its claims.
    case ("string", _) where value["(unsigned token)"] != nil: break
    case (let type, _): refuse(value, type ?? "", path)
    }
  }

  private mutating func check(_ object: JSONObject, _ schema: JSON, at path: String) {
    let properties = schema["properties"]?.object
    for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
      problems.append("\(path).\(name): missing")
    }
    for member in object {
      let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
      if let property = properties?[member.key] ?? schema["additionalProperties"] {
        check(member.value, property, at: inner)
      } else if properties != nil || !isOpen,
        !extras.contains(inner.replacing(/\[\d+\]/, with: ""))
      {
        problems.append("\(inner): no such member")
      }
    }
  }

  private static func isGood(_ text: String, _ format: String?) -> Bool {
    switch format {
    case "int64": Int64(text) != nil
    case "uint64": UInt64(text) != nil
    case "google-datetime", "date-time":
      text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
    // The official emulator's hashes are plain text.
    case "byte" where text.hasPrefix("fakeHash:"): true
    case "byte": text.wholeMatch(of: /[A-Za-z0-9+\/_-]*=*/) != nil || text == "(masked)"
    default: true
    }
  }

  private mutating func refuse(_ value: JSON, _ expected: String, _ path: String) {
    problems.append("\(path): \(value.serialized().prefix(60)) is not \(expected)")
  }
}
