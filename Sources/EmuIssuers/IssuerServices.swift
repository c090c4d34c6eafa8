package import EmuControlCalls
package import EmuHTTP
package import EmuJOSE
package import EmuModel
package import EmuOutbound
package import EmuStore
package import EmuThread

/// What the issuers work with; made once by the composition root.
package final class IssuerServices: Sendable {
  /// Where people, consents, codes and tokens are kept.
  package let store: Store
  /// Stamps and expires everything.
  package let clock: EmulatorClock
  /// Makes subjects, codes and tokens.
  package let ids: IDGenerator
  /// Signs, and keeps what is published.
  package let keys: KeyRing
  /// Guards the control calls against pages of other origins.
  package let origins: OriginRule
  /// Delivers notifications to the servers of users.
  package let outbound: OutboundClient
  /// The threads for what takes long.
  package let workers: Workers
  /// Every provider, with its issuer.
  package let sites: ProviderSites
  /// What sets, lists and removes faults.
  package let faults: FaultRegistry
  /// The project of control calls without `?project=`.
  package let defaultProject: String
  /// Whether another project may be named there.
  package let singleProject: SingleProjectMode
  /// What issuer strings and addresses are built from; nil for the request's own address.
  package let publicURL: String?
  /// When a notification that was not taken is tried again.
  package let deliverySchedule: DeliverySchedule
  /// Seals what travels through pages.
  let pageKey: PageKey

  /// Takes what the composition root has made.
  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, keys: KeyRing, origins: OriginRule,
    outbound: OutboundClient, workers: Workers, faults: FaultRegistry,
    sites: ProviderSites = .standard, defaultProject: String,
    singleProject: SingleProjectMode = .off,
    publicURL: String? = nil, deliverySchedule: DeliverySchedule? = nil
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.keys = keys
    self.origins = origins
    self.outbound = outbound
    self.workers = workers
    self.sites = sites
    self.faults = faults
    self.defaultProject = defaultProject
    self.singleProject = singleProject
    self.publicURL = publicURL
    self.deliverySchedule = deliverySchedule ?? .usual(workers.alarms)
    pageKey = PageKey(ids)
  }

  /// The address under which the caller reached us, such as `http://localhost:9099`.
  func baseURL(of request: Request) -> String {
    request.baseURL(publicURL: publicURL)
  }

  /// An issuer as the user has set it at this moment.
  func configured<Issuer: FakeIssuer>(_ issuer: Issuer) -> Issuer {
    var issuer = issuer
    issuer.settings = store.settings(ofIssuer: issuer.id)
    return issuer
  }
}
