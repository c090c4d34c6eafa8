import Synchronization

/// The producer's end of a stream: bytes sent here from any thread reach the client in order.
package final class ByteChannel: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var isFinished = false
    var isClosed = false
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let onClose: @Sendable () -> Void

  /// Creates a channel that holds at most `limit` unsent bytes.
  ///
  /// - Parameter onClose: called once when the client has disconnected or has received everything.
  package init(limit: Int = 1 << 20, onClose: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.onClose = onClose
  }

  /// Adds bytes to the stream.
  ///
  /// - Returns: false when the client will not receive them: the stream is finished, closed, or
  ///   ended because it was too far behind.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    let (accepted, wake) = state.withLock { state in
      guard !state.isFinished, !state.isClosed else { return (false, nil as Wake?) }
      guard state.pending.count + bytes.count <= limit else {
        state.isFinished = true
        return (false, state.wake)
      }
      state.pending += bytes
      return (true, state.wake)
    }
    wake?()
    return accepted
  }

  /// Ends the stream after everything sent so far.
  package func finish() {
    let wake = state.withLock { state in
      state.isFinished = true
      return state.wake
    }
    wake?()
  }

  /// The consumer's end; to be used for one response.
  package var stream: ResponseStream {
    ResponseStream { wake in
      self.state.withLock { $0.wake = wake }
      return ResponseStream.Source(next: { self.next() }, close: { self.close() })
    }
  }

  private typealias Wake = @Sendable () -> Void

  private func next() -> ResponseStream.Chunk {
    state.withLock { state in
      guard state.pending.isEmpty else {
        defer { state.pending = [] }
        return .bytes(state.pending)
      }
      return state.isFinished ? .end : .wait
    }
  }

  private func close() {
    state.withLock { state in
      state.isClosed = true
      state.pending = []
      state.wake = nil
    }
    onClose()
  }
}
