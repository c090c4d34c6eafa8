package import EmuHTTP
internal import EmuJSON
package import EmuModel
internal import EmuStore
internal import EmuThread

/// A refusal of the control API in Google's envelope; the message contains the next step.
package struct ControlError: Error, Sendable {
  /// The kind of refusal; an open set, so compare with the members below.
  package struct Code: Sendable, Hashable {
    package let status: Status
    /// Google's canonical name.
    package let name: String

    package static let invalidArgument = Code(status: .badRequest, name: "INVALID_ARGUMENT")
    package static let forbidden = Code(status: .forbidden, name: "PERMISSION_DENIED")
    package static let notFound = Code(status: .notFound, name: "NOT_FOUND")
    package static let alreadyExists = Code(status: .conflict, name: "ALREADY_EXISTS")
    package static let unavailable = Code(status: .serviceUnavailable, name: "UNAVAILABLE")
    package static let fault = Code(status: .internalServerError, name: "INTERNAL")
  }

  package let code: Code
  package let message: String
  /// The precise reason for the request log; by default the message.
  package let reason: String?

  package init(_ code: Code, _ message: String, reason: String? = nil) {
    self.code = code
    self.message = message
    self.reason = reason ?? message
  }

  package static func invalid(_ message: String) -> ControlError {
    ControlError(.invalidArgument, message)
  }

  package static func notFound(_ message: String) -> ControlError {
    ControlError(.notFound, message)
  }

  package static func unknownProject(_ id: String, among others: [String]) -> ControlError {
    let list = others.sorted().prefix(10).joined(separator: ", ")
    return .notFound(
      "There is no project \(id.prefix(64)).\(NearestNames.hint(id, among: others))"
        + (list.isEmpty
          ? " There is none yet; its first request creates one."
          : " The projects are \(list)\(others.count > 10 ? " and others" : "")."))
  }

  // MARK: - From other errors

  /// Converts an error to a refusal; an unexpected error is an internal one.
  package init(translating error: any Error) {
    switch error {
    case let error as ControlError: self = error
    case let error as DocumentError: self.init(error)
    case let error as JSONError: self = ControlBody.refusal(error)
    case let error as StoreError where error.isUnavailable:
      self.init(.unavailable, error.message)
    case let error as WorkerPool.Refusal: self.init(.unavailable, error.message)
    default:
      self.init(
        .fault, "Internal error encountered. The emulator's log has the cause.",
        reason: (error as? StoreError)?.message ?? String(describing: error))
    }
  }

  /// - Parameter path: the path of the document in the body, such as `account.`.
  package init(_ error: DocumentError, at path: String = "") {
    let text = "\(path)\(error)"
    self.init(.invalidArgument, text.hasSuffix(".") ? text : "\(text).")
  }

  /// Rejects an id that no project can have.
  ///
  /// - Parameter field: the field of the id with a colon and a space; empty where the path has it.
  package static func check(project id: String, _ field: String = "") throws(ControlError) {
    guard Project.isPlausible(id: id) else { throw .invalid(field + Project.idProblem) }
  }

  /// Rejects a text that is not a plain line, see `PlainText`.
  package static func check(
    _ text: String?, _ field: String, limit: Int
  ) throws(ControlError) {
    guard let text, let problem = PlainText.problem(with: text, limit: limit) else { return }
    throw ControlError(.invalidArgument, "\(field): \(problem).")
  }

  /// Rejects a query with a field that the call does not have, or a field twice. An API key is
  /// ignored.
  package static func check(
    queryOf request: Request, _ fields: [String]
  ) throws(ControlError) {
    let names = request.query.map(\.name)
    for name in fields where names.count(where: { $0 == name }) > 1 {
      throw .invalid("\(name) in the query: the field is there twice; send it once.")
    }
    guard let field = request.query.first(where: { $0.name != "key" && !fields.contains($0.name) })
    else { return }
    let likely = NearestNames.of(field.name, among: fields)
    let problem =
      fields.isEmpty
      ? "this call has no query" : NearestNames.unknownField(likely: likely, among: fields)
    throw ControlError(.invalidArgument, "\(field.name.prefix(128)) in the query: \(problem).")
  }

  package static func check(
    originOf request: Request, _ rule: OriginRule
  ) throws(ControlError) {
    if let message = rule.refusal(of: request) { throw ControlError(.forbidden, message) }
  }
}

extension FormFields {
  /// Returns a checked Boolean field of a query; nil if absent.
  package func flag(_ name: String) -> Bool? { first(name).flatMap { Bool($0) } }

  /// Returns a field of a query with one of some names; nil if absent.
  ///
  /// - Parameter names: the end of a sentence about the value.
  package func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ names: String
  ) throws(ControlError) -> Choice? {
    guard let text = first(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw .invalid("\(name): the value must be \(names).")
    }
    return choice
  }
}

// MARK: - On the wire

extension ControlError {
  /// The response `{"error":{"code":400,"message":"…","status":"INVALID_ARGUMENT"}}`.
  package var response: Response {
    let error = ErrorEnvelope.Body(
      code: code.status.rawValue, message: message, status: code.name)
    // An envelope has texts and numbers, so the encoding cannot fail.
    let body = (try? JSONEncoding.encode(ErrorEnvelope(error: error))) ?? []
    return .json(body, status: code.status)
  }

  /// The response with its explanation for the request log.
  package var explainedResponse: Response {
    var response = response
    response.annotations = Annotations(refusal: reason ?? message)
    return response
  }
}
