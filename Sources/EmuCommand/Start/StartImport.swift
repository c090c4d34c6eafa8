import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer

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
    if let problem = file.problems.first, options.isImportStrict {
      throw Self.refusal(path, "\(problem) Correct it")
    }
    let saved = file.isSeed || options.replacesUsers ? nil : try save()
    let report = try store(file)
    // The import has removed their users.
    try CommandFailure.located(at: emulator.configuration.dataFile) { try emulator.applySeeds() }
    outcome.summary = ImportCommand.summary(report)
    outcome.warnings += report.list("warnings").map {
      "--import \(path): \($0.string ?? "")"
    }
    if report["refused"] != 0 {
      outcome.warnings.append(
        "--import \(path): "
          + ImportCommand.refusals(report, "these users were left out:", advice(report)))
    }
    let hasLosses = report["refused"] != 0 || !file.problems.isEmpty
    if hasLosses, options.exportsToImport {
      outcome.warnings.append(
        "--import \(path): The export at the end replaces the folder without what was left out. Copy "
          + "it before, or name another folder with --export-on-exit DIR.")
    }
    if let saved, !options.isQuiet { outcome.warnings.append(saved) }
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

  private static let snapshot = "before-import"

  /// Saves the users that the import replaces, in place of an earlier such snapshot.
  ///
  /// - Returns: a sentence about it; nil without users, and without a data file.
  private func save() throws -> TerminalText? {
    let counts = try UserExport(client: client, project: project).counts()
    let count = counts.reduce(0) { $0 + $1.users }
    guard count > 0, emulator.configuration.dataFile != nil else { return nil }
    _ = try client.control(
      .post, "snapshots", ["name": .string(Self.snapshot), "project": .string(project)])
    return
      "--import \(path): what the project \(project) had, \(count.counted("user")), is the snapshot "
      + "\(Self.snapshot). `auth-emulator snapshots restore \(Self.snapshot)` returns to it."
  }
}
