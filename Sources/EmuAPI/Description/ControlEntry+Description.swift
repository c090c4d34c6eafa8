internal import EmuControlCalls
internal import EmuJSON

// A control call in the description: its own types say what is in it, as the backend's do.
extension ControlEntry {
  var queryParameters: [JSON] {
    query.map { field in
      var parameter: JSONObject = [
        "name": .string(field.name), "in": "query", "description": .string(field.about),
        "schema": ["type": "string"],
      ]
      parameter["example"] = field.example.map(JSON.string)
      return .object(parameter)
    }
  }

  /// Nil for a call without a body.
  func requestBody(in book: SchemaBook) -> JSON? {
    guard let input else { return nil }
    var media: JSONObject = ["schema": schema(of: input, in: book)]
    media["example"] = example.flatMap { try? JSON(parsing: $0) }
    return ["content": ["application/json": .object(media)]]
  }

  func response(in book: SchemaBook) -> JSON {
    guard let output else { return ["description": "A stream of events, or a text."] }
    return [
      "description": "What the call came to.",
      "content": ["application/json": ["schema": schema(of: output, in: book)]],
    ]
  }

  /// Control calls have 64-bit integers as numbers, which clients of theirs read exactly.
  private func schema(of type: any Decodable.Type, in book: SchemaBook) -> JSON {
    book.integersAreText = false
    defer { book.integersAreText = true }
    return (try? book.schema(of: type)) ?? ["type": "object"]
  }
}
