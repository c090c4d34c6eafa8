package import EmuControlCalls
package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuIdentity
package import EmuStore
package import EmuThread

/// The shared services of all control calls, created once by the composition root.
package final class ControlServices: Sendable {
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  package let origins: OriginRule
  package let log: RequestLog
  package let workers: Workers
  package let facts: ProcessFacts
  /// The seeds of the command line in order, which `reset` restores.
  package let startUpSeeds: [Seed]
  package let providers: ProviderRegistry
  package let faults: FaultRegistry
  package let operations: OperationNames
  /// Sends the requests of scenarios.
  package let inner: InnerClient
  let recordings = Recordings()

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    log: RequestLog, workers: Workers, facts: ProcessFacts, providers: ProviderRegistry,
    faults: FaultRegistry, operations: OperationNames, inner: InnerClient, startUpSeeds: [Seed] = []
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.log = log
    self.workers = workers
    self.facts = facts
    self.providers = providers
    self.faults = faults
    self.operations = operations
    self.inner = inner
    self.startUpSeeds = startUpSeeds
  }

  package var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }
}

/// The facts of the process for `health`.
package struct ProcessFacts: Sendable {
  package var version: String
  package var instance: String
  /// The absolute path of the working directory at the start.
  package var folder: String
  package var defaultProject: String
  /// The path of the data file; nil for an ephemeral store.
  package var dataFile: String?
  /// The profile of projects without stored switches.
  package var profile: Profile
  /// The uptime of the server, by the machine's monotonic clock.
  package var uptime: @Sendable () -> Duration
  /// The configured base address of links, if any.
  package var publicURL: String?
  /// The TLS address; nil without TLS, and before the emulator listens.
  package var tls: @Sendable () -> TLS?

  /// The file is the certificate of the local CA, which clients must trust; nil for a user's certificate.
  package typealias TLS = (url: String, caFile: String?)

  package init(
    version: String, instance: String, folder: String, defaultProject: String, dataFile: String?,
    profile: Profile,
    publicURL: String? = nil, uptime: @escaping @Sendable () -> Duration,
    tls: @escaping @Sendable () -> TLS? = { nil }
  ) {
    self.version = version
    self.instance = instance
    self.folder = folder
    self.defaultProject = defaultProject
    self.dataFile = dataFile
    self.profile = profile
    self.publicURL = publicURL
    self.uptime = uptime
    self.tls = tls
  }
}
