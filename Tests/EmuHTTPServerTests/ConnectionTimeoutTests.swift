import Testing

@testable import EmuHTTPServer

@Suite struct `the patience of the server` {
  /// A connection at some stage, with the times of later events, in seconds.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var stage = ConnectionState.Stage.idle
    var bytes = 0
    var situation = Situation.serving
    /// The seconds since the stage began, since the last byte, and since the client disconnected.
    var age = 0.0
    var silence: Double?
    var gone: Double?
    var unread = 0
    /// True before the first request.
    var isFresh = false
    let verdict: ConnectionTimeouts.Verdict

    enum Situation { case serving, crowded, draining }
  }

  static let rows: [Row] = [
    Row(testDescription: "an idle connection stays", age: 59, verdict: .stays),
    Row(testDescription: "an idle connection ends", age: 60, verdict: .closed),
    Row(testDescription: "a trickled request line ends", age: 60, silence: 1, verdict: .closed),
    Row(
      testDescription: "a request that no worker has come to is not idle", age: 100, unread: 1,
      verdict: .stays),
    Row(
      testDescription: "who was just idle is left alone by a crowd", situation: .crowded, age: 0.9,
      verdict: .stays),
    Row(
      testDescription: "who is idle makes room in a crowd", situation: .crowded, age: 1,
      verdict: .makesRoom),
    Row(
      testDescription: "who was opened just now is left alone by a crowd", situation: .crowded,
      age: 4.9, isFresh: true, verdict: .stays),
    Row(
      testDescription: "who never asks makes room in a crowd", situation: .crowded, age: 5,
      isFresh: true, verdict: .makesRoom),
    Row(
      testDescription: "who has asked does not make room", situation: .crowded, age: 5, unread: 9,
      verdict: .stays),
    Row(
      testDescription: "the end of an idle connection is read", age: 5, gone: 0.01,
      verdict: .readsToTheEnd),
    Row(testDescription: "an ended idle connection is closed", age: 5, gone: 0.1, verdict: .closed),
    Row(
      testDescription: "what came before the end is read first", age: 5, gone: 0.5, unread: 100,
      verdict: .readsToTheEnd),

    Row(
      testDescription: "a request may take its time", stage: .receiving, age: 59, silence: 59,
      verdict: .stays),
    Row(
      testDescription: "a trickled body ends", stage: .receiving, bytes: 12, age: 60, silence: 0,
      verdict: .cut),
    Row(
      testDescription: "a large body has longer", stage: .receiving, bytes: 100_000_000, age: 159,
      verdict: .stays),
    Row(
      testDescription: "a large body does not have for ever", stage: .receiving,
      bytes: 100_000_000, age: 160, silence: 0, verdict: .cut),
    Row(
      testDescription: "half a request whose client is gone is cut", stage: .receiving, age: 1,
      gone: 0.1, verdict: .cut),
    Row(
      testDescription: "the end of a body is read", stage: .receiving, age: 1, silence: 0.05,
      gone: 0.2, verdict: .readsToTheEnd),
    Row(
      testDescription: "a stop does not wait for half a request", stage: .receiving,
      situation: .draining, age: 5, silence: 5, verdict: .cut),
    Row(
      testDescription: "a stop waits for a body that still comes", stage: .receiving,
      situation: .draining, age: 5, silence: 0.1, verdict: .stays),

    Row(
      testDescription: "an answer takes as long as it takes", stage: .waiting, age: 3600,
      verdict: .stays),
    Row(
      testDescription: "a stop waits for an answer", stage: .waiting, situation: .draining,
      age: 3600, verdict: .stays),
    Row(
      testDescription: "who closed its side at once may wait for the answer", stage: .waiting,
      age: 0.05, gone: 0.05, verdict: .stays),
    Row(
      testDescription: "an answer that nobody waits for is given up", stage: .waiting, age: 5,
      gone: 0, verdict: .abandoned),

    Row(
      testDescription: "an answer may be read slowly", stage: .sending, age: 59, silence: 59,
      verdict: .stays),
    Row(
      testDescription: "an answer that is not read ends", stage: .sending, age: 60, silence: 0,
      verdict: .cut),
    Row(
      testDescription: "a long answer has longer", stage: .sending, bytes: 10_000_000, age: 69,
      verdict: .stays),
    Row(
      testDescription: "a stop does not wait for a reader that does not read", stage: .sending,
      situation: .draining, age: 1, silence: 1, unread: 5, verdict: .cut),
    Row(
      testDescription: "a stop waits for a reader", stage: .sending, situation: .draining, age: 1,
      silence: 0.1, verdict: .stays),

    Row(testDescription: "a stream goes on", stage: .streaming, age: 3600, verdict: .stays),
    Row(
      testDescription: "a stream that nobody reads ends", stage: .streaming, age: 1, gone: 0,
      verdict: .abandoned),
    Row(
      testDescription: "a stop does not wait for a stream that is not read", stage: .streaming,
      situation: .draining, age: 1, silence: 1, verdict: .cut),
  ]

  @Test(arguments: rows) func `the patience of the server is a rule over the state of a connection`(
    row: Row
  ) {
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
  ])
  func `A crowd closes connections after their first response, or after a second`(
    requests: Int, age: Double, isAsked: Bool
  ) {
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

  @Test
  func `the patience of the server allows a stop a quarter of a second from its start`() {
    let patience = ConnectionTimeouts(idle: .seconds(60), request: .seconds(60), bytesPerSecond: 1)
    let now = ContinuousClock.now
    var state = ConnectionState(openedAt: now - .seconds(9))
    state.enter(.receiving, at: now - .seconds(9))
    let begun = ConnectionTimeouts.Situation.draining(since: now - .milliseconds(200))
    #expect(patience.verdict(on: state, in: begun, at: now) == .stays)
    #expect(patience.verdict(on: state, in: begun, at: now + .milliseconds(50)) == .cut)
  }
}
