import EmuTestSupport
import Testing

/// Random calls, of which each is stored or rejected; then every export, imported.
@Suite(.timeLimit(.minutes(3))) struct `Exports of random calls` {
  @Test(arguments: RandomRounds.seeds(normally: 60))
  func `the state after random calls is in every export, and imported`(_ seed: Int) async throws {
    let emulator = try TestEmulator(isReopened: false)
    var calls = HostileCalls(seed: seed)
    for _ in 0..<12 {
      let (method, target, body) = calls.next()
      let headers: Headers = target.contains("key=k") ? [:] : ["Authorization": "Bearer owner"]
      let reply = await emulator.call(method, target, body, headers: headers)
      #expect((200..<500).contains(reply.status), "\(target) \(body.serialized()): \(reply.text)")
    }
    try `Stored values in exports`.expectRoundTrips(emulator)
  }
}
