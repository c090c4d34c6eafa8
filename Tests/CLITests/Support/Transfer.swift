import EmuTestSupport
import EmuTestTools
import Foundation

@testable import EmuCommand

/// Exports the test's project to a file or folder, and imports it into a new emulator.
struct Transfer {
  /// The names of targets; the extension selects the format.
  enum Target: String, CaseIterable, Sendable {
    case folder
    case seed = "users.json5"
    case ndjson = "users.ndjson"
    case json = "users.json"
    case csv = "users.csv"

    /// The format of the users; nil for the other formats.
    var form: FirebaseAccount.Form? {
      switch self {
      case .json: .json
      case .csv: .csv(columns: 52)
      default: nil
      }
    }

    /// True for a format with the configuration of the project.
    var hasConfiguration: Bool { self == .folder || self == .seed }
  }

  let emulator: TestEmulator
  private let folder: TestFolder

  /// - Parameter folder: that of the files; nil for a new one.
  init(_ emulator: TestEmulator, in folder: TestFolder? = nil) throws {
    self.emulator = emulator
    self.folder = try folder ?? TestFolder()
  }

  /// Writes an export.
  ///
  /// - Parameter name: of the file or folder, beside the others of this test.
  /// - Returns: the answer of the command.
  @discardableResult
  func export(_ target: Target, to name: String? = nil) throws -> ClientReply {
    var input = ClientInput()
    if [.seed, .ndjson].contains(target) { input.options["--plain-passwords"] = "true" }
    // Fast hashes.
    if target.form != nil { input.options = ["--rounds": "1", "--mem-cost": "1"] }
    let export = UserExport(
      client: ControlClient(emulator.emulator), project: "demo-project", input: input)
    let path = path(name ?? target.rawValue)
    switch target {
    case .folder: return try FolderExport(export: export).write(to: path)
    case .seed: return try export.download(as: "seed", to: path)
    case .ndjson: return try export.download(as: "ndjson", to: path)
    case .json, .csv:
      return try FirebaseExport(export: export, form: target.form ?? .json).write(to: path)
    }
  }

  /// Imports a file or folder into another emulator, and returns the report.
  func imported(
    _ name: String, into other: TestEmulator, _ query: [String: String] = [:]
  ) throws -> JSON {
    var input = ClientInput()
    input.query = query
    guard case .success(let file) = try ImportFile.find(path(name), format: nil) else {
      throw CommandFailure("There is nothing to import.")
    }
    return try ImportCommand.run(file, input, ControlClient(other.emulator))
  }

  /// The users of the project in the form of a file, without passwords.
  func accounts(_ form: FirebaseAccount.Form) throws -> [String] {
    var accounts: [String] = []
    try UserExport(client: ControlClient(emulator.emulator), project: "demo-project")
      .forEachPage(ofTenant: nil) { page in
        for user in page {
          let account = FirebaseAccount(user, hash: nil, form)
          accounts.append(form == .json ? JSON.object(account.json).serialized() : account.csv)
        }
      }
    return accounts
  }

  func path(_ name: String) -> String { folder.path(name) }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.url.appending(path: name)), as: UTF8.self)
  }

  func files(_ name: String) throws -> [String: String] {
    let folder = path("\(name)/auth_export")
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return [name: try text(name)]
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try text("\(name)/auth_export/\($0)")) })
  }
}
