package import EmuControl
package import EmuIssuers
package import EmuModel
internal import EmuStore

/// Everything that the command line, a seed or a test decides about an emulator.
package struct Configuration: Sendable {
  /// Where the data are kept.
  package enum Location: Sendable, Hashable {
    case file(String)
    /// A file without a name, which is gone when the process is.
    case ephemeral
  }

  /// The second listener, which speaks TLS.
  package struct TLS: Sendable, Hashable {
    /// Where its certificate comes from.
    package enum Source: Sendable, Hashable {
      /// An authority in a folder that is there, made by the first start.
      case localAuthority(folder: String)
      /// The user's own, as paths of PEM files.
      case files(certificate: String, key: String)
    }

    /// 0 picks a free one.
    package var port: UInt16
    package var source: Source

    package init(port: UInt16, source: Source) {
      self.port = port
      self.source = source
    }
  }

  /// The project of requests that name none.
  package var project = "demo-project"
  /// A name or an address; nil for both loopbacks.
  package var host: String?
  /// 0 picks a free one.
  package var port: UInt16 = 9099
  /// nil for plain HTTP only.
  package var tls: TLS?
  /// What links and issuers are built from behind a proxy; nil for the Host header.
  package var publicURL: String?
  package var location: Location
  /// Whether every commit waits for the disk.
  package var syncsEveryCommit = false
  /// Paths of seed documents, applied in order at start.
  package var seeds: [String] = []
  package var profile = Profile.compatible
  /// The providers, each with its fake issuer.
  package var sites = ProviderSites.standard
  package var signsIDTokens = false
  package var singleProject = SingleProjectMode.off
  package var allowedHosts: [String] = []
  package var allowedOrigins: [String] = []
  /// Whether the request log shows passwords and tokens whole.
  package var logsSecrets = false
  /// How much the request log keeps.
  package var logLimits = RequestLog.Limits()
  /// What sends functions an event for each account that is made or deleted; nil for nothing.
  package var functions: FunctionsHost?
  /// How long a blocking function may take.
  package var functionTimeLimit = Duration.seconds(7)
  /// How long the Functions emulator may take to acknowledge that a user was made or deleted.
  package var triggerTimeLimit = Duration.seconds(10)
  /// When what was not taken is sent again to an app's server; nil for the usual pauses.
  package var deliverySchedule: DeliverySchedule?
  /// How long the end waits for events that are still to be sent to functions.
  package var triggerPatience = Duration.seconds(2)
  /// Receives a sentence for each thing that went wrong and ended no request; on any thread.
  package var onNotice: @Sendable (String) -> Void = { _ in }
  /// nil to print no requests.
  package var requestPrinter: RequestPrinter?
  /// Shows each e-mail and text message as it is made; on the writer's thread, so keep it short.
  package var onMessage: @Sendable (OutgoingMessage) -> Void = { _ in }

  package init(location: Location) { self.location = location }
}

extension Configuration.Location {
  /// The path of the data file; nil when nothing is kept.
  package var path: String? {
    switch self {
    case .file(let path): path
    case .ephemeral: nil
    }
  }

  var storeLocation: Store.Configuration.Location {
    switch self {
    case .file(let path): .file(path)
    case .ephemeral: .temporary
    }
  }
}
