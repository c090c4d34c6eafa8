internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension ControlError {
  /// Returns a span of a body, which is at most ten years.
  static func seconds(
    _ value: Int64?, _ field: String, from least: Int64 = 1
  ) throws(ControlError) -> Duration? {
    guard let value else { return nil }
    guard (least...315_360_000).contains(value) else {
      throw .invalid("\(field) must be \(least) to 315360000 seconds.")
    }
    return .seconds(value)
  }
}

extension IssuerCall {
  /// Returns the issuer of the path.
  func issuer() throws(ControlError) -> any FakeIssuer {
    services.configured(
      try services.sites.issuer(parameters["issuer"] ?? parameters["samlIssuer"] ?? ""))
  }

  /// Returns the project of `?project=`, or the default one. A call that changes something creates it.
  func project() throws -> Project {
    let id = projectID ?? services.defaultProject
    try checkSingleProject(id)
    do {
      return try services.store.project(id)
    } catch let missing as MissingTarget {
      let creates = [.post, .patch].contains(request.method)
      guard !creates, id != services.defaultProject else { throw missing }
      throw ControlError.unknownProject(id, among: try services.store.read { try $0.projectIDs() })
    }
  }

  private func checkSingleProject(_ id: String) throws(ControlError) {
    let mode = services.singleProject
    guard let problem = mode.problem(with: id, only: services.defaultProject) else { return }
    guard mode == .warn else {
      throw ControlError.invalid(
        "\(problem) Leave ?project= out, or start the emulator without --single-project.")
    }
    explanation.add(.singleProject, .warned, Reason(problem))
  }

  /// Returns the body as an object with names in camelCase, empty if absent.
  func body() throws(ControlError) -> JSONObject {
    var body = JSONObject()
    for member in try ControlBody.tree(of: request) {
      let words = member.key.split(separator: "_", omittingEmptySubsequences: false)
      let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
      body[(words.prefix(1).map(String.init) + rest).joined()] = member.value
    }
    return body
  }

  /// Changes the store, then answers with the closure's value.
  func write<Output: Encodable & Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Output
  ) -> ControlAnswer<Output> {
    write(body) { $0 }
  }

  /// Changes the store, then answers with a value.
  func write<T: Sendable, Output: Encodable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    answering: @escaping @Sendable (T) throws -> Output
  ) -> ControlAnswer<Output> {
    ControlAnswer(write(body) { try .json(of: answering($0)) })
  }

  /// Returns the body as a type; an unknown field is an error.
  func input<Input: Decodable>(_ type: Input.Type) throws(ControlError) -> Input {
    try ControlBody.read(type, of: request)
  }
}

extension ControlAnswer {
  /// The same for an answer with secrets, which no cache may store.
  var uncached: ControlAnswer { ControlAnswer(answer.map(Response.uncached)) }
}
