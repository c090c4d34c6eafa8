import EmuServer
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite final class `control: settings`: EmulatorSuite {
  static let rows: [(Switch, SwitchValue)] = Switch.allCases.flatMap { name in
    name.allowedValues.map { (name, $0) }
  }

  @Test(arguments: rows)
  func `every switch keeps each of its values`(_ name: Switch, _ value: SwitchValue) async throws {
    await emulator.settings(#"{"\#(name.rawValue)":"\#(value.rawValue)"}"#).expect(200)
    let settings = await emulator.control(.get, "projects/demo/settings").json
    for other in Switch.allCases {
      let expected = other == name ? value : other.value(in: .compatible)
      #expect(settings[other.rawValue]?.string == expected.rawValue)
    }
    #expect(try emulator.store.project(making: "demo").switches[name] == value)
  }

  @Test func `the description names every switch with the values that a project accepts`() async {
    let list = await emulator.control(.get, "settings:describe")["switches"]?.array ?? []
    #expect(list.map { $0["name"]?.string } == Switch.allCases.map(\.rawValue))
    for (entry, name) in zip(list, Switch.allCases) {
      #expect(entry["about"]?.string?.hasSuffix(".") == true)
      #expect(entry["values"]?.array?.map(\.string) == name.allowedValues.map(\.rawValue))
      for profile in Profile.allCases {
        #expect(entry[profile.rawValue]?.string == name.value(in: profile).rawValue)
      }
    }
  }

  @Test(arguments: Profile.allCases) func `a profile sets every switch`(_ profile: Profile) async {
    _ = await emulator.settings(#"{"recentLogin":"off"}"#)
    let answer = await emulator.settings(#"{"profile":"\#(profile.rawValue)"}"#)
    #expect(answer["profile"]?.string == profile.rawValue)
    for name in Switch.allCases {
      #expect(answer.json[name.rawValue]?.string == name.value(in: profile).rawValue)
    }
  }

  @Test func `a change builds on the stored switches`() async throws {
    for body in [#"{"quotas":"on"}"#, #"{"recentLogin":"on"}"#] {
      _ = await emulator.settings(body)
    }
    let switches = try emulator.store.project(making: "demo").switches
    #expect(switches.isOn(.quotas) && switches.isOn(.recentLogin))
  }

  @Test(
    arguments: [
      ("settings", "profile", "compatible"), ("userCounts", "users", 0), ("users", "users", []),
      ("users?count=true", "count", 0), ("messages", "messages", []),
      ("totpCodes", "totpCodes", []), ("tenants/blue/users", "users", []),
      ("tenants/blue/messages", "messages", []),
    ] as [(String, String, JSON)])
  func `reading a project does not create it`(
    _ path: String, _ member: String, _ value: JSON
  ) async throws {
    #expect(await emulator.control(.get, "projects/other/" + path)[member] == value)
    #expect(try emulator.store.read { try $0.projectIDs() } == [])
  }

  @Test(arguments: ["oobCodes", "verificationCodes", "config"])
  func `the official emulator's reads of a project create it`(_ path: String) async throws {
    #expect(await emulator.control(.get, "projects/other/" + path).status == 200)
    #expect(try emulator.store.read { try $0.projectIDs() } == ["other"])
  }

  @Test func `reading a tenant does not create it`() async throws {
    _ = await emulator.settings("{}")
    #expect(await emulator.control(.get, "projects/demo/tenants/blue/users")["users"] == [])
    let project = try #require(try emulator.store.existingProject("demo"))
    #expect(try emulator.store.tenant("blue", in: project) == nil)
  }

  @Test func `a change that makes a project says so, with the one that may be meant`() async {
    func warnings(_ project: String) async -> JSON? {
      await emulator.settings(#"{"recentLogin":"on"}"#, of: project)["warnings"]
    }
    let made: JSON = ["There was no project demo-app, and this call made it."]
    #expect(await warnings("demo-app") == made)
    #expect(await warnings("demo-app") == nil)
    #expect(await emulator.control(.get, "projects/demo-app/settings")["warnings"] == nil)
    let near = await warnings("demo-ap")?[0]?.string ?? ""
    #expect(near.hasSuffix("Did you mean demo-app?"), "\(near)")
    let far = await warnings("zzzzzzzz")?[0]?.string ?? ""
    #expect(far.hasSuffix("The other projects are demo-ap, demo-app."), "\(far)")
  }

  @Test(arguments: [
    "..", "%2E%2E", ".%2e", ".", "...", "a%20b", "a%2Fb", "..%2Fa", "a%5Cb", "a%0Ab", "%00", "a%7F",
    "%C3%A9", "%ED", String(repeating: "a", count: 101),
  ]) func `a project id that cannot be one is refused`(id: String) async {
    let before = await emulator.control(.get, "projects").json
    for (method, call) in [
      (.get, "projects/\(id)/settings"), (.patch, "projects/\(id)/settings"),
      (.patch, "projects/\(id)/config"), (.get, "projects/\(id)/users"),
      (.get, "issuers/oidc.a/accounts?project=\(id)"),
    ] as [(EmuHTTP.Method, String)] {
      let body = method == .get ? "" : "{}"
      #expect(await emulator.control(method, call, body).status == 400, "\(call)")
    }
    #expect(await emulator.admin("accounts", project: id).status == 400)
    #expect(await emulator.control(.get, "projects").json == before)
  }

  // MARK: API keys and access

  @Test func `a key selects its project, and belongs to one`() async throws {
    for _ in 1...2 {
      let reply = await emulator.control(.post, "projects/a/apiKeys", #"{"apiKey":"k1"}"#)
      #expect(reply.status == 200 && reply.json == [:])
      #expect(try emulator.store.projectID(ofAPIKey: "k1") == "a")
    }
    await emulator.control(.post, "projects/b/apiKeys", #"{"apiKey":"k1"}"#).expectRefusal(
      "project a", status: 409)
    #expect(try emulator.store.projectID(ofAPIKey: "k1") == "a")
    // Every project has its own already, and an export does not repeat it.
    await emulator.control(.post, "projects/a/apiKeys", #"{"apiKey":"emulator-a"}"#).expect(200)
    await emulator.control(.get, "export?project=a").expect(["projects.a.apiKeys": ["k1"]])
  }

  @Test func `health reports what runs`() async throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path("data.sqlite")
    let emulator = try TestEmulator(
      profile: .production, project: "demo", uptime: .milliseconds(61_500)
    ) { $0.dataFile = file }
    #expect(
      await emulator.control(.get, "health").json == [
        "status": "ready", "version": .string(emulatorVersion), "uptimeSeconds": 61,
        "instance": .string(emulator.emulator.instance), "folder": .string(LocalFile.absolute(".")),
        "project": "demo", "dataFile": .string(file), "profile": "production",
      ])
  }

  @Test(arguments: [
    ("https://evil.example", false), ("null", false), ("http://localhost:3000", true),
    ("capacitor://localhost", true),
  ])
  func `a foreign web page makes no control calls`(_ origin: String, _ passes: Bool) async throws {
    let answer = await emulator.control(
      .patch, "projects/demo/settings", #"{"quotas":"on"}"#, headers: ["Origin": origin])
    #expect(answer.status == (passes ? 200 : 403))
    #expect(passes || answer.errorMessage?.contains("Privileged calls are refused") == true)
    #expect(try emulator.store.project(making: "demo").switches.isOn(.quotas) == passes)
  }
}
