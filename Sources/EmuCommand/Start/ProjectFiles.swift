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
  /// The default project.
  private(set) var project: String?
  private(set) var singleProject: SingleProjectMode?
  /// The unusable parts of the files, in sentences.
  private(set) var warnings: [String] = []

  /// Reads the files of the current folder, if any.
  static func discovered() -> ProjectFiles {
    var files = ProjectFiles()
    files.read(configName, \.takeConfig)
    files.read(projectName, \.takeProjects)
    return files
  }

  /// Reads a file that a flag names, and the `.firebaserc` next to it.
  ///
  /// - Throws: `UsageError` for a missing or invalid file.
  static func named(_ path: String) throws(UsageError) -> ProjectFiles {
    guard LocalFile.exists(path), !LocalFolder.exists(path) else {
      throw UsageError("--config takes a firebase.json, and there is no file \(path).")
    }
    var files = ProjectFiles()
    files.read(path, \.takeConfig)
    if let problem = files.warnings.first { throw UsageError("--config: \(problem)") }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    files.read(folder + projectName, \.takeProjects)
    return files
  }

  /// Returns the values with their files, except for those that a flag has set; for the banner.
  func origins(besides flags: Set<String>) -> String? {
    func given(_ flag: String, _ value: Any?) -> String? {
      value == nil || flags.contains("--\(flag)") ? nil : flag
    }
    let config = [given("host", host), given("port", port), given("single-project", singleProject)]
    let parts = [
      (config.compactMap { $0 }, Self.configName),
      ([given("project", project)].compactMap { $0 }, Self.projectName),
    ].filter { !$0.0.isEmpty }.map { "\($0.0.joined(separator: ", ")) from \($0.1)" }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  // MARK: - Reading

  private typealias Take = @Sendable (inout ProjectFiles, JSON, String) -> Void

  /// Reads a file if it exists: JSON with comments, as the Firebase CLI accepts it.
  private mutating func read(_ path: String, _ take: KeyPath<ProjectFiles, Take>) {
    do throws(LocalFile.Failure) {
      let bytes = try LocalFile.bytes(at: path, limit: 1 << 20)
      do throws(JSONError) {
        let tree = try JSON(parsing: bytes, options: .relaxed)
        guard case .object = tree else {
          return warnings.append("\(path) is not a JSON object and is not used. Correct it.")
        }
        self[keyPath: take](&self, tree, path)
      } catch {
        warnings.append("\(path) is not JSON and is not used (\(error.description)). Correct it.")
      }
    } catch {
      if error.isMissing { return }
      warnings.append("\(path) cannot be read and is not used (\(error.reason)).")
    }
  }

  private var takeConfig: Take {
    { files, tree, path in
      guard let emulators = tree["emulators"] else { return }
      func warn(_ field: String, _ needed: String) {
        files.warnings.append("\(path): emulators.\(field) is not used; it must be \(needed).")
      }
      if let value = emulators["auth"]?["host"] {
        if let host = value.string, !host.isEmpty {
          files.host = host
        } else {
          warn("auth.host", "the name or address of this machine, as text")
        }
      }
      if let value = emulators["auth"]?["port"] {
        if let port = (value.int ?? value.string.flatMap { Int64($0) }).flatMap(
          UInt16.init(exactly:))
        {
          files.port = port
        } else {
          warn("auth.port", "a number from 0 to 65535")
        }
      }
      if let value = emulators["singleProjectMode"] {
        if let isOn = value.bool {
          files.singleProject = isOn ? .warn : nil
        } else {
          warn("singleProjectMode", "true or false")
        }
      }
    }
  }

  private var takeProjects: Take {
    { files, tree, path in
      guard let value = tree["projects"]?["default"] else { return }
      guard let id = value.string, Project.isPlausible(id: id) else {
        return files.warnings.append(
          "\(path): projects.default is not used; it must be the id of a project.")
      }
      files.project = id
    }
  }
}
