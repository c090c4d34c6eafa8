import Synchronization

/// Every connection of a server, and how many more there may be.
final class ConnectionTable: Sendable {
  private struct State {
    var connections: [Int32: ClientConnection] = [:]
    var lastSerial: UInt32 = 0
  }

  /// What the server is at, as a number for ``Atomic``.
  private enum Phase: UInt8 {
    case serving
    /// A client waits for a place: answers ask theirs to close the connection.
    case crowded
    /// New requests are still answered, on connections that close afterwards.
    case draining
    case closed
  }

  /// How many connections there may be.
  let limit: Int
  private let state = Mutex(State())
  private let phase = Atomic(Phase.serving.rawValue)
  /// When the phase began.
  private let since = Mutex(ConnectionState.Instant.now)
  /// Wakes whoever waits for a place.
  private let onRoom: WakeUp
  /// Wakes the watch.
  private let onChange: WakeUp

  init(limit: Int, onRoom: WakeUp, onChange: WakeUp) {
    self.limit = limit
    self.onRoom = onRoom
    self.onChange = onChange
  }

  // MARK: Asked by every request

  /// Whether the server serves everybody, so that no connection has to be closed.
  var isServing: Bool { current == .serving }

  /// Whether the server takes no more requests.
  var isClosed: Bool { current == .closed }

  private var current: Phase {
    Phase(rawValue: phase.load(ordering: .sequentiallyConsistent)) ?? .closed
  }

  // MARK: Places

  /// Takes a place for an accepted socket; to be asked for only while there is one.
  func insert(_ descriptor: Int32) -> ClientConnection {
    let (connection, isFirst) = state.withLock { state in
      state.lastSerial &+= 1
      let connection = ClientConnection(descriptor: descriptor, serial: state.lastSerial)
      // If the daemon dropped one without a word, its descriptor comes again, and so its place.
      state.connections[descriptor] = connection
      return (connection, state.connections.count == 1)
    }
    if isFirst { onChange.signal() }
    return connection
  }

  /// Gives the place back, before the descriptor can belong to somebody else.
  func remove(_ connection: ClientConnection) {
    connection.close()
    state.withLock { state in
      if state.connections[connection.descriptor] === connection {
        state.connections[connection.descriptor] = nil
      }
    }
    if current == .crowded { onRoom.signal() }
  }

  subscript(descriptor: Int32) -> ClientConnection? {
    state.withLock { $0.connections[descriptor] }
  }

  var hasRoom: Bool { count < limit }

  private var count: Int { state.withLock { $0.connections.count } }

  /// Somebody waits for a place; false when there is one after all.
  func crowd() -> Bool {
    let isNew = change(from: .serving, to: .crowded)
    if isNew { since.withLock { $0 = .now } }
    // In this order: a place that is given back after this question wakes whoever asked.
    guard !hasRoom else { return false }
    if isNew { onChange.signal() }
    return true
  }

  /// Nobody waits any more.
  func relax() { _ = change(from: .crowded, to: .serving) }

  private func change(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(
      expected: old.rawValue, desired: new.rawValue, ordering: .sequentiallyConsistent
    ).exchanged
  }

  // MARK: The watch

  var all: [ClientConnection] { state.withLock { Array($0.connections.values) } }

  var situation: Patience.Situation {
    switch current {
    case .serving: .serving
    case .crowded: .crowded(since: since.withLock { $0 })
    case .draining, .closed: .draining(since: since.withLock { $0 })
    }
  }

  // MARK: Stopping

  /// Whether no request is under way.
  var isQuiet: Bool { all.allSatisfy { $0.exchange == nil } }

  /// From now on streams that have nothing to send end.
  func drain() {
    since.withLock { $0 = .now }
    phase.store(Phase.draining.rawValue, ordering: .sequentiallyConsistent)
    onChange.signal()
    for connection in all { connection.exchange?.drain() }
  }

  /// Takes no more requests and wakes every suspended one, which then closes its connection.
  ///
  /// Once this returns no connection of these daemons is suspended, nor will be: a request that is
  /// not found here has begun afterwards, and finds the table closed.
  func close() {
    phase.store(Phase.closed.rawValue, ordering: .sequentiallyConsistent)
    for connection in all { connection.exchange?.abort() }
  }
}
