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
  /// The client for users' servers: functions and external issuers.
  package let outbound: OutboundClient
  /// The threads for slow work.
  package let workers: Workers
  let externalIssuers = ExternalIssuers()
  let idTokens = IDTokenCache()
  package let providers: ProviderRegistry
  /// Publishes an e-mail or a text message; called on the writer's thread, after the commit.
  package let onMessage: @Sendable (OutgoingMessage) -> Void

  /// Sends account events to functions; nil without functions.
  package let triggers: UserTriggers?

  let defaultProject: String
  let singleProject: SingleProjectMode
  /// True if ID tokens are signed; otherwise they are unsigned, as the official emulator's.
  let signsIDTokens: Bool
  /// True if keys outlive a restart.
  let keepsKeys: Bool
  /// The base address of links and issuers; nil for the Host header.
  let publicURL: String?
  /// The time limit of a blocking function; production's is 7 seconds.
  let functionTimeLimit: Duration

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    providers: ProviderRegistry, outbound: OutboundClient, workers: Workers,
    onMessage: @escaping @Sendable (OutgoingMessage) -> Void, triggers: UserTriggers?,
    defaultProject: String, singleProject: SingleProjectMode, signsIDTokens: Bool,
    keepsKeys: Bool, publicURL: String?, functionTimeLimit: Duration
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.providers = providers
    self.outbound = outbound
    self.workers = workers
    self.onMessage = onMessage
    self.triggers = triggers
    self.defaultProject = defaultProject
    self.singleProject = singleProject
    self.signsIDTokens = signsIDTokens
    self.keepsKeys = keepsKeys
    self.publicURL = publicURL
    self.functionTimeLimit = functionTimeLimit
  }
}
