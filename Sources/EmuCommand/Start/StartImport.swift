import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import Synchronization

/// The import of `--import`, before the first request.
///
/// The file or folder wins over the users that the project has, as with the official emulator, where each
/// start begins with it alone. What cannot be stored is skipped with a warning; with `--strict-import` it ends
/// the start.
struct StartImport {
  struct Outcome {
    /// Such as `3 stored`; nil when nothing was imported.
    var summary: String?
    var warnings: [TerminalText] = []
    /// True when a part of the file was skipped.
    var hasLosses = false
  }

  private let path: String
  private let options: StartOptions
  private let emulator: Emulator
  private let client: ControlClient

  init(_ path: String, _ options: StartOptions, _ emulator: Emulator) {
    (self.path, self.options, self.emulator) = (path, options, emulator)
    client = ControlClient(emulator)
  }

  private var project: String { emulator.configuration.project }

  func run(_ found: ImportFile.Found) throws -> Outcome {
    let file: ImportFile
    switch found {
    case .success(let found): file = found
    case .failure(let nothing):
      return Outcome(warnings: [
        "--import \(path): \(nothing.reason), so nothing was imported."
      ])
    }
    var outcome = Outcome(
      warnings: (file.warnings + file.problems).map { "--import \(path): \($0)" })
    outcome.hasLosses = !file.problems.isEmpty
    if let problem = file.problems.first, options.isImportStrict {
      throw Self.refusal(path, "\(problem) Correct it")
    }
    let saved = file.isSeed || options.replacesUsers ? nil : try save()
    let report: JSON
    do {
      report = try store(file)
    } catch {
      if let saved { try? remove(saved.name) }
      throw error
    }
    // The import has removed their users.
    try CommandFailure.located(at: emulator.configuration.dataFile) { try emulator.applySeeds() }
    outcome.summary = ImportCommand.summary(report)
    outcome.warnings += report.list("warnings").map {
      "--import \(path): \($0.string ?? "")"
    }
    if report["refused"] != 0 {
      outcome.hasLosses = true
      outcome.warnings.append(
        "--import \(path): "
          + ImportCommand.refusals(report, "these users were left out:", advice(report)))
    }
    if let saved { outcome.warnings += try settle(saved) }
    return outcome
  }

  /// Returns the failure of `--strict-import`.
  ///
  /// - Parameter problem: a sentence, and the beginning of the next step.
  static func refusal(_ path: String, _ problem: TerminalText) -> CommandFailure {
    CommandFailure("--import \(path): \(problem), or leave --strict-import out.")
  }

  private func advice(_ report: JSON) -> TerminalText {
    let hashes: TerminalText =
      ImportCommand.hasRefusal("MISSING_HASH_ALGORITHM", report)
      ? "\n`auth-emulator import` stores users with hashes: it accepts what the hashes were made with."
      : ""
    return hashes
      + "\nCorrect them and start again; --strict-import ends the start where a user is left out."
  }

  private func store(_ file: ImportFile) throws -> JSON {
    var input = ClientInput()
    input.project = project
    if !file.isSeed { input.query["replace"] = "true" }
    if !options.isImportStrict { input.query["skipRefused"] = "true" }
    let report = try ImportCommand.run(file, input, client)
    guard options.isImportStrict, report["refused"] != 0 else { return report }
    throw CommandFailure(
      "--import \(path): "
        + ImportCommand.refusals(
          report, ImportCommand.nothingStored(report),
          "\nCorrect the file, or leave --strict-import out to start with the other users."))
  }

  // MARK: - The state before

  private struct Saved {
    var name: String
    var count: Int
    /// A number for each user that is the same for an equal one.
    var users: Set<Int>
  }

  /// Saves the users that the import replaces; returns nil without users, and without a data file.
  private func save() throws -> Saved? {
    let counts = try UserExport(client: client, project: project).counts()
    let count = counts.reduce(0) { $0 + $1.users }
    guard count > 0, emulator.configuration.dataFile != nil else { return nil }
    let day = emulator.clock.now.rfc3339.prefix(10)
    let name = "before-import-\(day)-\(emulator.instance.prefix(6))"
    let saved = Saved(name: name, count: count, users: try users())
    _ = try client.control(
      .post, "snapshots", ["name": .string(name), "project": .string(project)])
    return saved
  }

  /// Removes a snapshot whose users the project has again; returns a warning that names any other.
  private func settle(_ saved: Saved) throws -> [TerminalText] {
    let lost = saved.users.subtracting(try users()).count
    guard lost > 0 else {
      try remove(saved.name)
      return []
    }
    return [
      "--import \(path): the project \(project) had \(saved.count.counted("user")), "
        + "of which \(lost) \(lost == 1 ? "is" : "are") not the same there. That state is the snapshot "
        + "\(saved.name): `auth-emulator snapshots restore \(saved.name)` returns to it."
    ]
  }

  private func remove(_ snapshot: String) throws {
    _ = try client.control(.delete, "snapshots/\(snapshot)")
  }

  /// Returns a hash of each user, without the times that an import sets when a file has none.
  private func users() throws -> Set<Int> {
    let found = Mutex((rest: [UInt8](), users: Set<Int>()))
    try client.download(
      "export",
      query: [("project", project), ("format", "ndjson"), ("plainPasswords", "true")]
    ) { bytes in
      found.withLock { found in
        found.rest += bytes
        guard let end = found.rest.lastIndex(of: 0x0A) else { return true }
        for line in found.rest[..<end].split(separator: 0x0A) {
          found.users.insert(Self.identity(of: Array(line)))
        }
        found.rest.removeSubrange(...end)
        return true
      }
    }
    return found.withLock { $0.users }
  }

  private static func identity(of line: [UInt8]) -> Int {
    guard var user = (try? JSON(parsing: line))?.object else { return line.hashValue }
    user["createdAt"] = nil
    user["passwordUpdatedAt"] = nil
    return JSON.object(user).serialized().hashValue
  }
}
