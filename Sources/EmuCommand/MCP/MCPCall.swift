internal import EmuHTTP
internal import EmuJSON

/// A tool with the call that it makes, as the emulator's OpenAPI document describes it.
struct MCPCall: Sendable {
  let tool: MCPTool
  /// The tool as `tools/list` returns it.
  let description: JSON
  /// `path` or `query` by the name of an argument; others are members of the body.
  private let locations: [String: String]
  private let hasBody: Bool
  private let names: [String]
  private let required: [String]

  /// - Returns: nil where the document does not have the call.
  init?(_ tool: MCPTool, in document: JSON) {
    let operation = document["paths"]?[tool.path]?[tool.method.rawValue.lowercased()]
    guard let operation else { return nil }
    let content = operation["requestBody"]?["content"]?["application/json"]
    let body = Self.resolved(content?["schema"], in: document)
    var required = body.texts("required")
    var (properties, locations) = (JSONObject(), [String: String]())
    for parameter in operation.list("parameters") {
      let name = parameter.text("name")
      locations[name] = parameter["in"]?.string
      guard tool.fixed[name] == nil, !tool.hasText || name != "format" else { continue }
      var schema = parameter["schema"]?.object ?? JSONObject()
      schema["description"] = parameter["description"]
      properties[name] = .object(schema)
      // The others have a default: the project of the emulator, and the newest refusal.
      if parameter["required"] == true, !["project", "id"].contains(name) { required.append(name) }
    }
    for member in body["properties"]?.object ?? JSONObject()
    where tool.members.isEmpty || tool.members.contains(member.key) {
      properties[member.key] = member.value
    }
    let input: JSON = [
      "type": "object", "properties": .object(properties),
      "required": .array(required.map(JSON.string)), "additionalProperties": false,
    ]
    let answer = operation["responses"]?["200"]?["content"]?["application/json"]?["schema"]
    let example = content?["example"].map { " For example \($0.serialized())." } ?? ""
    description = [
      "name": .string(tool.name),
      "description": .string(tool.about + tool.effect.sentence + example),
      "inputSchema": Self.complete(input, from: document),
      "outputSchema": Self.complete(Self.resolved(answer, in: document), from: document),
      "annotations": tool.hints,
    ]
    (self.tool, self.locations, self.required) = (tool, locations, required)
    (hasBody, names) = (content != nil, properties.keys)
  }

  /// Makes the call.
  ///
  /// - Returns: the answer, and the text that a model reads.
  /// - Throws: `CommandFailure` for an unknown or missing argument, and for a refusal.
  func run(_ given: JSONObject, _ client: ControlClient) throws -> (json: JSON, text: String) {
    var arguments = given
    for argument in given where argument.value == .null { arguments[argument.key] = nil }
    if let unknown = arguments.keys.first(where: { !names.contains($0) }) {
      let near = NearestNames.of(unknown, among: names)
      let valid = (near.isEmpty ? names : near).joined(separator: ", ")
      throw CommandFailure(
        "\(tool.name) has no argument \(unknown). "
          + "\(valid.isEmpty ? "It has none." : "Use: \(valid).")")
    }
    if let missing = required.first(where: { arguments[$0] == nil }) {
      throw CommandFailure("\(tool.name) needs the argument \(missing). Add it.")
    }
    for argument in arguments
    where locations[argument.key] != nil && [.array, .object].contains(argument.value.type) {
      throw CommandFailure("The argument \(argument.key) must be a text, a number or a Boolean.")
    }
    var (path, body) = (tool.path, JSONObject())
    var query = tool.fixed.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value)) }
    for argument in arguments {
      switch locations[argument.key] {
      case "path": break
      case "query": query.append((argument.key, argument.value.plainText))
      default: body[argument.key] = argument.value
      }
    }
    for (name, location) in locations where location == "path" {
      let value = try value(of: name, arguments[name]?.plainText, client)
      path = path.replacing("{\(name)}", with: PercentEncoding.pathSegment(value))
    }
    let bytes = hasBody ? JSON.object(body).serializedBytes() : []
    let json = try client.parsed(
      client.bytes(
        tool.method, path, query: query, headers: ["Authorization": "Bearer owner"], body: bytes))
    guard tool.hasText else { return (json, json.serialized()) }
    let text = try client.bytes(tool.method, path, query: query + [("format", "text")])
    return (json, String(decoding: text, as: UTF8.self))
  }

  /// Returns the value of a parameter of the path, or its default.
  private func value(
    of parameter: String, _ given: String?, _ client: ControlClient
  ) throws -> String {
    switch parameter {
    case "project" where given == nil: try client.project(ClientInput())
    case "id":
      try RequestsCommand.id(
        of: given, client, app: true,
        hint: "list_requests lists all, and explain_request with id last explains the newest.")
    default: given ?? ""
    }
  }

  // MARK: - Schemas

  private static let components = "#/components/schemas/"

  private static func resolved(_ schema: JSON?, in document: JSON) -> JSON {
    guard let name = schema?["$ref"]?.string?.dropFirst(components.count) else {
      return schema ?? ["type": "object"]
    }
    return document["components"]?["schemas"]?[String(name)] ?? ["type": "object"]
  }

  /// Returns a schema together with those that it refers to.
  private static func complete(_ schema: JSON, from document: JSON) -> JSON {
    var definitions = JSONObject()
    func copy(_ value: JSON) -> JSON {
      if let name = value["$ref"]?.string?.dropFirst(components.count).description {
        if definitions[name] == nil {
          // Reserved first, as a message may contain itself.
          definitions[name] = .null
          definitions[name] = copy(resolved(value, in: document))
        }
        return ["$ref": .string("#/$defs/\(name)")]
      }
      switch value {
      case .array(let items): return .array(items.map(copy))
      case .object(var object):
        for member in object { object[member.key] = copy(member.value) }
        return .object(object)
      default: return value
      }
    }
    guard case .object(var whole) = copy(schema) else { return schema }
    if !definitions.isEmpty { whole["$defs"] = .object(definitions) }
    return .object(whole)
  }
}
