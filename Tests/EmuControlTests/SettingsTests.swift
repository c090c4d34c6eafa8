import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import Testing

@Suite struct `control: settings` {
  static let rows: [(Switch, SwitchValue)] = Switch.allCases.flatMap { name in
    name.allowedValues.map { (name, $0) }
  }

  @Test(arguments: rows)
  func `every switch takes each of its values and keeps it`(
    _ name: Switch, _ value: SwitchValue
  ) throws {
    let fixture = try Fixture()
    let answer = try fixture.call(
      .patch, "projects/demo/settings", #"{"\#(name.rawValue)":"\#(value.rawValue)"}"#)
    #expect(answer.status == .ok)
    let settings = try fixture.call(.get, "projects/demo/settings").json
    for other in Switch.allCases {
      let expected = other == name ? value : other.value(in: .compatible)
      #expect(settings[other.rawValue]?.string == expected.rawValue)
    }
    #expect(try fixture.store.project(making: "demo").settings[name] == value)
  }

  @Test(arguments: Profile.allCases)
  func `a profile sets every switch`(_ profile: Profile) throws {
    let fixture = try Fixture()
    _ = try fixture.call(.patch, "projects/demo/settings", #"{"recentLogin":"off"}"#)
    let answer = try fixture.call(
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
  ) throws {
    let fixture = try Fixture()
    let answer = try fixture.call(.patch, "projects/demo/settings", row.body)
    #expect(answer.status == .badRequest)
    #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT")
    #expect(answer.json["error"]?["code"] == 400)
    for word in row.words { #expect(answer.message.contains(word)) }
  }

  @Test func `one wrong member leaves the others unset`() throws {
    let fixture = try Fixture()
    _ = try fixture.call(.patch, "projects/demo/settings", #"{"quotas":"on","nothing":"on"}"#)
    #expect(try fixture.store.project(making: "demo").settings[.quotas] == .warn)
  }

  @Test func `a change builds on what is stored`() throws {
    let fixture = try Fixture()
    _ = try fixture.call(.patch, "projects/demo/settings", #"{"quotas":"on"}"#)
    _ = try fixture.call(.patch, "projects/demo/settings", #"{"recentLogin":"on"}"#)
    let settings = try fixture.store.project(making: "demo").settings
    #expect(settings.isOn(.quotas) && settings.isOn(.recentLogin))
  }

  @Test func `looking at a project does not make it`() throws {
    let fixture = try Fixture()
    #expect(try fixture.call(.get, "projects/other/settings").json["profile"] == "compatible")
    #expect(try fixture.store.read { try $0.projectIDs() } == [])
  }

  @Test func `a change that makes a project says so, with the one that may have been meant`() throws
  {
    let fixture = try Fixture()
    let body = #"{"recentLogin":"on"}"#
    let made = "There was no project demo-app, and this call made it."
    let first = try fixture.call(.patch, "projects/demo-app/settings", body)
    #expect(first.json["warnings"] == [.string(made)], "\(first.text)")
    #expect(try fixture.call(.patch, "projects/demo-app/settings", body).json["warnings"] == nil)
    #expect(try fixture.call(.get, "projects/demo-app/settings").json["warnings"] == nil)
    let near = try fixture.call(.patch, "projects/demo-ap/settings", body).json["warnings"]?[0]
    #expect(near?.string?.hasSuffix("Did you mean demo-app?") == true, "\(near ?? .null)")
    let far = try fixture.call(.patch, "projects/zzzzzzzz/settings", body).json["warnings"]?[0]
    #expect(
      far?.string?.hasSuffix("The other projects are demo-ap, demo-app.") == true, "\(far ?? .null)"
    )
  }

  @Test func `a project id that cannot be one is refused`() throws {
    let fixture = try Fixture()
    #expect(try fixture.call(.get, "projects/a%20b/settings").status == .badRequest)
  }
}

@Suite struct `control: API keys and access` {
  @Test func `a key selects its project, and belongs to one`() throws {
    let fixture = try Fixture()
    #expect(try fixture.call(.post, "projects/a/apiKeys", #"{"apiKey":"k1"}"#).json == [:])
    #expect(try fixture.store.projectID(ofAPIKey: "k1") == "a")
    #expect(try fixture.call(.post, "projects/a/apiKeys", #"{"apiKey":"k1"}"#).status == .ok)
    let other = try fixture.call(.post, "projects/b/apiKeys", #"{"apiKey":"k1"}"#)
    #expect(other.status == .conflict)
    #expect(other.message.contains("project a"))
    #expect(try fixture.store.projectID(ofAPIKey: "k1") == "a")
  }

  @Test(arguments: [#"{"apiKey":""}"#, #"{"apiKey":"a b"}"#, "{}", #"{"apiKey":"emulator-b"}"#])
  func `a bad key is refused`(_ body: String) throws {
    let fixture = try Fixture()
    let answer = try fixture.call(.post, "projects/a/apiKeys", body)
    #expect(answer.status == .badRequest)
    #expect(answer.message.contains("apiKey"))
  }

  @Test func `health reports what runs`() throws {
    let answer = try Fixture().call(.get, "health")
    #expect(
      answer.json == [
        "status": "ready", "version": "1.2.3", "uptimeSeconds": 61, "project": "demo",
        "dataFile": "/tmp/data.sqlite", "profile": "compatible",
      ])
  }

  @Test(arguments: [
    ("https://evil.example", false), ("null", false), ("http://localhost:3000", true),
    ("capacitor://localhost", true),
  ])
  func `a foreign web page may not make control calls`(_ origin: String, _ passes: Bool) throws {
    let fixture = try Fixture()
    let answer = try fixture.call(
      .patch, "projects/demo/settings", #"{"quotas":"on"}"#, headers: ["Origin": origin])
    #expect(answer.status == (passes ? .ok : .forbidden))
    #expect(passes || answer.message.contains("--allowed-origin"))
    #expect(try fixture.store.project(making: "demo").settings.isOn(.quotas) == passes)
  }
}
