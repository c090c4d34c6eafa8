package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuOutbound
package import EmuIdentity
package import EmuStore
package import EmuThread

/// The shared services of all operations, created once by the composition root. A class, so that a
/// context is copied without a reference count for each part.
package final class Services: Sendable {
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  package let origins: OriginRule
  package let options: Options
  /// The client for users' servers: functions and external issuers.
  package let outbound: OutboundClient
  /// The threads for slow work.
  package let workers: Workers
  /// The cache of external issuers' metadata.
  let externalIssuers = ExternalIssuers()
  /// The cache of parsed ID tokens.
  let idTokens = IDTokenCache()
  /// Every provider, by id.
  package let providers: ProviderRegistry
  /// Publishes an e-mail or a text message; called on the writer's thread, after the commit.
  package let onMessage: @Sendable (OutgoingMessage) -> Void

  /// Sends account events to functions; nil without functions.
  package let triggers: UserTriggers?
  /// Sends messages to a mail server or a webhook; nil without both.
  package let forwarder: MessageForwarder?

  /// The options of the command line.
  package struct Options: Sendable {
    /// The default project.
    package var defaultProject: String
    package var singleProject: SingleProjectMode
    /// True if ID tokens are signed; otherwise they are unsigned, as the official emulator's.
    package var signsIDTokens: Bool
    /// True if keys outlive a restart.
    package var keepsKeys: Bool
    /// The base address of links and issuers; nil for the Host header.
    package var publicURL: String?
    /// The time limit of a blocking function; production's is 7 seconds.
    package var functionTimeLimit: Duration

    package init(
      defaultProject: String, singleProject: SingleProjectMode = .off, signsIDTokens: Bool = false,
      keepsKeys: Bool = false, publicURL: String? = nil,
      functionTimeLimit: Duration = .seconds(7)
    ) {
      self.defaultProject = defaultProject
      self.singleProject = singleProject
      self.signsIDTokens = signsIDTokens
      self.keepsKeys = keepsKeys
      self.publicURL = publicURL
      self.functionTimeLimit = functionTimeLimit
    }
  }

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    providers: ProviderRegistry, options: Options, outbound: OutboundClient, workers: Workers,
    onMessage: @escaping @Sendable (OutgoingMessage) -> Void = { _ in },
    triggers: UserTriggers? = nil, forwarder: MessageForwarder? = nil
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
    self.forwarder = forwarder
  }
}
