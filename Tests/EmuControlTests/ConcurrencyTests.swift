import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import EmuTestSupport
import Testing

/// Calls in the same shared transaction must each use the result of the previous one.
@Suite struct `control: calls at once` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func call(_ calls: [(EmuHTTP.Method, String, String)]) {
    let pending = calls.compactMap { method, path, body -> PendingReply? in
      let request = Request(
        method: method, path: "/emulator/v1/" + path, headers: ["Host": emulator.host],
        body: Array(body.utf8))
      let answer = emulator.emulator.respond(to: request)
      guard case .later = answer else {
        Issue.record("\(path) answers at once")
        return nil
      }
      return PendingReply(answer)
    }
    for pending in pending { #expect(pending.reply().status == 200) }
  }

  @Test func `every move of the clock counts`() async throws {
    call(Array(repeating: (.post, "clock:advance", #"{"milliseconds":7}"#), count: 100))
    #expect(emulator.clock.state.offsetMilliseconds == 700)
    #expect(try emulator.store.read { try $0.clockState() }.offsetMilliseconds == 700)
  }

  @Test func `every switch stays set`() async throws {
    _ = try emulator.store.project(making: "demo")
    let switches: [Switch] = [.quotas, .recentLogin, .codeExpiry, .mfaState, .checkNonce]
    call(switches.map { (.patch, "projects/demo/settings", #"{"\#($0.rawValue)":"on"}"#) })
    let stored = try emulator.store.project(making: "demo").switches
    for name in switches { #expect(stored.isOn(name), "\(name)") }
  }

  @Test func `a seed that is loaded twice concurrently creates its users once`() async throws {
    let seed = Seed.users(#"{email:"a@x.test"}"#, #"{localId:"b"}"#)
    call(Array(repeating: (.post, "seed", seed), count: 10))
    #expect(await emulator.control(.get, "projects/demo/userCounts")["users"] == 2)
  }
}
