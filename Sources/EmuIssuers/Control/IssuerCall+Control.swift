internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The body of a control call.
protocol ControlInput: Decodable {
  /// Every field, for the sentence that a misspelt one is answered with.
  static var fieldNames: [String] { get }
  /// The fields of members that have some of their own.
  static var partNames: [String: [String]] { get }
}

extension ControlInput {
  static var partNames: [String: [String]] { [:] }

  /// The fields that there are beside one that there is not, such as `name.first`.
  static func names(beside unknown: String) -> [String] {
    let member = unknown.prefix { $0 != "." && $0 != "[" }
    return (member == unknown ? nil : partNames[String(member)]) ?? fieldNames
  }
}

extension IssuerCall {
  /// The issuer that the path names.
  func issuer() throws(ControlError) -> any FakeIssuer {
    services.tuned(try services.sites.issuer(parameters["issuer"] ?? ""))
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
    let only = services.defaultProject
    guard id != only else { return }
    switch services.singleProject {
    case .off: return
    case .warn:
      explanation.add(
        "singleProject", .warned, "\(id) is named, but this emulator is meant for \(only) alone")
    case .refuse:
      throw ControlError(
        .invalidArgument,
        "This emulator serves the project \(only) alone, not \(id). Leave ?project= out, or start it "
          + "without --single-project.")
    }
  }

  /// The body as a tree; none is an empty object.
  func body() throws(ControlError) -> JSON {
    if request.body.isEmpty { return .object(JSONObject()) }
    do {
      let tree = try JSON(parsing: request.body)
      if case .object = tree { return tree }
    } catch {
      throw ControlError(.invalidArgument, "The body is no JSON: \(error.description)")
    }
    throw ControlError(.invalidArgument, "The body must be a JSON object.")
  }

  /// The body as a type that knows its fields.
  func input<Input: ControlInput>(_ type: Input.Type) throws(ControlError) -> Input {
    try Self.decode(type, from: body())
  }

  static func decode<Input: ControlInput>(
    _ type: Input.Type, from tree: JSON, at path: String = ""
  ) throws(ControlError) -> Input {
    let decoded: (value: Input, unknownFields: [String])
    do {
      decoded = try JSONDecoding.decodeReportingUnknownFields(type, from: tree)
    } catch {
      throw ControlError(.invalidArgument, "\(path)\(error.description)")
    }
    if let unknown = decoded.unknownFields.first {
      throw ControlError(
        .invalidArgument,
        "There is no field \(path)\(unknown.prefix(128)) here; the fields are "
          + "\(Input.names(beside: unknown).joined(separator: ", ")).")
    }
    return decoded.value
  }
}
