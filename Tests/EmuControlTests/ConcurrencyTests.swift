import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import Synchronization
import Testing

/// Calls that wait in the same shared transaction must each build on the one before.
@Suite struct `control: calls at once` {
  /// Starts every call before the first is answered.
  static func start(_ fixture: Fixture, _ calls: [(EmuHTTP.Method, String, String)]) {
    let answered = Atomic<Int>(0)
    for (method, path, body) in calls {
      let path = "/emulator/v1/" + path
      guard case .found(let route, let parameters) = fixture.router.match(method, path) else {
        Issue.record("no route for \(path)")
        return
      }
      let request = Request(method: method, path: path, body: Array(body.utf8))
      guard case .later(let deferred) = route.payload.respond(request, parameters) else {
        Issue.record("\(path) answers at once")
        return
      }
      deferred.start { thunk in
        #expect(thunk().status == .ok)
        answered.wrappingAdd(1, ordering: .relaxed)
      }
    }
    for _ in 0..<60_000 where answered.load(ordering: .relaxed) < calls.count { pause() }
    #expect(answered.load(ordering: .relaxed) == calls.count)
  }

  @Test func `every move of the clock counts`() throws {
    let fixture = try Fixture()
    Self.start(
      fixture, Array(repeating: (.post, "clock:advance", #"{"milliseconds":7}"#), count: 100))
    #expect(fixture.clock.state.offsetMilliseconds == 700)
    #expect(try fixture.store.read { try $0.clockState() }.offsetMilliseconds == 700)
  }

  @Test func `every switch stays set`() throws {
    let fixture = try Fixture()
    _ = try fixture.store.project(making: "demo")
    let switches: [Switch] = [.quotas, .recentLogin, .codeExpiry, .mfaState, .checkNonce]
    Self.start(
      fixture,
      switches.map { (.patch, "projects/demo/settings", #"{"\#($0.rawValue)":"on"}"#) })
    let settings = try fixture.store.project(making: "demo").settings
    for name in switches { #expect(settings.isOn(name), "\(name)") }
  }

  @Test func `a seed that comes twice at once makes its users once`() throws {
    let fixture = try Fixture()
    let seed = #"{version:1,projects:{demo:{users:[{email:"a@x.test"},{localId:"b"}]}}}"#
    Self.start(fixture, Array(repeating: (.post, "seed", seed), count: 10))
    let project = try fixture.store.project(making: "demo")
    let count = try fixture.store.read { reader in
      try reader.userCount(in: AccountScope(project: project, tenant: nil))
    }
    #expect(count == 2)
  }
}
