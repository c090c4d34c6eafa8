package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuStore

/// What every control call works with; made once by the composition root.
package struct ControlServices: Sendable {
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  package let origins: OriginRule
  package let log: RequestLog
  package let facts: ProcessFacts
  /// The seeds of the command line, in their order: what `reset` returns to.
  package let startUpSeeds: [Seed]

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    log: RequestLog, facts: ProcessFacts, startUpSeeds: [Seed] = []
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.log = log
    self.facts = facts
    self.startUpSeeds = startUpSeeds
  }

  /// What puts seeds into the store.
  package var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }
}

/// What `health` tells of the process.
package struct ProcessFacts: Sendable {
  package var version: String
  package var defaultProject: String
  /// The path of the data file; nil for an ephemeral store.
  package var dataFile: String?
  /// The profile of projects without stored switches.
  package var profile: Profile
  /// How long the process has been serving, by the machine's monotonic clock.
  package var uptime: @Sendable () -> Duration
  package var tlsURL: String?
  /// The certificate of the local CA, which clients have to trust.
  package var caFile: String?

  package init(
    version: String, defaultProject: String, dataFile: String?, profile: Profile,
    uptime: @escaping @Sendable () -> Duration, tlsURL: String? = nil, caFile: String? = nil
  ) {
    self.version = version
    self.defaultProject = defaultProject
    self.dataFile = dataFile
    self.profile = profile
    self.uptime = uptime
    self.tlsURL = tlsURL
    self.caFile = caFile
  }
}
