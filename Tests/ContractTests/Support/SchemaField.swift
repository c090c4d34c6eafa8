import EmuJSON

/// A field of a published request: its path, and its valid and invalid values.
struct SchemaField: Sendable {
  /// The names from the outermost to the innermost.
  var names: [String]
  /// True for names of lists: the next name is in the first element.
  var isList: [Bool]
  var schema: JSON
  var isOutputOnly: Bool

  /// Returns every field of a message, and of the messages in it.
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
