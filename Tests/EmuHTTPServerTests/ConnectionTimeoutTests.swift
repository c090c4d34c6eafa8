import Testing

@testable import EmuHTTPServer

@Suite struct `the patience of the server` {
  /// A connection at some stage, with the times of later events, in seconds.
  struct Row: CustomTestStringConvertible {
    let verdict: ConnectionTimeouts.Verdict
    let testDescription: String
    let stage: ConnectionState.Stage
    let situation: Situation
    let bytes: Int
    /// The seconds since the stage began, since the last byte, and since the client disconnected.
    let age: Double
    let silence: Double?
    let gone: Double?
    let unread: Int
    /// True before the first request.
    let isFresh: Bool

    init(
      _ verdict: ConnectionTimeouts.Verdict, _ name: String, _ stage: ConnectionState.Stage = .idle,
      _ situation: Situation = .serving, bytes: Int = 0, age: Double, silence: Double? = nil,
      gone: Double? = nil, unread: Int = 0, isFresh: Bool = false
    ) {
      (self.verdict, testDescription, self.stage) = (verdict, name, stage)
      (self.situation, self.bytes, self.age) = (situation, bytes, age)
      (self.silence, self.gone, self.unread, self.isFresh) = (silence, gone, unread, isFresh)
    }

    enum Situation { case serving, crowded, draining }
  }

  static let rows: [Row] = [
    Row(.stays, "an idle connection stays", age: 59),
    Row(.closed, "an idle connection ends", age: 60),
    Row(.closed, "a trickled request line ends", age: 60, silence: 1),
    Row(.stays, "a request that no worker has come to is not idle", age: 100, unread: 1),
    Row(.stays, "who was just idle is left alone by a crowd", .idle, .crowded, age: 0.9),
    Row(.makesRoom, "who is idle makes room in a crowd", .idle, .crowded, age: 1),
    Row(
      .stays, "who was opened just now is left alone by a crowd", .idle, .crowded, age: 4.9,
      isFresh: true),
    Row(.makesRoom, "who never asks makes room in a crowd", .idle, .crowded, age: 5, isFresh: true),
    Row(.stays, "who has asked does not make room", .idle, .crowded, age: 5, unread: 9),
    Row(.readsToTheEnd, "the end of an idle connection is read", age: 5, gone: 0.01),
    Row(.closed, "an ended idle connection is closed", age: 5, gone: 0.1),
    Row(.readsToTheEnd, "what came before the end is read first", age: 5, gone: 0.5, unread: 100),

    Row(.stays, "a request may take its time", .receiving, age: 59, silence: 59),
    Row(.cut, "a trickled body ends", .receiving, bytes: 12, age: 60, silence: 0),
    Row(.stays, "a large body has longer", .receiving, bytes: 100_000_000, age: 159),
    Row(
      .cut, "a large body does not have for ever", .receiving, bytes: 100_000_000, age: 160,
      silence: 0),
    Row(.cut, "half a request whose client is gone is cut", .receiving, age: 1, gone: 0.1),
    Row(.readsToTheEnd, "the end of a body is read", .receiving, age: 1, silence: 0.05, gone: 0.2),
    Row(.cut, "a stop does not wait for half a request", .receiving, .draining, age: 5, silence: 5),
    Row(
      .stays, "a stop waits for a body that still comes", .receiving, .draining, age: 5,
      silence: 0.1),

    Row(.stays, "an answer takes as long as it takes", .waiting, age: 3600),
    Row(.stays, "a stop waits for an answer", .waiting, .draining, age: 3600),
    Row(
      .stays, "who closed its side at once may wait for the answer", .waiting, age: 0.05, gone: 0.05
    ),
    Row(.abandoned, "an answer without a waiting client is given up", .waiting, age: 5, gone: 0),

    Row(.stays, "an answer may be read slowly", .sending, age: 59, silence: 59),
    Row(.cut, "an answer that is not read ends", .sending, age: 60, silence: 0),
    Row(.stays, "a long answer has longer", .sending, bytes: 10_000_000, age: 69),
    Row(
      .cut, "a stop does not wait for a reader that does not read", .sending, .draining, age: 1,
      silence: 1, unread: 5),
    Row(.stays, "a stop waits for a reader", .sending, .draining, age: 1, silence: 0.1),

    Row(.stays, "a stream goes on", .streaming, age: 3600),
    Row(.abandoned, "a stream without a reader ends", .streaming, age: 1, gone: 0),
    Row(
      .cut, "a stop does not wait for a stream that is not read", .streaming, .draining, age: 1,
      silence: 1),
  ]

  @Test(arguments: rows) func `the patience of the server is a rule over a state`(row: Row) {
    let patience = ConnectionTimeouts(
      idle: .seconds(60), request: .seconds(60), bytesPerSecond: 1_000_000)
    let now = ContinuousClock.now
    var state = ConnectionState(openedAt: now - .seconds(row.age))
    if !row.isFresh {
      for stage in [.receiving, row.stage] { state.enter(stage, at: now - .seconds(row.age)) }
    }
    state.received(row.bytes, at: now - .seconds(row.silence ?? row.age))
    if let gone = row.gone { state.disconnect(at: now - .seconds(gone)) }
    state.holds(unread: row.unread, unsent: 0, at: now)
    let situation: ConnectionTimeouts.Situation =
      switch row.situation {
      case .serving: .serving
      case .crowded: .crowded(since: now)
      case .draining: .draining(since: now - .seconds(1))
      }
    #expect(patience.verdict(on: state, in: situation, at: now) == row.verdict)
  }

  /// Otherwise a worker that has read a request, and is delayed before it records that, loses it.
  @Test func `an idle connection's time counts from when it had nothing to read`() {
    let patience = ConnectionTimeouts(idle: .seconds(60), request: .seconds(60), bytesPerSecond: 1)
    let opened = ContinuousClock.now
    var state = ConnectionState(openedAt: opened)
    state.holds(unread: 9, unsent: 0, at: opened + .seconds(20))
    state.holds(unread: 0, unsent: 0, at: opened + .seconds(21))
    #expect(
      patience.verdict(on: state, in: .crowded(since: opened), at: opened + .seconds(21)) == .stays)
    #expect(
      patience.verdict(on: state, in: .crowded(since: opened), at: opened + .seconds(25))
        == .makesRoom)
  }

  /// Requests of the connection, seconds of the crowd, and whether the response asks to close.
  @Test(arguments: [
    (1, 0, true), (1, 5, true), (2, 0, false), (2, 0.9, false), (2, 1, true), (100, 1, true),
  ]) func `a crowd of connections is closed soon`(requests: Int, age: Double, isAsked: Bool) {
    let patience = ConnectionTimeouts(idle: .seconds(60), request: .seconds(60), bytesPerSecond: 1)
    let now = ContinuousClock.now
    var state = ConnectionState(openedAt: now)
    for _ in 0..<requests {
      for stage in [ConnectionState.Stage.receiving, .waiting, .sending] {
        state.enter(stage, at: now)
      }
    }
    let crowd = ConnectionTimeouts.Situation.crowded(since: now - .seconds(age))
    #expect(patience.requestsClose(state, in: crowd, at: now) == isAsked)
    #expect(!patience.requestsClose(state, in: .serving, at: now))
    #expect(patience.requestsClose(state, in: .draining(since: now), at: now))
  }

  @Test func `the patience of the server allows a stop a quarter of a second from its start`() {
    let patience = ConnectionTimeouts(idle: .seconds(60), request: .seconds(60), bytesPerSecond: 1)
    let now = ContinuousClock.now
    var state = ConnectionState(openedAt: now - .seconds(9))
    state.enter(.receiving, at: now - .seconds(9))
    let begun = ConnectionTimeouts.Situation.draining(since: now - .milliseconds(200))
    #expect(patience.verdict(on: state, in: begun, at: now) == .stays)
    #expect(patience.verdict(on: state, in: begun, at: now + .milliseconds(50)) == .cut)
  }
}

/// The events of kqueue(2) on macOS, as values.
@Suite struct `Ends of connections on macOS` {
  private static let connection: UInt64 = 7 << 32 | 5
  private static let wakeUp: UInt64 = 4

  @Test(
    arguments: [
      ([(connection, false)], []), ([(connection, true)], [connection]),
      ([(wakeUp, false)], [wakeUp]), ([(wakeUp, true)], [wakeUp]),
      ([(wakeUp, false), (connection, false), (connection, true)], [wakeUp, connection]),
    ] as [([(UInt64, Bool)], [UInt64])])
  func `a connection's wake-ups and end are seen`(events: [(UInt64, Bool)], reported: [UInt64]) {
    #expect(ClosedClients.reported(events.map { (token: $0.0, isEnd: $0.1) }) == reported)
  }
}
