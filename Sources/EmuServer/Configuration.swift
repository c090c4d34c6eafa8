package import EmuControl
package import EmuIssuers
package import EmuModel

/// The configuration of an emulator, by the command line, a seed or a test.
package struct Configuration: Sendable {
  /// The second listener, which speaks TLS.
  package struct TLS: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
      /// An authority in an existing folder, created at the first start.
      case localAuthority(folder: String)
      /// The user's certificate and key, as paths of PEM files.
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
  /// The base of links and issuers behind a proxy; nil for the Host header.
  package var publicURL: String?
  /// The path of the data file; nil for a file without a name, which is deleted with the process.
  package var dataFile: String?
  /// True when every commit waits for the disk.
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
  /// True when the request log shows passwords and tokens in full.
  package var logsSecrets = false
  package var logLimits = RequestLog.Limits()
  /// The host of functions that receive an event for each created or deleted account; nil for none.
  package var functions: FunctionsHost?
  /// The maximum time of a blocking function.
  package var functionTimeLimit = Duration.seconds(7)
  /// The time in which the Functions emulator must acknowledge an event of a user.
  package var triggerTimeLimit = Duration.seconds(10)
  /// The times of repeated deliveries to an app's server; nil for the usual pauses.
  package var deliverySchedule: DeliverySchedule?
  /// The time that stopping waits for undelivered events.
  package var triggerPatience = Duration.seconds(2)
  /// Receives a sentence for each problem outside requests; on any thread.
  package var onNotice: @Sendable (String) -> Void = { _ in }
  /// nil to print no requests.
  package var requestPrinter: RequestPrinter?
  /// Shows each e-mail and text message as it is created; on the writer's thread, so it must be
  /// short.
  package var onMessage: @Sendable (OutgoingMessage) -> Void = { _ in }

  package init(dataFile: String? = nil) { self.dataFile = dataFile }
}

extension Configuration {
  /// A sentence for each file with secrets that others than this user can use.
  var exposureWarnings: [String] {
    var files: [(what: String, path: String)] = []
    if let dataFile {
      files.append(("The data file \(dataFile) holds passwords and signing keys", dataFile))
    }
    if case .files(_, let key)? = tls?.source {
      files.append(("The private key \(key) is the server's", key))
    }
    return files.compactMap { file in
      LocalFile.exposure(ofFileAt: file.path).map { reason in
        "\(file.what), and \(reason). Make it this user's own with mode 0600."
      }
    }
  }
}
