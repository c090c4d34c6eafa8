/// What a connection is at, as far as its time is concerned.
struct ConnectionState {
  enum Stage {
    /// Between two requests, or before the first one; the handshake of TLS and a request line that
    /// is not complete belong here.
    case idle
    /// The request line has come, the rest has not.
    case receiving
    /// The request is complete and its answer is not there yet.
    case waiting
    /// The answer is on its way.
    case sending
    /// The answer is a stream, which may go on for as long as its client likes.
    case streaming
  }

  typealias Instant = ContinuousClock.Instant

  private(set) var stage = Stage.idle
  /// When the stage began.
  private(set) var since: Instant
  /// When bytes last moved in either direction, as far as is known.
  private(set) var progress: Instant
  /// How many bytes of the body have come, or are to be sent.
  private(set) var bytes = 0
  /// How many requests it has brought.
  private(set) var requests = 0
  /// Whether nothing has been asked so far.
  var isFresh: Bool { requests == 0 }
  /// When the client closed its side.
  private(set) var goneSince: Instant?
  /// Whether bytes have come that the daemon has not read yet: then the client is not to blame.
  private(set) var isUnread = false
  /// How many bytes the client has not read yet.
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

  mutating func gone(at now: Instant) {
    goneSince = goneSince ?? now
  }

  /// Notes what lies in the socket: bytes to be read, and a change in those to be sent, mean that
  /// the client does its part.
  mutating func holds(unread: Int, unsent: Int, at now: Instant) {
    isUnread = unread > 0
    let isAnswering = stage == .sending || stage == .streaming
    if isAnswering ? unsent != self.unsent : isUnread { progress = now }
    // A worker that has just read them may not have come to say so yet.
    if stage == .idle, isUnread { since = now }
    self.unsent = unsent
  }
}
