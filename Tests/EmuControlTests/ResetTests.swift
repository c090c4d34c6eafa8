import EmuControl
import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuModel
import EmuStore
import Synchronization
import Testing

@Suite struct `control: reset` {
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

  static func fixture() throws -> Fixture {
    let seed = try Seed(
      parsing: Array(seedText.utf8), providers: ProviderSites.standard.providers)
    let fixture = try Fixture(seeds: [seed])
    _ = try fixture.seeder.seed(seed)
    // What happened since the start.
    let runtime = """
      {version: 1, projects: {
        demo: {apiKeys: ["later"], providers: {"github.com": {}},
          users: [{localId: "later-user", providers: [{providerId: "google.com", rawId: "9"}]}]},
        other: {apiKeys: ["other"], users: [{localId: "other-user"}]}},
       issuers: {"google.com": {accounts: [{sub: "shared"}]}}}
      """
    _ = try fixture.call(.post, "seed", runtime)
    _ = try fixture.call(
      .patch, "projects/demo/settings", #"{"recentLogin":"off","quotas":"on"}"#)
    _ = try fixture.call(.patch, "projects/other/settings", #"{"profile":"production"}"#)
    _ = try fixture.call(.post, "clock:advance", #"{"seconds":60}"#)
    _ = try fixture.keys.signingKey(of: "oidc.demo", algorithm: .es256)
    return fixture
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

    init(_ fixture: Fixture) throws {
      users = try [("seeded-user", "demo"), ("later-user", "demo"), ("other-user", "other")]
        .filter { try fixture.user($0.0, in: $0.1) != nil }.map(\.0)
      people = try ["apple.com", "google.com"].flatMap {
        try fixture.people($0, in: "demo").map(\.subject)
      }
      keys = try ["seeded", "later", "other"].filter {
        try fixture.store.projectID(ofAPIKey: $0) != nil
      }
      let project = try fixture.store.project(making: "demo")
      providers = project.providers.keys.sorted()
      hasTenant = try fixture.store.tenant("t1", in: project) != nil
      recentLogin = project.settings[.recentLogin]
      quotas = project.settings[.quotas]
      allowsDuplicates = project.config.allowDuplicateEmails
      otherProfile = try fixture.store.project(making: "other").settings.profile
      offset = fixture.clock.state.offsetMilliseconds
      signingKeys = fixture.savedKeys.kids.withLock(\.count)
    }
  }

  @Test func `everything is there before a reset`() throws {
    let state = try State(Self.fixture())
    #expect(state.users == ["seeded-user", "later-user", "other-user"])
    #expect(state.people == ["s1", "1", "shared"])
    #expect(state.keys == ["seeded", "later", "other"])
    #expect(state.providers == ["github.com", "google.com"])
    #expect(state.quotas == .on && state.recentLogin == .off && state.offset == 60_000)
    #expect(state.signingKeys == 1)
  }

  @Test(arguments: ["", "{}", #"{"to":"empty"}"#])
  func `an empty reset keeps what the seeds set up and the signing keys`(_ body: String) throws {
    let fixture = try Self.fixture()
    let answer = try fixture.call(.post, "reset", body)
    #expect(answer.status == .ok && answer.json == [:])
    let state = try State(fixture)
    #expect(state.users == [] && state.people == [] && !state.hasTenant)
    #expect(state.keys == ["seeded"])
    #expect(state.providers == ["google.com"])
    #expect(state.recentLogin == .on && state.quotas == .warn && state.allowsDuplicates)
    #expect(state.otherProfile == .compatible)
    #expect(state.offset == 0)
    #expect(try fixture.store.read { try $0.clockState() } == EmulatorClock.State())
    #expect(state.signingKeys == 1)
  }

  @Test func `a reset to the seed brings its users and people back`() throws {
    let fixture = try Self.fixture()
    #expect(try fixture.call(.post, "reset", #"{"to":"seed"}"#).status == .ok)
    let state = try State(fixture)
    #expect(state.users == ["seeded-user"])
    #expect(state.people == ["s1", "1"])
    #expect(state.hasTenant && state.keys == ["seeded"])
    let grants = try fixture.store.read { reader in
      let person = try #require(
        try reader.person(
          subject: "s1", in: PeopleScope(projectKey: 0, issuer: "apple.com")))
      return try reader.grants(of: person)
    }
    #expect(grants.map(\.clientID) == ["c"])
  }

  @Test func `keys go by a reset that names them`() throws {
    let fixture = try Self.fixture()
    #expect(try fixture.call(.post, "reset", #"{"keys":true}"#).status == .ok)
    #expect(try State(fixture).signingKeys == 0)
  }

  @Test func `a reset of one project leaves the others and the shared people`() throws {
    let fixture = try Self.fixture()
    #expect(try fixture.call(.post, "reset", #"{"projects":["other","none"]}"#).status == .ok)
    let state = try State(fixture)
    #expect(state.users == ["seeded-user", "later-user"])
    #expect(state.people == ["s1", "1", "shared"])
    #expect(state.keys == ["seeded", "later"])
    #expect(state.otherProfile == .compatible && state.quotas == .on)
    #expect(try fixture.store.read { try $0.project("none", profile: .compatible) } == nil)
  }

  @Test(arguments: [
    (#"{"to":"start"}"#, "to"), (#"{"project":["demo"]}"#, "project"),
    (#"{"projects":["a b"]}"#, "projects"), (#"{"keys":"all"}"#, "keys"), ("[", "body"),
  ])
  func `a wrong reset is refused and removes nothing`(_ body: String, _ word: String) throws {
    let fixture = try Self.fixture()
    let answer = try fixture.call(.post, "reset", body)
    #expect(answer.status == .badRequest)
    #expect(answer.message.contains(word))
    #expect(try State(fixture) == State(Self.fixture()))
  }

  @Test func `many users go by a reset as well, and new ones can come`() throws {
    let fixture = try Fixture()
    let users = (0..<2500).map {
      #"{"localId":"u\#($0)","email":"u\#($0)@x.test","providers":[{"providerId":"google.com","rawId":"\#($0)"}]}"#
    }
    let seed = #"{"version":1,"projects":{"demo":{"users":[\#(users.joined(separator: ","))]}}}"#
    for _ in 0..<2 {
      #expect(try fixture.call(.post, "seed", seed).json["created"] == 2500)
      #expect(try fixture.user("u2499")?.links.count == 1)
      #expect(try fixture.call(.post, "reset").status == .ok)
      #expect(try fixture.user("u2499") == nil)
    }
    // The look-ups are still unique and indexed after the tables were made anew.
    _ = try fixture.call(.post, "seed", seed)
    #expect(try fixture.call(.post, "seed", seed).json["created"] == 0)
  }
}
