package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuOutbound
package import EmuStore
package import EmuThread

/// The shared services of the issuers, created once by the composition root.
package final class IssuerServices: Sendable {
  /// Stores people, consents, codes and tokens.
  package let store: Store
  package let clock: EmulatorClock
  package let ids: IDGenerator
  package let keys: KeyRing
  /// Protects the control calls against pages of other origins.
  package let origins: OriginRule
  /// Delivers notifications to users' servers.
  package let outbound: OutboundClient
  package let workers: Workers
  package let sites: ProviderSites
  /// The project of control calls without `?project=`.
  package let defaultProject: String
  /// Determines if control calls may name another project.
  package let singleProject: SingleProjectMode
  /// True when the keys outlive the process.
  package let keepsKeys: Bool
  /// The base of issuer strings and addresses; nil for the request's address.
  package let publicURL: String?
  /// The retries of a failed notification.
  package let deliverySchedule: DeliverySchedule
  /// The key that seals forms of pages, generated at first use after each start.
  let pageKey = LazyValue<[UInt8]>()

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    outbound: OutboundClient, workers: Workers,
    sites: ProviderSites, defaultProject: String, singleProject: SingleProjectMode,
    keepsKeys: Bool, publicURL: String?, deliverySchedule: DeliverySchedule?
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.outbound = outbound
    self.workers = workers
    self.sites = sites
    self.defaultProject = defaultProject
    self.singleProject = singleProject
    self.keepsKeys = keepsKeys
    self.publicURL = publicURL
    self.deliverySchedule = deliverySchedule ?? .usual(workers.alarms)
  }

  /// Returns an issuer with its current options.
  func configured<Issuer: FakeIssuer>(_ issuer: Issuer) -> Issuer {
    var issuer = issuer
    issuer.options = store.options(ofIssuer: issuer.id)
    return issuer
  }
}
