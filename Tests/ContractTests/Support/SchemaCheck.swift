import EmuJSON

/// Compares a response with a published schema.
struct SchemaCheck {
  let discovery: Discovery
  /// Members that are sent although the schema does not have them.
  var extras: Set<String> = []
  /// The differences, each with its location.
  private(set) var problems: [String] = []

  init(_ discovery: Discovery, extras: Set<String> = []) {
    self.discovery = discovery
    self.extras = extras
  }

  mutating func check(_ value: JSON, against message: String) {
    check(value, ["$ref": .string(message)], at: "")
  }

  private mutating func check(_ value: JSON, _ schema: JSON, at path: String) {
    if let name = schema["$ref"]?.string {
      return checkMessage(value, discovery.schema(name), at: path)
    }
    if let names = schema["enum"]?.array {
      if !names.contains(value) { refuse(value, "one of the names", path) }
      return
    }
    switch (schema["type"]?.string, schema["format"]?.string) {
    case ("any", _): return
    case ("array", _):
      guard let elements = value.array else { return refuse(value, "a list", path) }
      for (index, element) in elements.enumerated() {
        check(element, schema["items"] ?? .null, at: "\(path)[\(index)]")
      }
    case ("object", _): checkMessage(value, schema, at: path)
    case ("boolean", _): if value.bool == nil { refuse(value, "a boolean", path) }
    case ("integer", _): if value.int == nil { refuse(value, "an integer", path) }
    case ("number", _): if value.double == nil { refuse(value, "a number", path) }
    case ("string", let format): checkText(value, format, at: path)
    default: problems.append("\(path): the schema is not understood")
    }
  }

  private mutating func checkMessage(_ value: JSON, _ schema: JSON, at path: String) {
    guard let object = value.object else { return refuse(value, "an object", path) }
    for member in object {
      let inner = path.isEmpty ? member.key : "\(path).\(member.key)"
      if let property = schema["properties"]?[member.key] {
        check(member.value, property, at: inner)
      } else if let element = schema["additionalProperties"] {
        check(member.value, element, at: inner)
      } else if !extras.contains(inner.replacing(/\[\d+\]/, with: "")) {
        problems.append("\(inner): no such member")
      }
    }
  }

  private mutating func checkText(_ value: JSON, _ format: String?, at path: String) {
    // A golden shows an unsigned token by its claims.
    if value["(unsigned token)"] != nil { return }
    guard let text = value.string else { return refuse(value, "a text", path) }
    let isGood: Bool =
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
    if !isGood { refuse(value, format ?? "", path) }
  }

  private mutating func refuse(_ value: JSON, _ expected: String, _ path: String) {
    problems.append("\(path): \(value.serialized().prefix(60)) is not \(expected)")
  }
}
