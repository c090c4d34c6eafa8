import Testing

@testable import EmuHTTPServer

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
  func `each end of a connection is reported, and wake-ups`(
    events: [(UInt64, Bool)], reported: [UInt64]
  ) {
    #expect(ClosedClients.reported(events.map { (token: $0.0, isEnd: $0.1) }) == reported)
  }
}
