internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension IssuerCall {
  /// The issuer that the path names.
  func issuer() throws(ControlError) -> any FakeIssuer {
    services.configured(try services.sites.issuer(parameters["issuer"] ?? ""))
  }

  /// The project of `?project=`, or the default one; it exists once it is named.
  func project() throws -> Project {
    let id = request.query.first("project") ?? services.defaultProject
    guard Project.isPlausible(id: id) else {
      throw ControlError(
        .invalidArgument,
        "?project= must be a project id: letters, digits, '-', '_', '.' and ':', at most "
          + "\(Project.longestID) of them.")
    }
    try checkSingleProject(id)
    return try services.store.project(id)
  }

  private func checkSingleProject(_ id: String) throws(ControlError) {
    switch services.singleProject.verdict(on: id, only: services.defaultProject) {
    case .allowed: return
    case .warned(let because): explanation.add(.singleProject, .warned, Sentence(because))
    case .refused(let because):
      throw ControlError(
        .invalidArgument,
        "\(because) Leave ?project= out, or start the emulator without --single-project.")
    }
  }

  /// The body as a tree; none is an empty object.
  func body() throws(ControlError) -> JSONObject { try ControlBody.tree(of: request) }

  /// The body as a type; a misspelt field is an error.
  func input<Input: Decodable>(_ type: Input.Type) throws(ControlError) -> Input {
    try ControlBody.read(type, of: request)
  }
}
