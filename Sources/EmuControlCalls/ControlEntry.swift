package import EmuHTTP
internal import EmuModel

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
    package var kind: Kind
    package var isRequired: Bool

    /// The form of a value.
    package enum Kind: Sendable {
      case text, flag
      /// A whole number from 1 on.
      case number
      /// The id of a project.
      case project
    }

    package init(
      _ name: String, _ about: String, example: String? = nil, _ kind: Kind = .text,
      isRequired: Bool = false
    ) {
      self.name = name
      self.about = about
      self.example = example
      self.kind = kind
      self.isRequired = isRequired
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
  /// The media type of a body that is not a JSON document, such as a file's or YAML's.
  package let bodyType: String?
  /// The media types of responses that are not JSON documents.
  package let answerTypes: [String]
  package let query: [Field]
  /// A valid body as JSON.
  package let example: String?

  package init(
    _ method: Method, _ path: String, _ name: String, _ about: String,
    accepts input: (any (Decodable & Sendable).Type)? = nil, bodyType: String? = nil,
    query: [Field] = [], answers output: (any (Decodable & Sendable).Type)?,
    answerTypes: [String] = [], example: String? = nil
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.about = about
    self.input = input
    self.output = output
    self.bodyType = bodyType
    self.answerTypes = answerTypes
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

extension ControlEntry {
  /// Rejects a query or a body that the call does not have.
  package func check(_ request: Request) throws(ControlError) {
    try ControlError.check(queryOf: request, query.map(\.name))
    for field in query { try field.check(request.query.first(field.name)) }
    guard input == nil, bodyType == nil, method != .get else { return }
    _ = try ControlBody.read(EmptyMessage.self, of: request)
  }
}

extension ControlEntry.Field {
  fileprivate func check(_ text: String?) throws(ControlError) {
    guard let text else {
      guard !isRequired else { throw .invalid("\(name) in the query: the field is required.") }
      return
    }
    switch kind {
    case .text: break
    case .flag where Bool(text) == nil:
      throw .invalid("\(name): the value must be true or false.")
    case .number where Int(text).map { $0 > 0 } != true:
      throw .invalid("\(name): the value must be a whole number from 1 on.")
    case .project: try ControlError.check(project: text, "\(name): ")
    case .flag, .number: break
    }
  }
}

extension Request {
  /// True for a call of the control API, or of a path that serves the emulator itself: its console, its
  /// descriptions, and the lists that tools poll.
  package var isOfEmulator: Bool {
    path.hasPrefix(ControlEntry.root) || path.hasPrefix("/emulator/ui")
      || ["/", "/emulator/openapi.json", "/emulators", "/llms.txt", "/favicon.ico"].contains(path)
  }
}

package struct EmptyAnswer: Codable, Sendable {
  package init() {}
}
