/// How long the server waits for its clients: a pure rule over what a connection is at.
struct Patience {
  /// What becomes of a connection.
  enum Verdict: Hashable {
    case stays
    /// The client has closed its side: what it sent before is read to its end, and no more.
    case readsToTheEnd
    /// Nobody is there for the answer, so it is given up.
    case abandoned
    /// Closed without a word: nothing was asked.
    case closed
    /// Closed, as somebody else waits for the place; the longest idle go first.
    case makesRoom
    /// Cut off in the middle of a request or an answer.
    case cut
  }

  /// What the server is at.
  enum Situation {
    case serving
    /// Every place is taken, and a client waits for one.
    case crowded(since: ConnectionState.Instant)
    case draining(since: ConnectionState.Instant)

    var isStopping: Bool {
      if case .draining = self { true } else { false }
    }
  }

  /// How long a connection may be silent between requests.
  var idle: Duration
  /// How long a request may take to arrive, and its answer to be taken.
  var request: Duration
  /// Each of so many bytes gives a request and an answer a second more.
  var bytesPerSecond: Int

  /// A client that sends its request and closes its side at once, as `nc -N` does, may still wait
  /// for an answer, which takes milliseconds: it is given up only after this time.
  static let halfClosed = Duration.milliseconds(100)
  /// How long the bytes that came before the client closed its side may take to be read.
  static let readingToTheEnd = Duration.milliseconds(100)
  /// How long a connection has been idle after an answer before it is closed to make room.
  static let makingRoom = Duration.seconds(1)
  /// The same for one that has asked nothing yet: it was opened for a reason.
  static let makingRoomWhenFresh = Duration.seconds(5)
  /// How long a client that uses its connection again and again keeps it in a crowd. A burst of as
  /// many connections as are usual is over by then, and the client has not had to wait behind it.
  static let regularInCrowd = Duration.seconds(1)
  /// How long a server that stops waits for a client that neither sends nor reads.
  static let draining = Duration.milliseconds(250)

  func verdict(
    on state: ConnectionState, in situation: Situation, at now: ConnectionState.Instant
  ) -> Verdict {
    switch state.stage {
    case .idle:
      if let goneSince = state.goneSince { return leftOver(state, goneSince, now, .closed) }
      // A request lies there that no worker has come to.
      if state.isUnread { return .stays }
      if now - state.since >= idle { return .closed }
      guard case .crowded = situation else { return .stays }
      let patience = state.isFresh ? Self.makingRoomWhenFresh : Self.makingRoom
      return now - state.since >= patience ? .makesRoom : .stays
    case .receiving:
      if let goneSince = state.goneSince { return leftOver(state, goneSince, now, .cut) }
      return isLate(state, now) || isStalled(state, situation, now) ? .cut : .stays
    case .waiting:
      return state.goneSince != nil && now - state.since >= Self.halfClosed ? .abandoned : .stays
    case .sending:
      return isLate(state, now) || isStalled(state, situation, now) ? .cut : .stays
    case .streaming:
      if state.goneSince != nil { return .abandoned }
      return isStalled(state, situation, now) ? .cut : .stays
    }
  }

  /// Whether an answer asks its client to close the connection.
  func asksToClose(
    _ state: ConnectionState, in situation: Situation, at now: ConnectionState.Instant
  ) -> Bool {
    switch situation {
    case .serving: false
    case .crowded(let since): state.requests < 2 || now - since >= Self.regularInCrowd
    case .draining: true
    }
  }

  /// How long it takes at most until a verdict may change.
  func interval(in situation: Situation, someoneIsGone: Bool) -> Duration {
    if someoneIsGone { return .milliseconds(20) }
    guard case .serving = situation else { return .milliseconds(50) }
    return max(.milliseconds(10), min(.seconds(1), idle / 4, request / 4))
  }

  private func leftOver(
    _ state: ConnectionState, _ goneSince: ConnectionState.Instant,
    _ now: ConnectionState.Instant, _ end: Verdict
  ) -> Verdict {
    now - max(goneSince, state.progress) >= Self.readingToTheEnd ? end : .readsToTheEnd
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
