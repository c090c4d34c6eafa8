/// The server's time limits for clients: a pure rule over the state of a connection.
package struct ConnectionTimeouts: Sendable {
  enum Verdict: Hashable {
    case stays
    /// The client has closed its side: its earlier bytes are read to their end, and no more.
    case readsToTheEnd
    /// The client is gone, so the response is dropped.
    case abandoned
    /// Closed silently: there was no request.
    case closed
    /// Closed, as another client waits for the slot; the longest idle first.
    case makesRoom
    /// Closed in the middle of a request or a response.
    case cut
  }

  enum Situation {
    case serving
    /// Every slot is taken, and a client waits for one.
    case crowded(since: ConnectionState.Instant)
    case draining(since: ConnectionState.Instant)

    var isStopping: Bool {
      if case .draining = self { true } else { false }
    }
  }

  /// The maximum idle time between two requests; a connection that waits for its response is not idle.
  package var idle = Duration.seconds(60)
  /// The maximum time for receiving a request, and for sending its response.
  package var request = Duration.seconds(60)
  /// The bytes of a body that extend that time by a second.
  package var bytesPerSecond = 1_000_000

  /// The time after which the response to a half-closed connection is dropped. A client that sends
  /// its request and closes its side immediately, as `nc -N` does, may still wait for a response,
  /// which takes milliseconds.
  package var halfClosed = Duration.milliseconds(100)
  /// The time for reading the bytes received before the client closed its side.
  static let readingToTheEnd = Duration.milliseconds(100)
  /// The idle time after a response before a connection is closed to make room.
  static let makingRoom = Duration.seconds(1)
  /// The same before the first request: the connection was opened for a purpose.
  static let makingRoomWhenFresh = Duration.seconds(5)
  /// The time for which a frequently used connection remains open in a crowd. A burst of the usual
  /// number of connections is over by then, and the client has not had to wait behind it.
  static let regularInCrowd = Duration.seconds(1)
  /// The time that a stopping server waits for a client that neither sends nor reads.
  static let draining = Duration.milliseconds(250)

  func verdict(
    on state: ConnectionState, in situation: Situation, at now: ConnectionState.Instant
  ) -> Verdict {
    switch state.stage {
    case .idle:
      if let disconnectedAt = state.disconnectedAt {
        return leftOver(state, disconnectedAt, now, .closed)
      }
      // A request waits for a worker.
      if state.isUnread { return .stays }
      if now - state.since >= idle { return .closed }
      guard case .crowded = situation else { return .stays }
      let patience = state.isFresh ? Self.makingRoomWhenFresh : Self.makingRoom
      return now - state.since >= patience ? .makesRoom : .stays
    case .receiving:
      if let disconnectedAt = state.disconnectedAt {
        return leftOver(state, disconnectedAt, now, .cut)
      }
      return isLate(state, now) || isStalled(state, situation, now) ? .cut : .stays
    case .waiting:
      return state.disconnectedAt != nil && now - state.since >= halfClosed
        ? .abandoned : .stays
    case .sending:
      return isLate(state, now) || isStalled(state, situation, now) ? .cut : .stays
    case .streaming:
      if state.disconnectedAt != nil { return .abandoned }
      return isStalled(state, situation, now) ? .cut : .stays
    }
  }

  func requestsClose(
    _ state: ConnectionState, in situation: Situation, at now: ConnectionState.Instant
  ) -> Bool {
    switch situation {
    case .serving: false
    case .crowded(let since): state.requests < 2 || now - since >= Self.regularInCrowd
    case .draining: true
    }
  }

  /// Returns the maximum time until a decision may change.
  func interval(in situation: Situation, hasDisconnectedClient: Bool) -> Duration {
    if hasDisconnectedClient { return .milliseconds(20) }
    guard case .serving = situation else { return .milliseconds(50) }
    return max(.milliseconds(10), min(.seconds(1), idle / 4, request / 4))
  }

  private func leftOver(
    _ state: ConnectionState, _ disconnectedAt: ConnectionState.Instant,
    _ now: ConnectionState.Instant, _ end: Verdict
  ) -> Verdict {
    now - max(disconnectedAt, state.progress) >= Self.readingToTheEnd ? end : .readsToTheEnd
  }

  private func isLate(_ state: ConnectionState, _ now: ConnectionState.Instant) -> Bool {
    now - state.since >= request + .seconds(state.bytes / max(1, bytesPerSecond))
  }

  private func isStalled(
    _ state: ConnectionState, _ situation: Situation, _ now: ConnectionState.Instant
  ) -> Bool {
    guard case .draining(let since) = situation else { return false }
    return now - max(since, state.progress) >= Self.draining
  }
}
