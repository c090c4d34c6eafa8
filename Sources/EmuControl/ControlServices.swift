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
  /// The constant part of `health`.
  package let facts: HealthReport
  /// Adds the uptime and the address of TLS.
  package let addVariableFacts: @Sendable (inout HealthReport) -> Void
  /// The configured base address of links, if any.
  package let publicURL: String?
  /// The seeds of the command line in order, which `reset` restores.
  package let startUpSeeds: [Seed]
  package let providers: ProviderRegistry
  package let faults: FaultLocations
  package let operations: OperationNames
  /// Sends the requests of scenarios.
  package let inner: InnerClient
  let recordings = Recordings()

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    log: RequestLog, workers: Workers, facts: HealthReport,
    addVariableFacts: @escaping @Sendable (inout HealthReport) -> Void, publicURL: String?,
    providers: ProviderRegistry, faults: FaultLocations, operations: OperationNames,
    inner: InnerClient, startUpSeeds: [Seed]
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.log = log
    self.workers = workers
    self.facts = facts
    self.addVariableFacts = addVariableFacts
    self.publicURL = publicURL
    self.providers = providers
    self.faults = faults
    self.operations = operations
    self.inner = inner
    self.startUpSeeds = startUpSeeds
  }

  package var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }
}
