import CMicrohttpd
import EmuSystem
import Synchronization

/// One accepted socket, from `accept` until the daemon closes it.
///
/// The worker that owns the connection records its stage; the watch judges that, and ends unused
/// connections. No lock is held while the daemon is called: its callbacks take the same ones.
final class ClientConnection: Sendable {
  private struct State {
    var state: ConnectionState
    var exchange: Exchange?
    /// True while the descriptor belongs to this connection.
    var isOpen = true
  }

  let descriptor: Int32
  /// Differs for connections that had the same descriptor, one after the other.
  let serial: UInt32
  private let state: Mutex<State>

  init(descriptor: Int32, serial: UInt32) {
    self.descriptor = descriptor
    self.serial = serial
    state = Mutex(State(state: ConnectionState(openedAt: .now)))
  }

  // MARK: On the worker

  /// Records a received request line.
  func begin(_ exchange: Exchange) {
    state.withLock { state in
      state.exchange = exchange
      state.state.enter(.receiving, at: .now)
    }
  }

  func received(_ count: Int) {
    state.withLock { $0.state.received(count, at: .now) }
  }

  func enter(_ stage: ConnectionState.Stage, bytes: Int = 0) {
    state.withLock { $0.state.enter(stage, bytes: bytes, at: .now) }
  }

  func end() {
    // Released outside the lock, since the exchange may be the last owner of other objects.
    let exchange = state.withLock { state in
      state.state.enter(.idle, at: .now)
      defer { state.exchange = nil }
      return state.exchange
    }
    withExtendedLifetime(exchange) {}
  }

  /// The daemon is about to close the socket.
  func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Sends as many bytes as the system has room for.
  func send(_ bytes: [UInt8]) {
    state.withLock { state in
      if state.isOpen { _ = bytes.withUnsafeBytes { posixSend(descriptor, $0) } }
    }
  }

  func requestsClose(_ patience: ConnectionTimeouts, in situation: ConnectionTimeouts.Situation)
    -> Bool
  {
    state.withLock { patience.requestsClose($0.state, in: situation, at: .now) }
  }

  // MARK: On any thread

  var exchange: Exchange? { state.withLock { $0.exchange } }

  func clientHasDisconnected() {
    state.withLock { $0.state.disconnect(at: .now) }
  }

  /// Returns the state, after reading the socket's counts of unread and unsent bytes.
  func look(at now: ConnectionState.Instant) -> ConnectionState {
    state.withLock { state in
      if state.isOpen {
        state.state.holds(
          unread: Int(emu_unread(descriptor)), unsent: Int(emu_unsent(descriptor)), at: now)
      }
      return state.state
    }
  }

  /// Makes the daemon read the socket again.
  ///
  /// It reads the available bytes and waits for more, and is not notified that the end was reached.
  func wakeReader() { shut(Int32(SHUT_RD)) }

  /// Ends the connection; the daemon is called for it and closes it.
  func cut() { shut(Int32(SHUT_RDWR)) }

  private func shut(_ direction: Int32) {
    state.withLock { state in
      if state.isOpen { _ = shutdown(descriptor, direction) }
    }
  }
}

/// `send` under a name that `ClientConnection.send` does not hide; SIGPIPE is ignored.
private func posixSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, 0)
}
