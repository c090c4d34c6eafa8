import Synchronization

/// The requests in flight, so that a stop can wait for them and, in the end, cut them off.
final class ExchangeRegistry: Sendable {
  private enum Phase {
    case serving
    /// New requests are still answered, on connections that close afterwards.
    case draining
    case closed
  }

  private struct State {
    var phase = Phase.serving
    var exchanges: [ObjectIdentifier: Exchange] = [:]
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.exchanges.isEmpty } }

  /// Whether responses should ask the client to close the connection.
  var isDraining: Bool { state.withLock { $0.phase != .serving } }

  /// Adds a request; false when the server takes no more.
  func begin(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      guard state.phase != .closed else { return false }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return true
    }
  }

  func end(_ exchange: Exchange) {
    _ = state.withLock { $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  /// From now on streams that have nothing to send end.
  func drain() {
    let exchanges = state.withLock { state in
      state.phase = .draining
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.drain() }
  }

  /// Takes no more requests and wakes every suspended one, which then closes its connection.
  ///
  /// Once this returns no connection of these daemons is suspended, nor will be.
  func close() {
    let exchanges = state.withLock { state in
      state.phase = .closed
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.abort() }
  }
}
