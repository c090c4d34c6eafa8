import EmuControl
import EmuControlCalls
import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuModel
import EmuStore
import EmuThread
import Synchronization
import Testing

/// An emulator's control API over a store of its own, without sockets.
struct Fixture {
  let store: Store
  let clock: EmulatorClock
  let log: RequestLog
  let keys: KeyRing
  let savedKeys: SavedKeys
  let control: Control
  let ids: IDGenerator
  let router: Router<Handler>

  /// 2026-01-31T12:00:00Z.
  static let machine = Timestamp(milliseconds: 1_769_860_800_000)

  init(
    location: Store.Configuration.Location = .temporary, seeds: [Seed] = [],
    showsSecrets: Bool = false, limits: RequestLog.Limits = RequestLog.Limits()
  ) throws {
    store = try Store(Store.Configuration(location: location))
    clock = EmulatorClock(
      machine: { Fixture.machine }, state: try store.read { try $0.clockState() })
    ids = Fixture.ids()
    log = RequestLog(limits: limits, showsSecrets: showsSecrets, ids: ids)
    let savedKeys = SavedKeys()
    self.savedKeys = savedKeys
    let workers = Workers()
    keys = KeyRing(
      storage: KeyRing.Storage(
        save: { _, key in savedKeys.kids.withLock { _ = $0.insert(key.kid) } },
        drop: { kid in savedKeys.kids.withLock { _ = $0.remove(kid) } },
        retire: { _ in }, makeKid: { "\($0)-key" }),
      pool: workers.keys)
    control = Control(
      ControlServices(
        store: store, clock: clock, ids: ids, keys: keys,
        origins: OriginRule(hosts: HostRule()), log: log,
        workers: workers,
        facts: ProcessFacts(
          version: "1.2.3", defaultProject: "demo", dataFile: "/tmp/data.sqlite",
          profile: .compatible, uptime: { .milliseconds(61_500) }),
        providers: ProviderSites.standard.providers,
        faults: FaultRegistry(
          store: store, clock: clock, ids: ids,
          places: ProviderSites.standard.faultPlaces(among: OperationNames())),
        startUpSeeds: seeds))
    router = Router(control.routes)
  }

  final class SavedKeys: Sendable {
    let kids = Mutex<Set<String>>([])
  }

  /// Ids from a counter: never the same twice, the same in every run.
  static func ids() -> IDGenerator {
    let state = Atomic<UInt64>(1)
    return IDGenerator { count in
      (0..<count).map { _ in
        let value = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        return UInt8(truncatingIfNeeded: ((value ^ value >> 29) &* 0xBF58_476D_1CE4_E5B9) >> 56)
      }
    }
  }

  var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }

  /// Sends a call and waits for its answer.
  func call(
    _ method: EmuHTTP.Method, _ target: String, _ body: String = "", headers: Headers = [:]
  ) throws -> Response {
    let (path, query) = Request.split(target: "/emulator/v1/" + target)
    let request = Request(
      method: method, path: path, rawQuery: query, headers: headers, body: Array(body.utf8))
    guard case .found(let route, let parameters) = router.match(method, path) else {
      throw NoRoute()
    }
    return wait(for: route.payload.respond(request, parameters))
  }

  struct NoRoute: Error {}

  func user(_ uid: String, in project: String = "demo", tenant: String? = nil) throws -> User? {
    try store.read { reader in
      guard let known = try reader.project(project, profile: .compatible) else { return nil }
      let tenant = try tenant.flatMap { try reader.tenant($0, in: known) }
      return try reader.user(uid: uid, in: AccountScope(project: known, tenant: tenant))
    }
  }

  func people(_ issuer: String, in project: String? = nil) throws -> [Person] {
    try store.read { reader in
      let key = try project.flatMap { try reader.project($0, profile: .compatible) }?.key ?? 0
      return try reader.people(in: PeopleScope(projectKey: key, issuer: issuer))
    }
  }
}

/// The response of an answer, whenever it comes.
func wait(for answer: Answer) -> Response {
  switch answer {
  case .ready(let response): return response
  case .later(let deferred):
    let outcome = Mutex<Deferred.Thunk?>(nil)
    deferred.start { thunk in outcome.withLock { $0 = thunk } }
    // The writer needs a few milliseconds; a minute means that it never answers.
    for _ in 0..<60_000 {
      if let thunk = outcome.withLock({ $0 }) { return thunk() }
      pause()
    }
    return .empty(.gatewayTimeout)
  }
}

extension Response {
  var json: JSON { (try? JSON(parsing: bytes ?? [])) ?? .null }
  var message: String { json["error"]?["message"]?.string ?? "" }
  var text: String { String(decoding: bytes ?? [], as: UTF8.self) }
}
