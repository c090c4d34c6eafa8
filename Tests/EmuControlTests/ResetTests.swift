import EmuServer
import EmuStore
import EmuTestSupport
import Testing

@Suite final class `control: reset`: EmulatorSuite {
  static let seedText = """
    {version: 1, projects: {demo: {
      apiKeys: ["seeded"], settings: {recentLogin: "on"},
      config: {signIn: {allowDuplicateEmails: true}},
      providers: {"google.com": {clientId: "c1"}},
      tenants: [{id: "t1"}],
      people: {"google.com": [{sub: "1", email: "p@x.test"}]},
      users: [{localId: "seeded-user", email: "a@x.test"}]}},
     issuers: {"apple.com": {accounts: [{sub: "s1", authorizedClients: ["c"]}]}}}
    """

  static func emulator() async throws -> TestEmulator {
    let emulator = try TestEmulator(seeds: [seedText], isStored: true)
    // The changes since the start.
    let runtime = """
      {version: 1, projects: {
        demo: {apiKeys: ["later"], providers: {"github.com": {}},
          users: [{localId: "later-user", providers: [{providerId: "google.com", rawId: "9"}]}]},
        other: {apiKeys: ["other"], users: [{localId: "other-user"}]}},
       issuers: {"google.com": {accounts: [{sub: "shared"}]}}}
      """
    _ = await emulator.seed(runtime)
    _ = await emulator.settings(#"{"recentLogin":"off","quotas":"on"}"#)
    _ = await emulator.settings(#"{"profile":"production"}"#, of: "other")
    _ = await emulator.control(.post, "clock:advance", #"{"seconds":60}"#)
    // Keys are stored when they have signed.
    for issuer in ["apple.com", "oidc.corp"] {
      _ = await emulator.control(.post, "issuers/\(issuer)/tokens", "{}")
    }
    return emulator
  }

  struct State: Equatable {
    var users: [String]
    var people: [String]
    var keys: [String]
    var providers: [String]
    var hasTenant: Bool
    var recentLogin: SwitchValue
    var quotas: SwitchValue
    var allowsDuplicates: Bool
    var otherProfile: Profile
    var offset: Int64
    var signingKeys: Int

    init(_ emulator: TestEmulator) throws {
      users = try [("seeded-user", "demo"), ("later-user", "demo"), ("other-user", "other")]
        .filter { try emulator.user($0.0, in: $0.1) != nil }.map(\.0)
      people = try ["apple.com", "google.com"].flatMap {
        try emulator.people($0, in: "demo").map(\.subject)
      }
      keys = try ["seeded", "later", "other"].filter {
        try emulator.store.projectID(ofAPIKey: $0) != nil
      }
      let project = try emulator.store.project(making: "demo")
      providers = project.providers.own.keys.sorted()
      hasTenant = try emulator.store.tenant("t1", in: project) != nil
      recentLogin = project.switches[.recentLogin]
      quotas = project.switches[.quotas]
      allowsDuplicates = project.allowsDuplicateEmails
      otherProfile = try emulator.store.project(making: "other").switches.profile
      offset = emulator.clock.state.offsetMilliseconds
      signingKeys = try emulator.store.read { try $0.signingKeys() }.count
    }
  }

  @Test(arguments: ["", "{}", #"{"to":"empty"}"#])
  func `an empty reset keeps what seeds set up and the signing keys`(_ body: String) async throws {
    let emulator = try await Self.emulator()
    let before = try State(emulator)
    #expect(before.users == ["seeded-user", "later-user", "other-user"])
    #expect(before.people == ["s1", "1", "shared"])
    #expect(before.keys == ["seeded", "later", "other"])
    #expect(before.providers == ["github.com", "google.com"])
    #expect(before.quotas == .on && before.recentLogin == .off && before.offset == 60_000)
    #expect(before.signingKeys > 1)
    let answer = await emulator.control(.post, "reset", body)
    #expect(answer.status == 200 && answer.json == [:])
    let state = try State(emulator)
    #expect(state.users == [] && state.people == [] && !state.hasTenant)
    #expect(state.keys == ["seeded"])
    #expect(state.providers == ["google.com"])
    #expect(state.recentLogin == .on && state.quotas == .warn && state.allowsDuplicates)
    #expect(state.otherProfile == .compatible)
    #expect(state.offset == 0)
    #expect(try emulator.store.read { try $0.clockState() } == EmulatorClock.State())
    #expect(state.signingKeys == before.signingKeys)
  }

  @Test func `a reset to the seed brings its users and people back`() async throws {
    let emulator = try await Self.emulator()
    #expect(await emulator.control(.post, "reset", #"{"to":"seed"}"#).status == 200)
    let state = try State(emulator)
    #expect(state.users == ["seeded-user"])
    #expect(state.people == ["s1", "1"])
    #expect(state.hasTenant && state.keys == ["seeded"])
    let person = try #require(try emulator.people("apple.com").first)
    let consents = try emulator.store.read { try $0.consents(of: person) }
    #expect(consents.map(\.clientID) == ["c"])
  }

  @Test func `keys are deleted by a reset that names them`() async throws {
    let emulator = try await Self.emulator()
    func listed() async -> [String] {
      await emulator.control(.get, "issuers")["issuers"]?.array?.compactMap { $0["id"]?.string }
        ?? []
    }
    // Such an issuer is listed as long as it has keys.
    #expect(await listed().contains("oidc.corp"))
    #expect(await emulator.control(.post, "reset", #"{"keys":true}"#).status == 200)
    #expect(try State(emulator).signingKeys == 0)
    #expect(await !listed().contains("oidc.corp"))
  }

  @Test func `a reset of one project leaves the others and the shared people`() async throws {
    let emulator = try await Self.emulator()
    #expect(await emulator.control(.post, "reset", #"{"projects":["other","none"]}"#).status == 200)
    let state = try State(emulator)
    #expect(state.users == ["seeded-user", "later-user"])
    #expect(state.people == ["s1", "1", "shared"])
    #expect(state.keys == ["seeded", "later"])
    #expect(state.otherProfile == .compatible && state.quotas == .on)
    #expect(try emulator.store.read { try $0.project("none") } == nil)
  }

  @Test func `many users are deleted by a reset, and new ones can be created`() async throws {
    let users = (0..<2500).map {
      #"{"localId":"u\#($0)","email":"u\#($0)@x.test","providers":[{"providerId":"google.com","rawId":"\#($0)"}]}"#
    }
    let seed = Seed.users(users.joined(separator: ","))
    for _ in 0..<2 {
      #expect(await emulator.seed(seed)["created"] == 2500)
      #expect(try emulator.user("u2499", in: "demo")?.links.count == 1)
      #expect(await emulator.control(.post, "reset").status == 200)
      #expect(try emulator.user("u2499", in: "demo") == nil)
    }
    // The unique indexes exist after the tables were created again.
    _ = await emulator.seed(seed)
    #expect(await emulator.seed(seed)["created"] == 0)
  }
}

/// Calls in the same shared transaction must each use the result of the previous one.
@Suite final class `control: calls at once`: EmulatorSuite {
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
