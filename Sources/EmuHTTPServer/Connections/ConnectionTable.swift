import Synchronization

/// Every connection of a server, and the limit of their number.
final class ConnectionTable: Sendable {
  private struct State {
    var connections: [Int32: ClientConnection] = [:]
    var lastSerial: UInt32 = 0
  }

  /// The phase of the server, as a number for ``Atomic``.
  private enum Phase: UInt8 {
    case serving
    /// A client waits for a slot: responses request their clients to close the connection.
    case crowded
    /// New requests are still handled, on connections that close afterwards.
    case draining
    case closed
  }

  let limit: Int
  private let state = Mutex(State())
  private let phase = Atomic(Phase.serving.rawValue)
  private let since = Mutex(ConnectionState.Instant.now)
  /// Wakes the accept loop that waits for a slot.
  private let onRoom: WakeUp
  /// Wakes the watch.
  private let onChange: WakeUp

  init(limit: Int, onRoom: WakeUp, onChange: WakeUp) {
    self.limit = limit
    self.onRoom = onRoom
    self.onChange = onChange
  }

  // MARK: Asked by every request

  /// True while no connection has to be closed.
  var isServing: Bool { current == .serving }

  /// True when the server accepts no more requests.
  var isClosed: Bool { current == .closed }

  private var current: Phase {
    Phase(rawValue: phase.load(ordering: .sequentiallyConsistent)) ?? .closed
  }

  // MARK: Places

  /// Takes a slot for an accepted socket; call it only while there is one.
  func insert(_ descriptor: Int32) -> ClientConnection {
    let (connection, isFirst) = state.withLock { state in
      state.lastSerial &+= 1
      let connection = ClientConnection(descriptor: descriptor, serial: state.lastSerial)
      // If the daemon dropped one without notice, its descriptor is reused, and so its slot.
      state.connections[descriptor] = connection
      return (connection, state.connections.count == 1)
    }
    if isFirst { onChange.signal() }
    return connection
  }

  /// Returns the slot, before the descriptor can be reused.
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

  /// Records that a client waits for a slot; false when there is one after all.
  func requestSlot() -> Bool {
    let isNew = change(from: .serving, to: .crowded)
    if isNew { since.withLock { $0 = .now } }
    // In this order: a slot that is returned after this check wakes the caller.
    guard !hasRoom else { return false }
    if isNew { onChange.signal() }
    return true
  }

  /// Records that no client waits any more.
  func relax() { _ = change(from: .crowded, to: .serving) }

  private func change(from old: Phase, to new: Phase) -> Bool {
    phase.compareExchange(
      expected: old.rawValue, desired: new.rawValue, ordering: .sequentiallyConsistent
    ).exchanged
  }

  // MARK: The watch

  var all: [ClientConnection] { state.withLock { Array($0.connections.values) } }

  var situation: ConnectionTimeouts.Situation {
    switch current {
    case .serving: .serving
    case .crowded: .crowded(since: since.withLock { $0 })
    case .draining, .closed: .draining(since: since.withLock { $0 })
    }
  }

  // MARK: Stopping

  /// True when no request is in progress.
  var isQuiet: Bool { all.allSatisfy { $0.exchange == nil } }

  /// Ends idle streams from now on.
  func drain() {
    since.withLock { $0 = .now }
    phase.store(Phase.draining.rawValue, ordering: .sequentiallyConsistent)
    onChange.signal()
    for connection in all { connection.exchange?.drain() }
  }

  /// Accepts no more requests and wakes every suspended one, which then closes its connection.
  ///
  /// Once this returns, no connection of these daemons is suspended, nor will be: a request that is
  /// not found here has started afterwards, and finds the table closed.
  func close() {
    phase.store(Phase.closed.rawValue, ordering: .sequentiallyConsistent)
    for connection in all { connection.exchange?.abort() }
  }
}
