/// A body that is created while it is sent: server-sent events, long downloads.
///
/// The server opens it once, pulls pieces from one thread at a time, and closes it once, at its end
/// or when the client disconnects. A disconnected client is noticed only at the next piece, so a
/// stream of events should send a comment regularly.
package struct ResponseStream: Sendable {
  /// The result of a request for the next piece.
  package enum Chunk: Sendable {
    /// The next piece; an empty one is skipped.
    case bytes([UInt8])
    /// Nothing yet. The server pulls again after a wake-up; while it stops, it ends the stream.
    case wait
    /// The body is complete.
    case end
    /// The body cannot be completed: the connection is cut so that the client notices.
    case abort
  }

  package struct Source: Sendable {
    /// Returns the next piece; called by one thread at a time.
    package let next: @Sendable () -> Chunk
    /// Ends the stream; called once, after the last `next`.
    package let close: @Sendable () -> Void

    /// Creates a source from a closure that returns the next piece and one that cleans up.
    package init(
      next: @escaping @Sendable () -> Chunk, close: @escaping @Sendable () -> Void = {}
    ) {
      self.next = next
      self.close = close
    }
  }

  private let opening: @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source

  /// Creates a stream whose producer calls `wake` when there is something to pull after a `.wait`.
  ///
  /// `wake` may be called at any time, from any thread, without holding a lock that `next` takes.
  package init(
    opening: @escaping @Sendable (_ wake: @escaping @Sendable () -> Void) -> Source
  ) {
    self.opening = opening
  }

  /// Creates a stream whose next piece is always available, such as a download.
  ///
  /// - Parameter next: returns the next piece, nil at the end; an error cuts the connection.
  package init(pulling next: @escaping @Sendable () throws -> [UInt8]?) {
    self.init { _ in
      Source(next: {
        do { return try next().map(Chunk.bytes) ?? .end } catch { return .abort }
      })
    }
  }

  /// Opens the stream; called once, by the server.
  package func open(wake: @escaping @Sendable () -> Void) -> Source {
    opening(wake)
  }
}
