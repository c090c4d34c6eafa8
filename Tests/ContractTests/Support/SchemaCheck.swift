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

struct SchemaField: Sendable {
  var names: [String]
  /// True for names of lists: the next name is in the first element.
  var isList: [Bool]
  var schema: JSON
  var isOutputOnly: Bool

  static func all(of message: String, in discovery: Discovery) -> [SchemaField] {
    fields(of: discovery.schema(message), in: discovery, SchemaField(), around: [message])
  }

  private init() {
    names = []
    isList = []
    schema = .null
    isOutputOnly = false
  }

  private static func fields(
    of schema: JSON, in discovery: Discovery, _ outer: SchemaField, around messages: [String]
  ) -> [SchemaField] {
    (schema["properties"]?.object ?? [:]).flatMap { member -> [SchemaField] in
      var field = outer
      let isList = member.value["type"] == "array"
      field.names.append(member.key)
      field.isList.append(isList)
      field.schema = member.value
      field.isOutputOnly = outer.isOutputOnly || member.value["readOnly"] == true
      let element = isList ? member.value["items"] ?? .null : member.value
      // A recursive message has no end.
      guard let inner = element["$ref"]?.string, !messages.contains(inner) else { return [field] }
      return [field]
        + fields(of: discovery.schema(inner), in: discovery, field, around: messages + [inner])
    }
  }

  /// The path in the form of Google's errors, such as `users[0].local_id`.
  var protoPath: String {
    zip(names, isList).enumerated().map { index, level in
      let name = Self.snakeCase(level.0)
      return index < names.count - 1 && level.1 ? name + "[0]" : name
    }.joined(separator: ".")
  }

  func body(_ value: JSON) -> JSON {
    var result = value
    for index in names.indices.reversed() {
      if index < names.count - 1, isList[index] { result = [result] }
      result = [names[index]: result]
    }
    return result
  }

  var goodValue: JSON { Self.good(schema) }

  private static func good(_ schema: JSON) -> JSON {
    if let names = schema["enum"]?.array { return names.last ?? .null }
    if schema["$ref"] != nil { return [:] }
    switch (schema["type"]?.string, schema["format"]?.string) {
    case ("array", _): return [good(schema["items"] ?? .null)]
    case ("object", _): return [:]
    case ("boolean", _): return true
    case ("integer", _): return 7
    case ("number", _): return 0.5
    case ("string", "int64"), ("string", "uint64"): return "7"
    case ("string", "google-datetime"): return "2027-01-01T00:00:00Z"
    case ("string", "google-duration"): return "3600s"
    case ("string", "byte"): return "AQID"
    default: return "text"
    }
  }

  /// A value of another type; nil if every value is valid.
  var wrongValue: JSON? {
    if schema["enum"] != nil { return "NO_SUCH_NAME" }
    if schema["$ref"] != nil { return "text" }
    return switch (schema["type"]?.string, schema["format"]?.string) {
    case ("array", _), ("object", _): "text"
    case ("boolean", _): "maybe"
    case ("integer", _), ("string", "int64"), ("string", "uint64"): "soon"
    case ("number", _): "much"
    case ("string", _): true
    default: nil
    }
  }

  static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase, let last = result.last, last != "_" { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}
