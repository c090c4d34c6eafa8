package import EmuHTTP

/// A line of the table of control calls: purpose, input, output and example of a call.
///
/// `/emulator/openapi.json` and `docs/control-api.md` are generated from it. The route has the same
/// method, path and name.
package struct ControlEntry: Sendable {
  /// A field of the path or of the query.
  package struct Field: Sendable {
    package var name: String
    package var about: String
    package var example: String?

    package init(_ name: String, _ about: String, example: String? = nil) {
      self.name = name
      self.about = about
      self.example = example
    }
  }

  /// The path prefix of all control calls.
  package static let root = "/emulator/v1/"

  package let method: Method
  /// The path after the root, such as `issuers/{issuer}/tokens`.
  package let path: String
  /// The operation's name in the request log.
  package let name: String
  /// The purpose of the call, in one sentence.
  package let about: String
  /// The type of the body; nil for a call without one.
  package let input: (any (Decodable & Sendable).Type)?
  /// The type of the response; nil if it is not a JSON document.
  package let output: (any (Decodable & Sendable).Type)?
  /// The media type of a body that is not a JSON document, such as a file's.
  package let bodyType: String?
  /// The media type of a response that is not a JSON document.
  package let answerType: String?
  package let query: [Field]
  /// A valid body as JSON.
  package let example: String?

  package init(
    _ method: Method, _ path: String, _ name: String, _ about: String,
    accepts input: (any (Decodable & Sendable).Type)? = nil, bodyType: String? = nil,
    query: [Field] = [], answers output: (any (Decodable & Sendable).Type)?,
    answerType: String? = nil, example: String? = nil
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.about = about
    self.input = input
    self.output = output
    self.bodyType = bodyType
    self.answerType = answerType
    self.query = query
    self.example = example
  }

  /// The complete path of the route.
  package var pattern: String { Self.root + path }

  /// Example values of path parameters, by name.
  package static let parameters: [Field] = [
    Field("project", "the id of a project", example: "demo-project"),
    Field("tenant", "the id of a tenant", example: "demo-tenant"),
    Field("issuer", "the id of a provider with an issuer", example: "apple.com"),
    Field("samlIssuer", "the id of a provider of SAML", example: "saml.acme"),
    Field("scenario", "the name of a scenario", example: "disabled-user"),
    Field("sub", "the subject of an account", example: "001234.abc.5678"),
    Field("fault", "the id of a fault", example: "abcdefghijkl"),
    Field("recording", "the id of a recording", example: "abcdefghijkl"),
    Field("snapshot", "the name of a snapshot", example: "empty"),
    Field("id", "the id of a request, as X-Emulator-Explain has it", example: "ab12-1"),
  ]
}

package struct EmptyAnswer: Codable, Sendable {
  package init() {}
}
