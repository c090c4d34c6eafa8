import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import Synchronization
import EmuTestSupport
import Testing

/// Calls in the same shared transaction must each use the result of the previous one.
@Suite struct `control: calls at once` {
  /// Starts all calls before the first is answered, and waits for all.
  static func call(_ emulator: TestEmulator, _ calls: [(EmuHTTP.Method, String, String)]) {
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
    let emulator = try TestEmulator()
    Self.call(
      emulator, Array(repeating: (.post, "clock:advance", #"{"milliseconds":7}"#), count: 100))
    #expect(emulator.clock.state.offsetMilliseconds == 700)
    #expect(try emulator.store.read { try $0.clockState() }.offsetMilliseconds == 700)
  }

  @Test func `every switch stays set`() async throws {
    let emulator = try TestEmulator()
    _ = try emulator.store.project(making: "demo")
    let switches: [Switch] = [.quotas, .recentLogin, .codeExpiry, .mfaState, .checkNonce]
    Self.call(
      emulator,
      switches.map { (.patch, "projects/demo/settings", #"{"\#($0.rawValue)":"on"}"#) })
    let stored = try emulator.store.project(making: "demo").switches
    for name in switches { #expect(stored.isOn(name), "\(name)") }
  }

  @Test func `a seed that is loaded twice concurrently creates its users once`() async throws {
    let emulator = try TestEmulator()
    let seed = #"{version:1,projects:{demo:{users:[{email:"a@x.test"},{localId:"b"}]}}}"#
    Self.call(emulator, Array(repeating: (.post, "seed", seed), count: 10))
    let project = try emulator.store.project(making: "demo")
    let count = try emulator.store.read { reader in
      try reader.userCount(in: AccountScope(project: project, tenant: nil))
    }
    #expect(count == 2)
  }
}
