import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `control: settings` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  static let rows: [(Switch, SwitchValue)] = Switch.allCases.flatMap { name in
    name.allowedValues.map { (name, $0) }
  }

  @Test(arguments: rows)
  func `every switch accepts each of its values and keeps it`(
    _ name: Switch, _ value: SwitchValue
  ) async throws {
    let answer = await emulator.control(
      .patch, "projects/demo/settings", #"{"\#(name.rawValue)":"\#(value.rawValue)"}"#)
    #expect(answer.status == 200)
    let settings = await emulator.control(.get, "projects/demo/settings").json
    for other in Switch.allCases {
      let expected = other == name ? value : other.value(in: .compatible)
      #expect(settings[other.rawValue]?.string == expected.rawValue)
    }
    #expect(try emulator.store.project(making: "demo").switches[name] == value)
  }

  @Test func `the description names every switch with the values that a project accepts`() async {
    let list = await emulator.control(.get, "settings:describe").json["switches"]?.array ?? []
    #expect(list.map { $0["name"]?.string } == Switch.allCases.map(\.rawValue))
    for (entry, name) in zip(list, Switch.allCases) {
      #expect(entry["about"]?.string?.hasSuffix(".") == true)
      #expect(entry["values"]?.array?.map(\.string) == name.allowedValues.map(\.rawValue))
      for profile in Profile.allCases {
        #expect(entry[profile.rawValue]?.string == name.value(in: profile).rawValue)
      }
    }
  }

  @Test(arguments: Profile.allCases)
  func `a profile sets every switch`(_ profile: Profile) async {
    _ = await emulator.control(.patch, "projects/demo/settings", #"{"recentLogin":"off"}"#)
    let answer = await emulator.control(
      .patch, "projects/demo/settings", #"{"profile":"\#(profile.rawValue)"}"#)
    #expect(answer.json["profile"]?.string == profile.rawValue)
    for name in Switch.allCases {
      #expect(answer.json[name.rawValue]?.string == name.value(in: profile).rawValue)
    }
  }

  static let refusals: [(body: String, words: [String])] = [
    (#"{"nothing":"on"}"#, ["nothing", "recentLogin", "profile", "clientPrivileges"]),
    (#"{"recentLogin":"loud"}"#, ["recentLogin", "off", "warn", "on"]),
    (#"{"trustPolicy":"on"}"#, ["trustPolicy", "claim", "provider"]),
    (#"{"recentLogin":true}"#, ["recentLogin", "warn"]),
    (#"{"profile":"strict"}"#, ["profile", "compatible", "production"]),
    ("[]", ["object"]),
    ("{", ["body"]),
  ]

  @Test(arguments: refusals)
  func `a wrong switch or value is refused with the allowed ones`(
    _ row: (body: String, words: [String])
  ) async {
    let answer = await emulator.control(.patch, "projects/demo/settings", row.body)
    #expect(answer.status == 400)
    #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT")
    #expect(answer.json["error"]?["code"] == 400)
    for word in row.words { #expect(answer.errorMessage?.contains(word) == true) }
  }

  @Test func `one wrong member leaves the others unset`() async throws {
    _ = await emulator.control(.patch, "projects/demo/settings", #"{"quotas":"on","nothing":"on"}"#)
    #expect(try emulator.store.project(making: "demo").switches[.quotas] == .warn)
  }

  @Test func `a change builds on what is stored`() async throws {
    _ = await emulator.control(.patch, "projects/demo/settings", #"{"quotas":"on"}"#)
    _ = await emulator.control(.patch, "projects/demo/settings", #"{"recentLogin":"on"}"#)
    let switches = try emulator.store.project(making: "demo").switches
    #expect(switches.isOn(.quotas) && switches.isOn(.recentLogin))
  }

  @Test func `reading a project does not create it`() async throws {
    #expect(await emulator.control(.get, "projects/other/settings").json["profile"] == "compatible")
    #expect(try emulator.store.read { try $0.projectIDs() } == [])
  }

  @Test func `a change that makes a project says so, with the one that may have been meant`()
    async
  {
    let body = #"{"recentLogin":"on"}"#
    let made = "There was no project demo-app, and this call made it."
    let first = await emulator.control(.patch, "projects/demo-app/settings", body)
    #expect(first.json["warnings"] == [.string(made)], "\(first.text)")
    #expect(
      await emulator.control(.patch, "projects/demo-app/settings", body).json["warnings"] == nil)
    #expect(await emulator.control(.get, "projects/demo-app/settings").json["warnings"] == nil)
    let near = await emulator.control(.patch, "projects/demo-ap/settings", body).json["warnings"]?[
      0]
    #expect(near?.string?.hasSuffix("Did you mean demo-app?") == true, "\(near ?? .null)")
    let far = await emulator.control(.patch, "projects/zzzzzzzz/settings", body).json["warnings"]?[
      0]
    #expect(
      far?.string?.hasSuffix("The other projects are demo-ap, demo-app.") == true, "\(far ?? .null)"
    )
  }

  @Test(arguments: [
    "..", "%2E%2E", ".%2e", ".", "...", "a%20b", "a%2Fb", "..%2Fa", "a%5Cb", "a%0Ab", "%00", "a%7F",
    "%C3%A9", "%ED", String(repeating: "a", count: 101),
  ])
  func `a project id that cannot be one is refused`(id: String) async {
    let before = await emulator.control(.get, "projects").json
    #expect(await emulator.control(.get, "projects/\(id)/settings").status == 400)
    #expect(await emulator.control(.patch, "projects/\(id)/settings", "{}").status == 400)
    #expect(await emulator.control(.patch, "projects/\(id)/config", "{}").status == 400)
    #expect(await emulator.control(.get, "projects/\(id)/users").status == 400)
    #expect(await emulator.control(.get, "issuers/oidc.a/accounts?project=\(id)").status == 400)
    #expect(
      await emulator.call(
        .post, "/identitytoolkit.googleapis.com/v1/projects/\(id)/accounts", [:],
        headers: ["Authorization": "Bearer owner"]
      ).status == 400)
    #expect(await emulator.control(.get, "projects").json == before)
  }
}

@Suite struct `control: API keys and access` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `a key selects its project, and belongs to one`() async throws {
    #expect(await emulator.control(.post, "projects/a/apiKeys", #"{"apiKey":"k1"}"#).json == [:])
    #expect(try emulator.store.projectID(ofAPIKey: "k1") == "a")
    #expect(await emulator.control(.post, "projects/a/apiKeys", #"{"apiKey":"k1"}"#).status == 200)
    let other = await emulator.control(.post, "projects/b/apiKeys", #"{"apiKey":"k1"}"#)
    #expect(other.status == 409)
    #expect(other.errorMessage?.contains("project a") == true)
    #expect(try emulator.store.projectID(ofAPIKey: "k1") == "a")
  }

  @Test(arguments: [#"{"apiKey":""}"#, #"{"apiKey":"a b"}"#, "{}"])
  func `a bad key is refused`(_ body: String) async {
    let answer = await emulator.control(.post, "projects/a/apiKeys", body)
    #expect(answer.status == 400)
    #expect(answer.errorMessage?.contains("apiKey") == true)
  }

  @Test func `a key in the form of another project's key can be registered`() async throws {
    let key = try emulator.key(of: "b")
    #expect(try emulator.store.projectID(selectedBy: key) == "b")
    let reply = await emulator.control(.post, "projects/a/apiKeys", #"{"apiKey":"\#(key)"}"#)
    #expect(reply.status == 200)
    #expect(try emulator.store.projectID(selectedBy: key) == "a")
  }

  @Test func `health reports what runs`() async throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path("data.sqlite")
    let emulator = try TestEmulator(
      profile: .production, project: "demo", uptime: .milliseconds(61_500)
    ) { $0.location = .file(file) }
    let answer = await emulator.control(.get, "health")
    #expect(
      answer.json == [
        "status": "ready", "version": .string(emulatorVersion), "uptimeSeconds": 61,
        "instance": .string(emulator.emulator.instance),
        "folder": .string(LocalFile.absolute(".")),
        "project": "demo", "dataFile": .string(file), "profile": "production",
      ])
  }

  @Test(arguments: [
    ("https://evil.example", false), ("null", false), ("http://localhost:3000", true),
    ("capacitor://localhost", true),
  ])
  func `a foreign web page may not make control calls`(_ origin: String, _ passes: Bool)
    async throws
  {
    let answer = await emulator.control(
      .patch, "projects/demo/settings", #"{"quotas":"on"}"#, headers: ["Origin": origin])
    #expect(answer.status == (passes ? 200 : 403))
    #expect(passes || answer.errorMessage?.contains("--allowed-origin") == true)
    #expect(try emulator.store.project(making: "demo").switches.isOn(.quotas) == passes)
  }
}
