package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuOutbound
package import EmuProviders
package import EmuStore
package import EmuThread

/// What every operation works with; made once by the composition root. A class, so that the context
/// of a request is copied without a reference count for each part.
package final class Services: Sendable {
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  package let origins: OriginRule
  package let options: Options
  /// Calls the servers of users: functions, and issuers of theirs.
  package let outbound: OutboundClient
  /// The threads for what takes long.
  package let workers: Workers
  /// What is known of issuers on other servers.
  let externalIssuers = ExternalIssuers()
  /// The ID tokens that were read last.
  let idTokens = IDTokenCache()
  /// Every provider, by id.
  package let providers: ProviderRegistry
  /// Shows an e-mail or a text message; called on the writer's thread, after the commit.
  package let onMessage: @Sendable (OutgoingMessage) -> Void

  /// Tells functions of accounts that are made and deleted; nil when there are none to tell.
  package let triggers: UserTriggers?

  /// What the command line decided.
  package struct Options: Sendable {
    /// The project of requests that name none.
    package var defaultProject: String
    package var singleProject: SingleProjectMode
    /// Whether ID tokens are signed; else they are unsigned, as the official emulator's.
    package var signsIDTokens: Bool
    /// What links and issuers are built from; nil for the Host header.
    package var publicURL: String?
    /// How long a blocking function may take; production gives it 7 seconds.
    package var functionTimeLimit: Duration

    package init(
      defaultProject: String, singleProject: SingleProjectMode = .off, signsIDTokens: Bool = false,
      publicURL: String? = nil, functionTimeLimit: Duration = .seconds(7)
    ) {
      self.defaultProject = defaultProject
      self.singleProject = singleProject
      self.signsIDTokens = signsIDTokens
      self.publicURL = publicURL
      self.functionTimeLimit = functionTimeLimit
    }
  }

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    providers: ProviderRegistry, options: Options, outbound: OutboundClient, workers: Workers,
    onMessage: @escaping @Sendable (OutgoingMessage) -> Void = { _ in },
    triggers: UserTriggers? = nil
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.providers = providers
    self.options = options
    self.outbound = outbound
    self.workers = workers
    self.onMessage = onMessage
    self.triggers = triggers
  }
}
