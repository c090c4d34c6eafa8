import EmuCrypto
import EmuHTTP
import EmuIssuance
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuModel
import EmuOutbound
import EmuProviders
import EmuStore
import EmuThread
import Testing

/// Issuers over a store of their own, without sockets; the clock stands still until it is moved.
struct Bench {
  static let base = "http://localhost:9099"
  static let start = Timestamp(seconds: 1_800_000_000)

  let store: Store
  let clock: EmulatorClock
  let keys: KeyRing
  let issuers: Issuers
  let router: Router<Handler>

  init(publicURL: String? = nil, schedule: DeliverySchedule? = nil) throws {
    store = try Store(Store.Configuration(location: .temporary))
    clock = EmulatorClock(machine: { Bench.start })
    let random = RandomSource.seeded(7)
    let ids = IDGenerator(randomBytes: { random.bytes($0) })
    let workers = Workers()
    keys = KeyRing(
      storage: KeyRing.Storage(
        save: { _, _ in }, drop: { _ in }, retire: { _ in },
        makeKid: { ProviderSites.standard.providers.newKeyID(of: $0, ids) }),
      pool: workers.keys,
      keys: try SharedKeys.all(ids))
    issuers = Issuers(
      services: IssuerServices(
        store: store, clock: clock, ids: ids, keys: keys,
        origins: OriginRule(hosts: HostRule()), outbound: OutboundClient(),
        workers: workers,
        defaultProject: "demo-project",
        publicURL: publicURL, deliverySchedule: schedule))
    issuers.declareKeys()
    router = Router(issuers.routes)
  }

  /// Sets up a provider in a project.
  func configure(_ provider: String, _ config: ProviderConfig, project: String = "demo-project")
    throws
  {
    let project = try store.project(making: project)
    let store = store
    try store.write { writer in
      try writer.upsert(provider: provider, config, of: project, in: store)
    }
  }
}

/// The keys that the issuers begin with: one of each algorithm under several names, since making an
/// RSA key takes long.
enum SharedKeys {
  private static let rsa = Result { PrivateKey.rsa(try RSAPrivateKey.generate()) }
  private static let curve = Result { PrivateKey.ec(try ECPrivateKey.generate(.p256)) }

  static func all(_ ids: IDGenerator) throws -> [(issuer: String, key: SigningKey)] {
    let providers = ProviderSites.standard.providers
    var owners: [(String, SigningAlgorithm)] = providers.issuers.flatMap { provider in
      (provider.issuer?.algorithms.prefix(1) ?? []).flatMap { algorithm in
        Array(
          repeating: (provider.id, algorithm), count: provider.issuer?.keysPerAlgorithm ?? 0)
      }
    }
    owners += [("oidc.corp", .rs256), (KeyRing.secureToken, .rs256)]
    return try owners.map { owner, algorithm in
      (
        owner,
        try SigningKey(
          kid: providers.newKeyID(of: owner, ids), algorithm: JWSAlgorithm(algorithm),
          privateKey: algorithm == .es256 ? curve.get() : rsa.get())
      )
    }
  }
}
