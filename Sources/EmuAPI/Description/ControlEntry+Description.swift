internal import EmuControlCalls
internal import EmuJSON

// The description of a control call, derived from its types as for the backend.
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

  /// Returns the body; nil for a call without one.
  func requestBody(in book: SchemaBook) -> JSON? {
    guard let input else { return bodyType.map { ["content": [$0: Self.bytes]] } }
    var media: JSONObject = ["schema": schema(of: input, in: book)]
    media["example"] = example.flatMap { try? JSON(parsing: $0) }
    return ["content": ["application/json": .object(media)]]
  }

  func response(in book: SchemaBook) -> JSON {
    let about: JSON = "The result of the call."
    guard let output else {
      return ["description": about, "content": [answerType ?? "text/plain": Self.bytes]]
    }
    return [
      "description": about,
      "content": ["application/json": ["schema": schema(of: output, in: book)]],
    ]
  }

  /// The schema of a message that only its media type describes.
  private static let bytes: JSON = ["schema": ["type": "string", "format": "binary"]]

  /// Returns a schema. Control calls encode 64-bit integers as numbers, which their clients read
  /// exactly.
  private func schema(of type: any Decodable.Type, in book: SchemaBook) -> JSON {
    book.integersAreText = false
    defer { book.integersAreText = true }
    return (try? book.schema(of: type)) ?? ["type": "object"]
  }
}
