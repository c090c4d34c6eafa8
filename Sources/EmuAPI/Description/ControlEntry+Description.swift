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
    guard let input else { return bodyType.map { ["content": [$0: Self.bytes]] } }
    var media: JSONObject = ["schema": schema(of: input, in: book)]
    media["example"] = example.flatMap { try? JSON(parsing: $0) }
    return ["content": ["application/json": .object(media)]]
  }

  func response(in book: SchemaBook) -> JSON {
    let about: JSON = "What the call came to."
    guard let output else {
      return ["description": about, "content": [answerType ?? "text/plain": Self.bytes]]
    }
    return [
      "description": about,
      "content": ["application/json": ["schema": schema(of: output, in: book)]],
    ]
  }

  /// A message that is described by its media type alone.
  private static let bytes: JSON = ["schema": ["type": "string", "format": "binary"]]

  /// Control calls have 64-bit integers as numbers, which clients of theirs read exactly.
  private func schema(of type: any Decodable.Type, in book: SchemaBook) -> JSON {
    book.integersAreText = false
    defer { book.integersAreText = true }
    return (try? book.schema(of: type)) ?? ["type": "object"]
  }
}
