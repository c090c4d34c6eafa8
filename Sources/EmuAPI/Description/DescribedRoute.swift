internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// One operation of the description.
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
    operation["description"] = (call?.about ?? endpoint?.messages.about).map(JSON.string)
    let parameters = pathParameters + (call?.queryParameters ?? queryParameters(in: book))
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if let body = call.map({ $0.requestBody(in: book) }) ?? body(in: book) {
      operation["requestBody"] = body
    }
    operation["security"] = .array(security)
    operation["responses"] = [
      "200": call?.response(in: book) ?? answer(in: book),
      "default": ["$ref": "#/components/responses/Refusal"],
    ]
    return .object(operation)
  }

  private var tag: String {
    if let endpoint, endpoint.input != .describedQuery {
      return route.name.hasPrefix("emulator.") ? "official emulator" : "backend"
    }
    let path = route.pattern.text
    if path.hasPrefix("/emulator/v1") { return "control" }
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
    guard let endpoint, [.query, .describedQuery, .resource].contains(endpoint.input) else {
      return []
    }
    // The id of a resource is in the path alone, and some resources have none.
    let inPath = Set(route.pattern.parameterNames + (endpoint.input == .resource ? ["id"] : []))
    return endpoint.messages.query(in: book).filter { !inPath.contains($0.key) }.map { field in
      var parameter: JSONObject = [
        "name": .string(field.key), "in": "query", "schema": field.value,
      ]
      parameter["description"] = endpoint.messages.queryWords[field.key].map(JSON.string)
      return .object(parameter)
    }
  }

  private func body(in book: SchemaBook) -> JSON? {
    guard let endpoint, ![.query, .describedQuery].contains(endpoint.input),
      ![.get, .delete].contains(route.method)
    else {
      return nil
    }
    let media: JSON = ["schema": endpoint.messages.body(in: book)]
    var content: JSONObject = ["application/json": media]
    if endpoint.input == .bodyOrForm { content["application/x-www-form-urlencoded"] = media }
    return ["content": .object(content)]
  }

  private func answer(in book: SchemaBook) -> JSON {
    guard let endpoint else { return ["description": "As documented in docs/api-support.md."] }
    return [
      "description": "The result of the operation.",
      "content": ["application/json": ["schema": endpoint.messages.answer(in: book)]],
    ]
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

extension OperationMessages {
  /// Returns the schema of every refusal.
  static func refusal(in book: SchemaBook) -> JSON {
    (try? book.schema(of: ErrorEnvelope.self)) ?? ["type": "object"]
  }
}
