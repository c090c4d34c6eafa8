package import EmuHTTP
internal import EmuSystem
import Synchronization

/// Serves a responder over HTTP, and HTTPS when configured.
///
/// The responder is called on worker threads, several concurrently, and must not block them. A
/// started server runs until ``stop()``; releasing it does not stop it.
package final class HTTPServer: Sendable {
  private struct Running: Sendable {
    let accepting: AcceptLoop
    let daemons: [Daemon]
    let connections: ConnectionTable
    let watch: ConnectionWatch
  }

  private enum State: Sendable {
    case idle
    case running(Running)
    case stopped
  }

  private let configuration: Configuration
  private let responder: any Responder
  private let state = Mutex(State.idle)

  /// Creates a server that does not listen yet.
  package init(_ configuration: Configuration, responder: any Responder) {
    self.configuration = configuration
    self.responder = responder
  }

  /// Checks, before other files are opened, that the process may open enough for a server.
  ///
  /// - Throws: `startFailed` with the limit and the next step.
  package static func checkOpenFiles() throws(ServerError) {
    _ = try DescriptorBudget.limit(wanted: Configuration().connectionLimit)
  }

  /// Listens and serves.
  ///
  /// Called once; a second call traps. SIGPIPE is ignored from then on, in the entire process.
  ///
  /// - Returns: the addresses, the plain ones first, IPv4 before IPv6.
  /// - Throws: `addressInUse`, `addressNotAvailable`, `permissionDenied`, `invalidHost`,
  ///   `startFailed`; nothing listens then.
  package func start() throws(ServerError) -> [BoundAddress] {
    signal(SIGPIPE, SIG_IGN)
    var listeners: [Listener] = []
    var daemons: [Daemon] = []
    do throws(ServerError) {
      let (onRoom, onChange) = (try WakeUp(), try WakeUp())
      let connections = ConnectionTable(
        limit: try DescriptorBudget.limit(wanted: configuration.connectionLimit),
        onRoom: onRoom, onChange: onChange)
      let hangUps = try ClosedClients(wakeUp: onChange)
      let plain = try Listener.listen(
        on: configuration.address, port: configuration.port, isSecure: false)
      listeners += plain
      daemons.append(try Daemon(context(connections, isSecure: false)))
      var sockets = plain.map { (listener: $0, daemon: daemons[0]) }
      if let tls = configuration.tls {
        let secure = try Listener.listen(on: configuration.address, port: tls.port, isSecure: true)
        listeners += secure
        daemons.append(try Daemon(context(connections, isSecure: true)))
        sockets += secure.map { (listener: $0, daemon: daemons[1]) }
      }
      let watch = try ConnectionWatch(
        connections, hangUps, patience: configuration.timeouts, wakeUp: onChange,
        onNotice: configuration.onNotice)
      let accepting: AcceptLoop
      do throws(ServerError) {
        accepting = try AcceptLoop(
          sockets, connections: connections, hangUps: hangUps, wakeUp: onRoom)
      } catch {
        watch.stop()
        throw error
      }
      let running = Running(
        accepting: accepting, daemons: daemons, connections: connections, watch: watch)
      state.withLock { state in
        guard case .idle = state else { preconditionFailure("A server starts once") }
        state = .running(running)
      }
      return listeners.map(\.bound)
    } catch {
      daemons.forEach { $0.stop() }
      listeners.forEach { $0.close() }
      throw error
    }
  }

  /// Stops: new connections are rejected, requests in progress finish, the rest is closed.
  ///
  /// Blocks, at most ``Configuration/drainTimeout`` plus the time of a running responder, so it
  /// must not be called from a responder or a completion. Idle streams end immediately. Clients
  /// that neither send the rest of a request nor read a response get a quarter of a second.
  /// Requests that exceed the timeout lose their connection. A second call does nothing.
  ///
  /// - Returns: the paths of these requests.
  @discardableResult
  package func stop() -> [String] {
    let running = state.withLock { state -> Running? in
      defer { state = .stopped }
      guard case .running(let running) = state else { return nil }
      return running
    }
    guard let running else { return [] }
    running.accepting.stop()
    running.connections.drain()
    // Stopping happens once; a poll spares every request of a server's life a condition variable.
    let deadline = ContinuousClock.now + configuration.drainTimeout
    while !running.connections.isQuiet, ContinuousClock.now < deadline { usleep(1000) }
    let isLate = ContinuousClock.now >= deadline
    let unanswered = isLate ? running.connections.all.compactMap { $0.exchange?.path } : []
    // The daemon traps if it is stopped while a connection is suspended; this resumes them all.
    running.connections.close()
    for daemon in running.daemons { daemon.stop() }
    running.watch.stop()
    return unanswered
  }

  private func context(_ connections: ConnectionTable, isSecure: Bool) -> ServerContext {
    ServerContext(
      responder: responder, configuration: configuration, connections: connections,
      isSecure: isSecure)
  }
}
