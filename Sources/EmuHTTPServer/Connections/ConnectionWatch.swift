internal import EmuThread

/// The thread that ends unused connections, by the rule of ``ConnectionTimeouts``.
///
/// The daemon itself does not notice that a client disconnected during a request, or together with
/// its last bytes. It restarts its only timer at every byte.
final class ConnectionWatch: Sendable {
  private let wakeUp: WakeUp
  private let thread: SystemThread

  init(
    _ connections: ConnectionTable, _ hangUps: ClosedClients, patience: ConnectionTimeouts,
    wakeUp: WakeUp,
    onNotice: @escaping @Sendable (String) -> Void
  ) throws(ServerError) {
    self.wakeUp = wakeUp
    let round = Round(connections: connections, patience: patience, onNotice: onNotice)
    do throws(ThreadError) {
      thread = try SystemThread {
        var interval: Duration?
        var round = round
        while !wakeUp.hasEnded {
          for event in hangUps.wait(atMost: interval) {
            if event.descriptor == wakeUp.descriptor, event.serial == 0 {
              wakeUp.clear()
            } else if let connection = connections[event.descriptor],
              connection.serial == event.serial
            {
              connection.clientHasDisconnected()
            }
          }
          interval = round.run()
        }
      }
    } catch {
      throw .startFailed("pthread_create", error.number)
    }
  }

  /// Ends the thread; called once.
  func stop() {
    wakeUp.end()
    thread.join()
  }
}

/// One look at every connection.
private struct Round: Sendable {
  /// The number of connections closed together to make room.
  private static let closedForRoom = 32
  /// The number of connections whose memory is returned to the system.
  private static let returnedCount = 100

  let connections: ConnectionTable
  let patience: ConnectionTimeouts
  let onNotice: @Sendable (String) -> Void
  /// The highest number of connections since memory was returned.
  var highest = 0

  /// Acts on the state of the connections.
  ///
  /// - Returns: the time until the next check; nil without connections.
  mutating func run() -> Duration? {
    let now = ContinuousClock.now
    let situation = connections.situation
    let all = connections.all
    returnMemory(beside: all.count)
    guard !all.isEmpty else { return nil }
    var hasDisconnectedClient = false
    var idle: [(connection: ClientConnection, since: ConnectionState.Instant)] = []
    for connection in all {
      let state = connection.look(at: now)
      hasDisconnectedClient = hasDisconnectedClient || state.disconnectedAt != nil
      switch patience.verdict(on: state, in: situation, at: now) {
      case .stays: break
      case .readsToTheEnd: connection.wakeReader()
      case .abandoned: connection.exchange?.abort()
      case .closed: connection.cut()
      case .makesRoom: idle.append((connection, state.since))
      case .cut:
        if state.disconnectedAt == nil, !situation.isStopping, let exchange = connection.exchange {
          onNotice(exchange.cutNotice(while: state.stage, after: now - state.since))
        }
        connection.cut()
      }
    }
    idle.sort { $0.since < $1.since }
    for candidate in idle.prefix(Self.closedForRoom) { candidate.connection.cut() }
    return patience.interval(in: situation, hasDisconnectedClient: hasDisconnectedClient)
  }

  /// Returns the memory of many connections to the system once most are closed: glibc keeps what was
  /// freed.
  private mutating func returnMemory(beside count: Int) {
    highest = max(highest, count)
    guard highest >= Self.returnedCount, count <= highest / 4 else { return }
    highest = count
    SystemMemory.returnFreed()
  }
}
