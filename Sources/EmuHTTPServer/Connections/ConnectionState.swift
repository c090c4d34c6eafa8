struct ConnectionState {
  enum Stage {
    /// Between two requests, or before the first one; this includes the TLS handshake and an
    /// incomplete request line.
    case idle
    /// The request line was received, the rest was not.
    case receiving
    /// The request is complete and its response does not exist yet.
    case waiting
    case sending
    /// The response is a stream, which has no time limit.
    case streaming
  }

  typealias Instant = ContinuousClock.Instant

  private(set) var stage = Stage.idle
  /// The start of the stage.
  private(set) var since: Instant
  /// The last known transfer of bytes in either direction.
  private(set) var progress: Instant
  /// The number of body bytes received or to be sent.
  private(set) var bytes = 0
  private(set) var requests = 0
  /// True before the first request.
  var isFresh: Bool { requests == 0 }
  /// The time at which the client closed its side.
  private(set) var disconnectedAt: Instant?
  /// True while received bytes wait for the daemon: the client is then not at fault.
  private(set) var isUnread = false
  /// The number of bytes that the client has not read yet.
  private var unsent = 0

  init(openedAt now: Instant) {
    since = now
    progress = now
  }

  mutating func enter(_ stage: Stage, bytes: Int = 0, at now: Instant) {
    self.stage = stage
    self.bytes = bytes
    if stage == .receiving { requests += 1 }
    since = now
    progress = now
  }

  mutating func received(_ count: Int, at now: Instant) {
    bytes += count
    progress = now
  }

  mutating func disconnect(at now: Instant) {
    disconnectedAt = disconnectedAt ?? now
  }

  /// Records the state of the socket: bytes to be read, and a change in those to be sent, show that
  /// the client is active.
  mutating func holds(unread: Int, unsent: Int, at now: Instant) {
    isUnread = unread > 0
    let isAnswering = stage == .sending || stage == .streaming
    if isAnswering ? unsent != self.unsent : isUnread { progress = now }
    // A worker that has just read them may not have recorded it yet.
    if stage == .idle, isUnread { since = now }
    self.unsent = unsent
  }
}
