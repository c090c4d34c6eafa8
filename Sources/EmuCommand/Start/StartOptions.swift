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
  /// Whether the emulator becomes a process of its own.
  var isDetached = false

  /// Reads the arguments that follow `start`.
  ///
  /// - Parameter ephemeralByDefault: whether nothing is stored without `--data`.
  package init(
    _ arguments: [String] = [], ephemeralByDefault: Bool = false
  ) throws(UsageError) {
    if ephemeralByDefault { configuration.location = .ephemeral }
    try ArgumentReader(command: "start", flags: Self.flags).read(arguments, into: &self)
    guard let tlsPort else { return }
    guard tlsPort == 0 || tlsPort != configuration.port else {
      throw UsageError("--tls-port and --port are both \(tlsPort). Give each a port of its own.")
    }
    configuration.tls = Configuration.TLS(port: tlsPort, source: tlsSource)
  }

  private var tlsSource: Configuration.TLS.Source {
    guard let tlsCertificate, let tlsKey else {
      return .localAuthority(folder: DataFolder.ofAuthority(besides: configuration.location))
    }
    return .files(certificate: tlsCertificate, key: tlsKey)
  }
}
