package import EmuControlCalls
package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuProviders
package import EmuStore
package import EmuThread

/// What every control call works with; made once by the composition root.
package final class ControlServices: Sendable {
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  package let origins: OriginRule
  package let log: RequestLog
  /// The threads for what takes long.
  package let workers: Workers
  package let facts: ProcessFacts
  /// The seeds of the command line, in their order: what `reset` returns to.
  package let startUpSeeds: [Seed]
  /// Every provider, by id.
  package let providers: ProviderRegistry
  /// What sets, lists and removes faults.
  package let faults: FaultRegistry
  /// Every operation.
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

  /// What puts seeds into the store.
  package var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }
}

/// What `health` returns of the process.
package struct ProcessFacts: Sendable {
  package var version: String
  /// The random name of this one emulator.
  package var instance: String
  /// The absolute path of the folder in which it was started.
  package var folder: String
  package var defaultProject: String
  /// The path of the data file; nil for an ephemeral store.
  package var dataFile: String?
  /// The profile of projects without stored switches.
  package var profile: Profile
  /// How long the process has been serving, by the machine's monotonic clock.
  package var uptime: @Sendable () -> Duration
  /// The address that links are built from, where the user has set one.
  package var publicURL: String?
  /// Where TLS is spoken; nil where it is not, and before the emulator listens.
  package var tls: @Sendable () -> TLS?

  package struct TLS: Sendable {
    package var url: String
    /// The certificate of the local CA, which clients have to trust; nil for one of the user's own.
    package var caFile: String?

    package init(url: String, caFile: String?) {
      self.url = url
      self.caFile = caFile
    }
  }

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
