package import EmuControlCalls
package import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `GET /emulator/openapi.json`: an OpenAPI 3.1 document of all routes.
///
/// It is generated from the mounted routes at the first request, so it is complete.
package struct APIDescription {
  private static let path = "/emulator/openapi.json"
  private static let name = "emulator.openapi"

  let routes: [Route<Handler>]
  let calls: [ControlEntry]
  let version: String

  /// Returns the route that serves the description of all routes, including itself.
  ///
  /// - Parameter publicURL: the address of a proxy, if any.
  package static func route(
    over routes: [Route<Handler>], calls: [ControlEntry], version: String, publicURL: String?
  ) -> Route<Handler> {
    let generated = LazyValue<JSONObject>()
    let itself = Route(.get, path, name: name, Handler { _, _ in .ready(.json([])) })
    return Route(
      .get, path, name: name,
      Handler { request, _ in
        var document = generated.value {
          APIDescription(routes: routes + [itself], calls: calls, version: version).document
        }
        document["servers"] = [["url": .string(request.baseURL(publicURL: publicURL))]]
        return .ready(.json(JSON.object(document).serializedBytes()))
      })
  }

  /// The document, except for the emulator's address as the client used it.
  private var document: JSONObject {
    let book = SchemaBook()
    var paths = JSONObject()
    var seen: [String: Int] = [:]
    let endpoints = Dictionary(
      Routes.all.map { ("\($0.method.rawValue) \($0.pattern.text)", $0.payload) },
      uniquingKeysWith: { first, _ in first })
    let calls = Dictionary(
      calls.map { ("\($0.method.rawValue) \($0.pattern)", $0) },
      uniquingKeysWith: { first, _ in first })
    for route in routes {
      seen[route.name, default: 0] += 1
      let line = "\(route.method.rawValue) \(route.pattern.text)"
      let described = DescribedRoute(
        route: route, endpoint: endpoints[line], call: calls[line],
        occurrence: seen[route.name] ?? 1)
      var methods = paths[route.pattern.text]?.object ?? JSONObject()
      methods[route.method.rawValue.lowercased()] = described.operation(in: book)
      paths[route.pattern.text] = .object(methods)
    }
    // Last, because every other entry may add a schema to the book.
    let refusal = Self.refusal(in: book)
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "auth-emulator", "version": .string(version),
        "description": .string(Self.introduction),
      ],
      "servers": [],
      "paths": .object(paths),
      "components": [
        "schemas": .object(book.components),
        "securitySchemes": Self.securitySchemes,
        "responses": ["Refusal": refusal],
      ],
    ]
  }

  private static let introduction =
    "Names are taken in camelCase and in snake_case, null is absence, 64-bit integers may be numbers "
    + "or text, enums may be names or numbers, and the backend ignores "
    + "unknown fields and names them in the request log; control calls refuse them."

  private static let securitySchemes: JSON = [
    "apiKey": ["type": "apiKey", "in": "query", "name": "key"],
    "administrator": [
      "type": "http", "scheme": "bearer",
      "description": "`owner`, or any token that begins with `ya29.`",
    ],
  ]

  private static func refusal(in book: SchemaBook) -> JSON {
    [
      "description": "A refusal in Google's envelope.",
      "content": [
        "application/json": [
          "schema": (try? book.schema(of: ErrorEnvelope.self)) ?? ["type": "object"]
        ]
      ],
    ]
  }
}
