internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON

struct DescribedRoute {
  let route: Route<Handler>
  /// The backend's endpoint; nil for other routes.
  let endpoint: Endpoint?
  /// The control call; nil for other routes. Without both, only the path is described.
  let call: ControlEntry?
  /// The number of the route among those of its operation: identifiers must be unique.
  let occurrence: Int

  func operation(in book: SchemaBook) -> JSON {
    var operation: JSONObject = [
      "operationId": .string(occurrence == 1 ? route.name : "\(route.name)#\(occurrence)"),
      "summary": .string(route.name), "tags": [.string(tag)],
    ]
    operation["description"] = (call?.about ?? endpoint?.described?.about).map(JSON.string)
    let parameters = pathParameters + queryParameters(in: book)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    operation["requestBody"] = body(in: book)
    operation["security"] = .array(security)
    var responses: JSONObject = ["200": answer(in: book)]
    // Issuers and pages refuse in the form of their providers.
    if call != nil || endpoint != nil {
      responses["default"] = ["$ref": "#/components/responses/Refusal"]
    }
    operation["responses"] = .object(responses)
    return .object(operation)
  }

  private var tag: String {
    if let endpoint, endpoint.input != .describedQuery {
      return route.name.hasPrefix("emulator.") ? "official emulator" : "backend"
    }
    let path = route.pattern.text
    if path.hasPrefix("/emulator/v1") || path == "/llms.txt" { return "control" }
    return path.hasPrefix("/emulator") || path == "/" ? "official emulator" : "issuers"
  }

  private var pathParameters: [JSON] {
    route.pattern.parameterNames.map { name in
      var parameter: JSONObject = [
        "name": .string(name), "in": "path", "required": true, "schema": ["type": "string"],
      ]
      if call != nil, let field = ControlEntry.parameters.first(where: { $0.name == name }) {
        parameter["description"] = .string(field.about)
        parameter["example"] = field.example.map(JSON.string)
      }
      return .object(parameter)
    }
  }

  private func queryParameters(in book: SchemaBook) -> [JSON] {
    if let call {
      return call.query.map { field in
        parameter(field.name, field.schema, field.about, field)
      }
    }
    guard let endpoint, [.query, .describedQuery, .resource].contains(endpoint.input) else {
      return []
    }
    // The id of a resource is in the path alone, and some resources have none.
    let inPath = Set(route.pattern.parameterNames + (endpoint.input == .resource ? ["id"] : []))
    return endpoint.operation.queryFields.filter { !inPath.contains($0.name) }.map { field in
      parameter(
        field.name, schema(of: field.type, in: book), endpoint.described?.query[field.name])
    }
  }

  private func parameter(
    _ name: String, _ schema: JSON, _ about: String?, _ field: ControlEntry.Field? = nil
  ) -> JSON {
    var parameter: JSONObject = ["name": .string(name), "in": "query"]
    parameter["description"] = about.map(JSON.string)
    parameter["schema"] = schema
    if field?.isRequired == true { parameter["required"] = true }
    parameter["example"] = field?.exampleValue
    return .object(parameter)
  }

  private func body(in book: SchemaBook) -> JSON? {
    if let call {
      guard let input = call.input else {
        return call.bodyType.map { ["content": [$0: Self.bytes]] }
      }
      var media: JSONObject = ["schema": schema(of: input, in: book)]
      media["example"] = call.example.flatMap { try? JSON(parsing: $0) }
      var content: JSONObject = ["application/json": .object(media)]
      if let type = call.bodyType { content[type] = Self.bytes }
      return ["content": .object(content)]
    }
    guard let endpoint, ![.query, .describedQuery].contains(endpoint.input),
      ![.get, .delete].contains(route.method)
    else {
      return nil
    }
    let media: JSON = ["schema": schema(of: endpoint.operation.bodyType, in: book)]
    var content: JSONObject = ["application/json": media]
    if endpoint.input == .bodyOrForm { content["application/x-www-form-urlencoded"] = media }
    return ["content": .object(content)]
  }

  private func answer(in book: SchemaBook) -> JSON {
    guard call != nil || endpoint != nil else {
      return ["description": "As documented in docs/api-support.md."]
    }
    var content = JSONObject()
    if call == nil || call?.output != nil {
      content["application/json"] = [
        "schema": schema(
          of: call?.output ?? endpoint?.operation.outputType, in: book)
      ]
    }
    for type in call?.answerTypes ?? [] { content[type] = Self.bytes }
    return [
      "description": .string("The result of the \(call == nil ? "operation" : "call")."),
      "content": .object(content),
    ]
  }

  /// The schema of a message that only its media type describes.
  private static let bytes: JSON = ["schema": ["type": "string", "format": "binary"]]

  /// Returns a schema. Control calls encode 64-bit integers as numbers, which their clients read
  /// exactly.
  private func schema(of type: (any Decodable.Type)?, in book: SchemaBook) -> JSON {
    book.integersAreText = call == nil
    return type.flatMap { try? book.schema(of: $0) } ?? ["type": "object"]
  }

  /// The accepted kinds of credentials; empty if none is required.
  private var security: [JSON] {
    switch endpoint?.access {
    case .client: [["apiKey": []], ["administrator": []]]
    case .admin, .configuration, .projectAdmin: [["administrator": []]]
    case .anyone, .open, nil: []
    }
  }
}

extension ControlEntry.Field {
  fileprivate var schema: JSON {
    switch kind {
    case .text, .project: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .number: ["type": "integer", "minimum": 1]
    }
  }

  fileprivate var exampleValue: JSON? {
    switch kind {
    case .text, .project: example.map(JSON.string)
    case .flag, .number: example.flatMap { try? JSON(parsing: $0) }
    }
  }
}
