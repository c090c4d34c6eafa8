internal import EmuAPI
internal import EmuCrypto
package import EmuHTTP
internal import EmuHTTPServer
internal import EmuJOSE
package import EmuModel
package import EmuStore
internal import Synchronization

/// A whole emulator: store, clock, keys, backend and issuers, with or without a socket.
package final class Emulator: Sendable {
  package let configuration: Configuration
  package let store: Store
  package let clock: EmulatorClock
  private let keys: KeyRing
  private let mounted: MountedRoutes
  private let pipeline: Pipeline
  private let server = Mutex<HTTPServer?>(nil)

  /// What is known once the emulator listens.
  package struct Running: Sendable {
    /// What a client on this machine uses, such as `http://127.0.0.1:9099`.
    package var url: String
    package var addresses: [String]
  }

  /// Opens the store; nothing listens yet.
  ///
  /// - Parameters:
  ///   - machine: the machine's clock; tests give a constant one.
  ///   - random: where identifiers come from; tests give a seeded one.
  /// - Throws: `StoreError`.
  package init(
    _ configuration: Configuration, machine: (@Sendable () -> Timestamp)? = nil,
    random: @escaping @Sendable (Int) -> [UInt8] = { RandomSource.system.bytes($0) }
  ) throws {
    self.configuration = configuration
    store = try Store(
      Store.Configuration(
        location: configuration.location.storeLocation,
        syncsEveryCommit: configuration.syncsEveryCommit,
        profile: configuration.profile))
    clock = EmulatorClock(
      machine: machine ?? SystemClock.now, state: try store.read { try $0.clockState() })
    let ids = IDGenerator(randomBytes: random)
    keys = try KeyRing(store: store, clock: clock, ids: ids)
    let hosts = HostRule(allowed: configuration.allowedHosts)
    let origins = OriginRule(hosts: hosts, allowed: configuration.allowedOrigins)
    let backend = Dispatcher(
      services: Services(
        store: store, clock: clock, ids: ids, keys: keys, origins: origins,
        options: Services.Options(
          defaultProject: configuration.project, singleProject: configuration.singleProject,
          signsIDTokens: configuration.signsIDTokens, publicURL: configuration.publicURL),
        onMessage: configuration.onMessage))
    mounted = MountedRoutes(Readiness.routes + backend.routes)
    pipeline = Pipeline([HostGuard(hosts), CORS()], around: mounted)
  }

  /// Listens, and then makes the keys that are missing in the background.
  ///
  /// - Throws: `ServerError`.
  package func start() throws -> Running {
    var listening = HTTPServer.Configuration()
    if let host = configuration.host { listening.address = .host(host) }
    listening.port = configuration.port
    listening.bodyLimit = mounted.bodyLimit
    listening.tooLarge = mounted.tooLarge
    let server = HTTPServer(listening, responder: pipeline)
    let addresses = try server.start().map(\.url)
    self.server.withLock { $0 = server }
    let keys = keys
    // A failure shows itself again, with its reason, to whoever needs the key first.
    Task.detached(priority: .background) { try? keys.makeMissingKeys() }
    return Running(url: addresses.first ?? "", addresses: addresses)
  }

  /// Answers without a socket: tests talk to the emulator this way.
  package func respond(to request: Request) -> Answer { pipeline.respond(to: request) }

  /// Finishes what is under way, then closes socket and store.
  package func stop() throws {
    server.withLock { server in
      defer { server = nil }
      return server
    }?.stop()
    try store.close()
  }
}
