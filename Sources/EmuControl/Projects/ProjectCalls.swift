internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

extension Control {
  func showSettings(_ call: ControlCall) throws -> ControlAnswer<SettingsReport> {
    let id = try projectID(of: call)
    // Reading does not create an unknown project.
    let switches = try services.store.read { reader in
      try reader.project(id)?.switches ?? Switches(profile: reader.profile)
    }
    return try ControlAnswer(SettingsReport(of: switches))
  }

  func changeSettings(_ call: ControlCall) throws -> ControlAnswer<SettingsReport> {
    let id = try projectID(of: call)
    let change = try call.input(SwitchChange.self)
    let store = services.store
    return write { writer in
      let isNew = try writer.reader.project(id) == nil
      let others = isNew ? try writer.reader.projectIDs() : []
      let project = try writer.insertProject(id)
      var switches = project.switches
      change.apply(to: &switches)
      try writer.update(switches: switches, of: project, in: store)
      return SettingsReport(
        of: switches, warning: isNew ? Self.warning(of: id, beside: others) : nil)
    }
  }

  func registerAPIKey(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let id = try projectID(of: call)
    let key = try call.input(APIKeyRegistration.self).apiKey
    if let problem = APIKeyRule.problem(with: key, of: id) {
      throw ControlError.invalid("apiKey: \(problem).")
    }
    let store = services.store
    return write { writer in
      let project = try writer.insertProject(id)
      if let owner = try writer.register(apiKey: key, for: project, in: store) {
        throw ControlError(.alreadyExists, "apiKey: \(APIKeyRule.taken(by: owner)).")
      }
      return EmptyAnswer()
    }
  }

  private func projectID(of call: ControlCall) throws -> String {
    let id = call.parameters["project"] ?? ""
    try ControlError.check(project: id)
    return id
  }

  /// Returns the warning of a call that created a project: its id may be misspelt.
  private static func warning(of id: String, beside others: [String]) -> String {
    let made = "There was no project \(id), and this call made it."
    let hint = NearestNames.hint(id, among: others)
    guard hint.isEmpty else { return made + hint }
    let list = others.sorted().prefix(10).joined(separator: ", ")
    return list.isEmpty ? made : "\(made) The other projects are \(list)."
  }
}

enum APIKeyRule {
  private static let longest = 200

  /// Returns the problem with a key; nil if it may be registered.
  static func problem(with key: String, of project: String) -> String? {
    let isVisible = key.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    guard !key.isEmpty, key.utf8.count <= longest, isVisible else {
      return "a key has 1 to \(longest) visible ASCII characters"
    }
    if let owner = ImpliedAPIKey.project(of: key), owner != project, Project.isPlausible(id: owner)
    {
      return "this is the key that project \(owner) always has; use another key"
    }
    return nil
  }

  static func taken(by owner: String) -> String {
    "project \(owner) has this key already, and a key selects one project; use another key"
  }
}
