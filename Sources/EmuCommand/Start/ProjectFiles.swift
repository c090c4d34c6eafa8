import EmuJSON
import EmuModel
import EmuServer

/// The emulator's configuration in a Firebase project: `firebase.json`, and `.firebaserc` next to
/// it.
struct ProjectFiles: Sendable {
  static let configName = "firebase.json"
  static let projectName = ".firebaserc"

  private(set) var host: String?
  private(set) var port: UInt16?
  private(set) var project: String?
  private(set) var singleProject: SingleProjectMode?
  private(set) var aliases: [String: String] = [:]
  let configPath: String
  let projectPath: String

  /// Reads the files of the nearest folder upwards with a `firebase.json`, else those of the current folder.
  ///
  /// - Throws: `CommandFailure` for a file that cannot be read or used.
  static func discovered() throws -> ProjectFiles {
    // The search ends at the root of a repository, and at a folder that other users can write to.
    let folder = DataFolder.nearest(below: [".git"], forbidden: 0o002) {
      LocalFile.exists($0 + configName)
    }
    return try ProjectFiles(folder + configName, folder + projectName)
  }

  /// Reads a file that a flag names, and the `.firebaserc` next to it.
  ///
  /// - Throws: where one of them cannot be read or used.
  static func named(_ path: String) throws -> ProjectFiles {
    guard LocalFile.exists(path), !LocalFolder.exists(path) else {
      throw CommandFailure.usage("--config accepts a firebase.json, and there is no file \(path).")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return try ProjectFiles(path, folder + projectName)
  }

  private init(_ configPath: String, _ projectPath: String) throws {
    (self.configPath, self.projectPath) = (configPath, projectPath)
    if let tree = try Self.read(configPath) { try readConfig(tree) }
    if let tree = try Self.read(projectPath) { try readProjects(tree) }
  }

  /// Returns the id of a project that is named by its id or by an alias of `.firebaserc`.
  func project(named name: String) -> String { aliases[name] ?? name }

  /// Returns the values with their files, except for those that a flag has set; for the banner.
  func origins(besides flags: Set<String>) -> String? {
    func given(_ flag: String, _ value: Any?) -> String? {
      value == nil || flags.contains("--\(flag)") ? nil : flag
    }
    let config = [
      given("host", host), given("port", port), given("single-project", singleProject),
    ]
    var parts = [
      (config.compactMap { $0 }, configPath),
      ([given("project", project)].compactMap { $0 }, projectPath),
    ].filter { !$0.0.isEmpty }.map { "\($0.0.joined(separator: ", ")) from \($0.1)" }
    if project == nil, !aliases.isEmpty, !flags.contains("--project") {
      parts.append(
        "no project from \(projectPath), where none of \(aliases.keys.sorted().joined(separator: ", ")) "
          + "is the default: --project names one")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  // MARK: - Reading

  /// Reads JSON with comments, as the Firebase CLI accepts it; returns nil without a file.
  private static func read(_ path: String) throws -> JSON? {
    let bytes: [UInt8]
    do throws(LocalFile.Failure) {
      bytes = try LocalFile.bytes(at: path, limit: 1 << 20)
    } catch {
      if error.isMissing { return nil }
      throw CommandFailure.usage("\(path) cannot be read (\(error.reason)). Correct or remove it.")
    }
    let tree: JSON
    do throws(JSONError) {
      tree = try JSON(parsing: bytes, options: .relaxed)
    } catch {
      throw CommandFailure.usage(
        "\(path) is not JSON (\(error.description)). Correct or remove it.")
    }
    guard case .object = tree else {
      throw CommandFailure.usage("\(path) is not a JSON object. Correct or remove it.")
    }
    return tree
  }

  private mutating func readConfig(_ tree: JSON) throws {
    func problem(_ field: String, _ needed: String) -> CommandFailure {
      CommandFailure.usage(
        "\(configPath): \(field) must be \(needed). Correct it, or leave it out.")
    }
    func members(_ value: JSON?, _ field: String, known: [String]) throws -> JSONObject {
      guard let value, !value.isNull else { return [:] }
      guard let members = value.object else { throw problem(field, "an object") }
      for name in members.keys where !known.contains(name) {
        guard let near = NearestNames.of(name, among: known).first else { continue }
        throw problem(field.isEmpty ? name : "\(field).\(name)", "called \(near)")
      }
      return members
    }
    let file = try members(tree, "", known: ["emulators"])
    let emulators = try members(
      file["emulators"], "emulators", known: ["auth", "singleProjectMode"])
    let auth = try members(emulators["auth"], "emulators.auth", known: ["host", "port"])
    if let value = auth["host"] {
      guard let host = value.string, !host.isEmpty else {
        throw problem("emulators.auth.host", "the name or address of this machine, as text")
      }
      self.host = host
    }
    if let value = auth["port"] {
      let number = value.int ?? value.string.flatMap { Int64($0) }
      guard let port = number.flatMap(UInt16.init(exactly:)) else {
        throw problem("emulators.auth.port", "a number from 0 to 65535")
      }
      self.port = port
    }
    if let value = emulators["singleProjectMode"] {
      guard let isOn = value.bool else {
        throw problem("emulators.singleProjectMode", "true or false")
      }
      singleProject = isOn ? .warn : nil
    }
  }

  private mutating func readProjects(_ tree: JSON) throws {
    guard let projects = tree["projects"] else { return }
    guard let members = projects.object else {
      throw CommandFailure.usage(
        "\(projectPath): projects must be an object of aliases and ids. Correct it.")
    }
    for member in members {
      guard let id = member.value.string, Project.isPlausible(id: id) else {
        throw CommandFailure.usage(
          "\(projectPath): projects.\(member.key) must be the id of a project. Correct it, or leave it out."
        )
      }
      aliases[member.key] = id
    }
    // As with the Firebase CLI, a single alias is the default.
    project = aliases["default"] ?? (aliases.count == 1 ? aliases.first?.value : nil)
  }
}
