package import EmuServer

/// What the flags of `start` say.
package struct StartOptions: Sendable {
  package enum LogFormat: String, Sendable, CaseIterable {
    case text, json
  }

  package var configuration = Configuration(location: .file(DataFolder.defaultFile))
  /// nil for plain HTTP only.
  var tlsPort: UInt16?
  /// Paths of the user's own certificate and key; both or neither.
  var tlsCertificate: String?
  var tlsKey: String?
  /// Whether a damaged data file is renamed, so that a new one takes its place.
  package var recoversDamagedFile = false
  package var logFormat = LogFormat.text
  /// Nothing but errors is printed.
  package var isQuiet = false
  /// One line for machines instead of the banner.
  package var printsJSON = false
  /// The file that standard error goes to once the emulator is ready; nil for none.
  var logFile: String?
  /// Whether the emulator becomes a process of its own.
  var isDetached = false
  /// Whose users are stored before anybody is served: a file or an export folder.
  var importPath: String?
  /// Whether the users that are there are removed before.
  var replacesUsers = false
  /// The export folder that is written at the end.
  var exportPath: String?
  /// The `firebase.json` to read; nil for the one of the current folder.
  var configPath: String?
  /// What of the project's files cannot be used.
  package private(set) var warnings: [String] = []
  /// Which values came from the project's files, for the banner.
  private(set) var origins: String?

  /// Reads the arguments that follow `start`.
  ///
  /// - Parameter ephemeralByDefault: whether nothing is stored without `--data`.
  package init(
    _ arguments: [String] = [], ephemeralByDefault: Bool = false
  ) throws(UsageError) {
    if ephemeralByDefault { configuration.location = .ephemeral }
    let reader = ArgumentReader(command: "start", flags: Self.flags)
    // What the project's files say comes first, so that flags win.
    var flags = self
    let given = try reader.read(arguments, into: &flags)
    apply(try flags.configPath.map(ProjectFiles.named) ?? .discovered(), besides: given)
    try reader.read(arguments, into: &self)
    guard let tlsPort else { return }
    guard tlsPort == 0 || tlsPort != configuration.port else {
      throw UsageError("--tls-port and --port are both \(tlsPort). Give each a port of its own.")
    }
    configuration.tls = Configuration.TLS(port: tlsPort, source: tlsSource)
  }

  private mutating func apply(_ files: ProjectFiles, besides flags: Set<String>) {
    if let host = files.host { configuration.host = host }
    if let port = files.port { configuration.port = port }
    if let project = files.project { configuration.project = project }
    if let mode = files.singleProject { configuration.singleProject = mode }
    warnings = files.warnings
    origins = files.origins(besides: flags)
  }

  private var tlsSource: Configuration.TLS.Source {
    guard let tlsCertificate, let tlsKey else {
      return .localAuthority(folder: DataFolder.ofAuthority(besides: configuration.location))
    }
    return .files(certificate: tlsCertificate, key: tlsKey)
  }
}
