internal import EmuAPI
package import EmuControl
internal import EmuControlCalls
package import EmuCrypto
package import EmuHTTP
internal import EmuHTTPServer
internal import EmuIssuers
package import EmuJOSE
package import EmuModel
internal import EmuOutbound
package import EmuStore
package import EmuThread
internal import Synchronization

/// An emulator: store, clock, keys, backend, issuers and controls, with or without a socket.
package final class Emulator: Sendable {
  package let configuration: Configuration
  /// The name of this one emulator, random: `health` returns it.
  package let instance = Hex.encode(SystemRandom.bytes(16))
  package let store: Store
  package let clock: EmulatorClock
  /// The threads for long work; tests occupy them.
  package let workers = Workers()
  /// The request log, for tests.
  package let log: RequestLog
  private let keys: KeyRing
  private let outbound = OutboundClient()
  private let triggers: UserTriggers?
  private let mounted: MountedRoutes
  private let pipeline: Pipeline
  private let server = Mutex<HTTPServer?>(nil)
  /// The requests that the server's stop did not wait for.
  private let unanswered = Mutex<UnansweredRequests?>(nil)
  private let identity: ServerIdentity?
  private let running = Monitor<Running?>(nil)
  private let inner: InnerClient
  private let seeds: [Seed]
  private let seeder: Seeder

  /// The addresses of a listening emulator.
  package struct Running: Sendable {
    /// The address for a client on this machine, such as `http://127.0.0.1:9099`.
    package var url: String
    /// Every address of plain HTTP, as URLs.
    package var addresses: [String]
    /// The first address of TLS; nil without it.
    package var tlsURL: String?
    /// The absolute path of the certificate that clients of TLS have to trust; nil without a local
    /// authority.
    package var caFile: String?
  }

  /// Opens the store and imports the seeds; nothing listens yet.
  ///
  /// - Parameters:
  ///   - machine: the machine's clock; tests pass a constant one.
  ///   - stopwatch: the time since the start, by a clock that is never set.
  ///   - random: the source of identifiers; tests pass a seeded one.
  ///   - makeKey: generates a signing key; tests share theirs.
  /// - Throws: `StoreError`, `DocumentError`, ``TLSError``.
  package init(
    _ configuration: Configuration, machine: (@Sendable () -> Timestamp)? = nil,
    stopwatch: (@Sendable () -> Duration)? = nil,
    random: @escaping @Sendable (Int) -> [UInt8] = SystemRandom.bytes,
    makeKey: @escaping @Sendable (JWSAlgorithm) throws -> PrivateKey = { try $0.makePrivateKey() }
  ) throws {
    CryptoLibrary.prepare()
    self.configuration = configuration
    let machine = machine ?? SystemClock.now
    seeds = try configuration.seeds.map { path in
      try SeedFiles.seed(at: path, configuration.sites.providers)
    }
    // By the machine's clock: clients judge a certificate by theirs, wherever the emulator's is.
    identity = try configuration.tls.map { tls in
      try ServerIdentity(configuration, tls.source, now: machine().seconds)
    }
    (store, clock) = try Self.open(configuration, machine)
    let ids = IDGenerator(randomBytes: random)
    keys = try KeyRing(
      store: store, clock: clock, ids: ids, providers: configuration.sites.providers,
      pool: workers.keys, makeKey: makeKey)
    // The log has its own random source, so that it never changes an id that a test expects.
    log = RequestLog(
      limits: configuration.logLimits, showsSecrets: configuration.logsSecrets,
      ids: IDGenerator(randomBytes: SystemRandom.bytes))
    inner = InnerClient(workers: workers)
    let outbound = outbound
    triggers = configuration.functions.map { host in
      UserTriggers(
        host, outbound: outbound, timeLimit: configuration.triggerTimeLimit,
        onNotice: configuration.onNotice)
    }
    let parts = Composition(
      configuration: configuration, store: store, clock: clock, ids: ids, keys: keys, log: log,
      stopwatch: stopwatch ?? SystemClock.stopwatch(), outbound: outbound, workers: workers,
      triggers: triggers, seeds: seeds, running: running, inner: inner, instance: instance)
    let routes = parts.routes
    parts.operations.set(routes, events: BlockingEvent.allCases.map(\.rawValue))
    mounted = MountedRoutes(
      routes,
      faults: FaultStep(
        store: store, clock: clock, workers: workers, operations: parts.operations),
      bodies: BodyTurns(pool: workers.bodies), rules: configuration.profile.rules)
    pipeline = Pipeline(parts.middleware, around: mounted)
    inner.open(Pipeline(parts.innerMiddleware, around: mounted))
    seeder = parts.seeder
    try applySeeds()
  }

  /// Opens the data file, with the clock that it has, and deletes its expired anonymous users.
  private static func open(
    _ configuration: Configuration, _ machine: @escaping @Sendable () -> Timestamp
  ) throws -> (Store, EmulatorClock) {
    let store = try Store(
      path: configuration.dataFile, syncsEveryCommit: configuration.syncsEveryCommit,
      profile: configuration.profile, onNotice: configuration.onNotice)
    // The file is a data file now.
    for warning in configuration.exposureWarnings { configuration.onNotice(warning) }
    let clock = EmulatorClock(machine: machine, state: try store.read { try $0.clockState() })
    let now = clock.now
    try store.write { writer in
      try writer.deleteAnonymousUsers(createdUpTo: now - AccountLimits.anonymousLifetime)
    }
    return (store, clock)
  }

  /// Stores what the seeds of the configuration have; seeding twice changes nothing.
  ///
  /// In a data file of an earlier start, a user whose address, number or identity another one has now is
  /// left out with a notice: an error would prevent every further start.
  ///
  /// - Throws: `DocumentError` naming the file, `StoreError`.
  package func applySeeds() throws {
    let known = try store.read { try $0.projectIDs() }
    let onNotice = configuration.onNotice
    for (path, seed) in zip(configuration.seeds, seeds) {
      do {
        let report = { @Sendable (problem: DocumentError) in
          onNotice("\(path): \(problem). It was left out.")
        }
        _ = try seeder.seed(seed, onExcluded: known.isEmpty ? nil : report)
      } catch let error as DocumentError {
        throw DocumentError(field: path, message: error.description)
      }
    }
  }

  /// Listens. A signing key is generated before its first use.
  ///
  /// - Throws: `ServerError`.
  @discardableResult
  package func start() throws -> Running {
    var listening = HTTPServer.Configuration()
    if let host = configuration.host { listening.address = .host(host) }
    listening.port = configuration.port
    if let tls = configuration.tls { listening.tls = identity?.listener(port: tls.port) }
    listening.bodyLimits = mounted.bodyLimits
    listening.shortBody = mounted.shortBody
    listening.refuse = mounted.refuse
    listening.onNotice = configuration.onNotice
    let server = HTTPServer(listening, responder: pipeline)
    let bound = try server.start()
    self.server.withLock { $0 = server }
    let addresses = bound.filter { !$0.isSecure }.map(\.url)
    let running = Running(
      url: addresses.first ?? "", addresses: addresses,
      tlsURL: bound.first(where: \.isSecure)?.url, caFile: identity?.caFile)
    self.running.withLock { $0 = running }
    return running
  }

  /// Responds without a socket: tests use the emulator this way.
  package func respond(to request: Request) -> Answer { pipeline.respond(to: request) }

  /// Handles a request of this process: neither the rules of Host and Origin nor the printed log
  /// apply.
  package func respond(toOwn request: Request) -> Answer { inner.respond(to: request) }

  /// Finishes the requests in progress, and accepts no more.
  package func stopListening() {
    let server = server.withLock { server in
      defer { server = nil }
      return server
    }
    guard let paths = server?.stop(), !paths.isEmpty else { return }
    unanswered.withLock { $0 = UnansweredRequests(paths: paths) }
  }

  /// Finishes the work in progress, then closes socket and store.
  ///
  /// - Parameters:
  ///   - isLast: true when the process ends now: it does not wait for a signing key that is being
  ///     generated, since the next start generates it again.
  ///   - onStep: receives, before each step that may take long, a sentence about the work that is
  ///     lost if the process ends in it.
  /// - Throws: `StoreError`, ``UnansweredRequests`` once everything is closed.
  package func stop(isLast: Bool = false, onStep: (String) -> Void = { _ in }) throws {
    onStep("Requests that were under way got no answer.")
    stopListening()
    onStep("Events of users were not sent to functions.")
    triggers?.close(waiting: configuration.triggerPatience)
    onStep(
      "Imports, password checks and writes that were under way were not finished. What was answered "
        + "is stored.")
    if isLast {
      // Releasing the pool would wait for its threads.
      _ = unsafe Unmanaged.passRetained(workers.keys)
      workers.alarms.close()
      for pool in [workers.hashes, workers.imports, workers.messages, workers.resumptions] {
        pool.close()
      }
    } else {
      workers.close()
    }
    outbound.close()
    workers.bodies.close()
    inner.close()
    onStep("Writes that were under way were not finished. What was answered is stored.")
    try store.close()
    if let unanswered = unanswered.withLock({ $0 }) { throw unanswered }
  }

  /// Handles a request of this process and waits for it, for a command without other work.
  package func waiting(for request: Request) -> Response {
    switch respond(toOwn: request) {
    case .ready(let response): return response
    case .later(let deferred):
      let answered = Monitor<Deferred.Thunk?>(nil)
      deferred.start { response in answered.update { $0 = response } }
      return answered.wait(until: { $0 != nil }) { $0?() ?? .empty(.internalServerError) }
    }
  }
}

/// The requests in progress that a stop has ended, after its time limit.
package struct UnansweredRequests: Error, CustomStringConvertible {
  let paths: [String]

  package var description: String {
    let more = paths.count > 5 ? " and \(paths.count - 5) more" : ""
    return "Requests that were under way got no answer: "
      + "\(paths.prefix(5).joined(separator: ", "))\(more)."
  }
}
