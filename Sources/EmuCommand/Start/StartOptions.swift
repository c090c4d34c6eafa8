import EmuJSON
import EmuModel
package import EmuServer
import EmuSystem

package struct StartOptions: Sendable {
  package enum LogFormat: String, Sendable, CaseIterable {
    case text, json
  }

  package var configuration = Configuration(dataFile: DataFolder.defaultFile)
  /// nil for plain HTTP only.
  var tlsPort: UInt16?
  /// Paths of the user's certificate and key; both or neither.
  var tlsCertificate: String?
  var tlsKey: String?
  /// True to rename a damaged data file and create a new one.
  package var recoversDamagedFile = false
  package var logFormat = LogFormat.text
  /// True to print only errors.
  package var isQuiet = false
  /// True to print one JSON line instead of the banner.
  package var printsJSON = false
  /// The file of standard error once the emulator is ready; nil for none.
  var logFile: String?
  var isDetached = false
  /// The users to import before the first request: a file or an export folder.
  var importPath: String?
  /// True to remove existing users first, without a snapshot of them.
  var replacesUsers = false
  /// True to end a start in which `--import` would leave something out.
  var isImportStrict = false
  /// The export folder that is written at the end. Until all arguments are read, empty for the folder of
  /// `--import`.
  var exportPath: String?
  /// The file that the report about production is written to, by `exec`.
  var productionReport: String?
  /// True when `exec` fails where production would have answered differently.
  var failsOnProductionDifference = false
  /// The `firebase.json` to read; nil for the one of the current folder.
  var configPath: String?
  /// The values with their project files, for the banner.
  private(set) var origins: String?

  /// Parses the arguments after `start` or `exec`.
  ///
  /// - Parameter ofExec: true to store nothing without `--data`, and to accept the flags of `exec`.
  package init(_ arguments: [String] = [], ofExec: Bool = false) throws {
    if ofExec { configuration.dataFile = nil }
    let reader = ArgumentReader(
      command: ofExec ? "exec" : "start",
      flags: ofExec ? Self.execFlags + Self.flagsOfExec : Self.flags)
    // The project's files are applied first, so that flags override them.
    var flags = self
    let given = try reader.read(arguments, into: &flags)
    let files: ProjectFiles
    if let path = flags.configPath {
      files = try .named(path)
    } else {
      files = try .discovered()
    }
    apply(files, besides: given)
    // Set in programs that the Firebase CLI runs.
    configuration.functions = environmentVariable("FIREBASE_EMULATOR_HUB").map { .hub($0) }
    try reader.read(arguments, into: &self)
    configuration.project = files.project(named: configuration.project)
    try completeExportPath()
    guard let tlsPort else { return }
    guard tlsPort == 0 || tlsPort != configuration.port else {
      throw CommandFailure.usage(
        "--tls-port and --port are both \(tlsPort). Give each its own port.")
    }
    let source: Configuration.TLS.Source =
      if let tlsCertificate, let tlsKey {
        .files(certificate: tlsCertificate, key: tlsKey)
      } else {
        .localAuthority(folder: DataFolder.ofAuthority(besides: configuration.dataFile))
      }
    configuration.tls = Configuration.TLS(port: tlsPort, source: source)
  }

  private mutating func apply(_ files: ProjectFiles, besides flags: Set<String>) {
    if let host = files.host { configuration.host = host }
    if let port = files.port { configuration.port = port }
    if let project = files.project { configuration.project = project }
    if let mode = files.singleProject { configuration.singleProject = mode }
    origins = files.origins(besides: flags)
  }

  private mutating func completeExportPath() throws {
    guard exportPath?.isEmpty == true else { return }
    guard let importPath else {
      throw CommandFailure.usage(
        "--export-on-exit needs a folder: write --export-on-exit DIR, or add --import DIR, whose folder "
          + "it then uses.")
    }
    guard LocalFile.kind(of: importPath) != .file else {
      throw CommandFailure.usage(
        "--export-on-exit without a value uses the folder of --import, and \(importPath) is a file: "
          + "write --export-on-exit DIR.")
    }
    exportPath = importPath
  }
}
