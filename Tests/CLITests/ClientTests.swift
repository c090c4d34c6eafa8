import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

@Suite(.timeLimit(.minutes(2))) struct `Commands of a running emulator` {
  private let workspace = Workspace()
  private let emulator: Invocation
  private var client: ControlClient { ControlClient(emulator.url) }

  init() throws { emulator = try workspace.start("") }

  // MARK: - Each command

  @Test func `clock moves the time by a written duration, and back`() throws {
    let ahead = try workspace.json("clock advance 1d2h3m4s5ms")
    #expect(ahead["offsetMilliseconds"] == 93_784_005)
    #expect(try workspace.json("clock advance -1d")["offsetMilliseconds"] == 7_384_005)
    let set = try workspace.json("clock set 9000-01-31T12:00:00Z --frozen")
    #expect(set["now"] == "9000-01-31T12:00:00.000Z" && set["frozen"] == true)
    #expect(try workspace.run("clock").output.contains("ahead of the machine, frozen"))
    #expect(try workspace.json("clock reset")["offsetMilliseconds"] == 0)
  }

  @Test func `users are created, found by uid, address and number, changed and deleted`() throws {
    let user = try workspace.json(
      #"""
      users create --uid ann --email ann@example.com --password secret1 --phone +15555550100
      --name Ann --claims {"role":"admin"}
      """#)
    #expect(user["localId"] == "ann" && user["customAttributes"] == #"{"role":"admin"}"#)
    for name in ["ann", "ann@example.com", "+15555550100"] {
      #expect(try workspace.json("users show \(name)")["displayName"] == "Ann")
    }
    #expect(try workspace.json("users disable ann")["disabled"] == true)
    #expect(try workspace.run("users").output.contains("disabled"))
    #expect(try workspace.json("users enable ann")["disabled"] != true)
    let renamed = try workspace.json("users update ann --verified --name", ["Ann B"])
    #expect(renamed["displayName"] == "Ann B" && renamed["emailVerified"] == true)
    #expect(try workspace.json("users update ann --unverified")["emailVerified"] == false)
    let linked = try workspace.json("users link ann google.com --sub 42")
    #expect(linked["providerUserInfo"]?.array?.contains { $0["rawId"] == "42" } == true)
    #expect(try workspace.json("users unlink ann phone")["phoneNumber"] == nil)
    #expect(try workspace.run("users delete ann").output.hasPrefix("Deleted ann.\n"))
    try workspace.fail("users show ann", "There is no user ann in demo-project.")
    try workspace.run("users create --uid=-ann --project other")
    let dashed = try workspace.run("users show --project other -- -ann").output
    #expect(dashed.hasPrefix("uid        -ann\n"), "\(dashed)")
    try workspace.fail(
      "users show ann --project other", "`auth-emulator users list --project other` lists them.")
    for uid in ["bo", "cy"] { try workspace.run("users create --uid \(uid)") }
    #expect(try workspace.run("users delete --all").output.hasPrefix("Deleted 2 users.\n"))
    #expect(try workspace.run("users").output == "The project has no users.\n")
  }

  @Test(arguments: [
    (#"create --email half@example.com --claims {"sub":"x"}"#, "FORBIDDEN_CLAIM"),
    ("create --phone 555", "Invalid format. The text is not a phone number."),
    ("unlink ann githb.com", "ann has no provider githb.com to remove. Linked: phone."),
    ("list --tenant none", "There is no tenant none."),
    ("show ann --project othr", "Did you mean other?"),
  ]) func `a refused change of users changes nothing`(words: String, reason: String) throws {
    try workspace.run("users create --uid ann --phone +15555550100")
    try workspace.run("users create --uid bo --project other")
    let before = try workspace.run("export a.ndjson").output
    let projects = try client.control(.get, "projects")
    let run = try workspace.fail("users \(words)", reason)
    #expect(run.output == "")
    #expect(try workspace.run("export a.ndjson").output == before)
    #expect(try client.control(.get, "projects") == projects)
  }

  @Test func `a command consumes no fault that was set for an app`() async throws {
    try workspace.run("users create --uid ann")
    try workspace.run("faults add --operation accounts:lookup --status 503 --times 1")
    try workspace.run("users show ann")
    try await emulator.app.post("/v1/accounts:lookup?key=k", ["idToken": "x"]).expect(503)
  }

  @Test(arguments: [
    "users disable ann", "users update ann --name Bo", "users link ann google.com --sub 42",
    "settings set recentLogin=on", "settings set profile=production", "clock freeze",
    "clock advance 1h | clock advance 0s", "clock freeze | clock reset | clock reset",
    "providers set google.com --client-id web", "faults add --drop | faults remove",
    #"issuers set google.com {"idTokenLifetimeSeconds":60}"#, "users delete --all",
  ]) func `a command that is repeated reports no second change`(line: String) throws {
    try workspace.run("users create --uid ann")
    let commands = line.split(separator: " | ").map(String.init)
    for command in commands { try workspace.run(command) }
    let last = commands.last ?? ""
    let repeated = try workspace.run(last)
    #expect(!repeated.output.contains("Changed"), "\(repeated)")
  }

  @Test func `users of another project and of a tenant are kept apart`() throws {
    try workspace.run("users create --uid a --project other")
    try workspace.run("users create --uid t --tenant t1")
    #expect(try workspace.uids("--project other") == ["a"])
    #expect(try workspace.uids("--tenant t1") == ["t"] && workspace.uids("") == [])
  }

  @Test func `a seed is stored once, and a reset removes what is there`() throws {
    try workspace.write(
      #"{version:1,projects:{"demo-project":{users:[{localId:"ann",email:"ann@example.com"}]}}}"#,
      "a.json5")
    for created in [1, 0] {
      let report = "a.json5: \(created) created, 0 updated\n"
      #expect(try workspace.run("seed a.json5").output.hasPrefix(report))
    }
    let people =
      #"{"version":1,"issuers":{"google.com":{"accounts":[{"email":"gina@example.com"}]}}}"#
    try workspace.write(people, "b.json")
    let text = try workspace.run("seed a.json5 b.json").output
    #expect(text.contains("b.json: 0 created, 0 updated, 1 issuers\nChanged"), "\(text)")
    let seeds = try workspace.json("seed a.json5 b.json")["seeds"]?.array ?? []
    #expect(seeds.map { $0["file"] } == ["a.json5", "b.json"])
    #expect(try workspace.json("users show ann@example.com")["localId"] == "ann")
    let reset = try workspace.run("seed reset").output
    let sentence = "The emulator is emptied, and what --seed named at its start is stored again."
    #expect(reset.hasPrefix(sentence))
    #expect(try workspace.run("users").output == "The project has no users.\n")
  }

  @Test func `tokens are minted, and their claims shown`() throws {
    let minted = try workspace.json(
      "tokens mint apple.com --email ann@example.com --raw-nonce n-1 --name", ["Ann Example"])
    let shown = try workspace.json("tokens show \(minted["idToken"]?.string ?? "")")
    #expect(shown["claims"]?["email"] == "ann@example.com" && shown["signed"] == true)
    let people = try workspace.run("issuers people apple.com").output
    #expect(people.contains("ann@example.com") && people.contains("Ann Example\n"), "\(people)")
    try workspace.fail("tokens show nonsense", "three parts", code: 2)
  }

  @Test func `issuers have people, keys and options`() throws {
    #expect(try workspace.run("issuers").output.contains("google.com"))
    let sub = try workspace.json("issuers add google.com --email bo@example.com")["sub"]
    #expect(try workspace.json("issuers people google.com")["accounts"]?[0]?["sub"] == sub)
    #expect(try workspace.json("issuers rotate google.com --retire")["kid"]?.string != nil)
    try workspace.run("issuers remove google.com \(sub?.string ?? "")")
    #expect(try workspace.run("issuers people google.com").output.contains("no people"))
    try workspace.run("issuers grants google.com")
    let set = try workspace.run(#"issuers set google.com {"idTokenLifetimeSeconds":60}"#)
    #expect(set.output.hasPrefix("idTokenLifetimeSeconds  60\n"), "\(set)")
    try workspace.fail("issuers set google.com 60", "OPTIONS is an object of JSON", code: 2)
    try workspace.run(
      "issuers add google.com --name", [" "], code: 2, saying: "--name accepts a name")
  }

  @Test func `codes include the link that a person would receive`() async throws {
    #expect(try workspace.run("codes").output == "There is no valid code.\n")
    try workspace.run("users create --email ann@example.com --password secret1")
    let sent = try await emulator.app.post(
      "/v1/accounts:sendOobCode?key=k",
      ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
    #expect(sent.status == 200)
    for wait in ["--wait", ""] {
      let codes = try workspace.run("codes \(wait) --email ann@example.com")
      #expect(codes.output.contains("oobCode="))
    }
    try workspace.fail(
      "codes --wait 1 --email x@example.com",
      "There was no code within 1 s. `auth-emulator requests --app` lists")
    let log = try workspace.run("requests").output
    #expect(!log.contains("oobCodes") && log.contains("accounts:sendOobCode"), "\(log)")
    #expect(try workspace.json("codes --email x@example.com")["oobCodes"] == [])
  }

  @Test func `faults are set, listed with their matches, and removed`() throws {
    let added = try workspace.json(
      "faults add --operation accounts:signUp --error QUOTA_EXCEEDED --code 429 --times 2")
    let id = added["id"]?.string ?? "?"
    let list = try workspace.run("faults").output
    #expect(list.contains(id) && list.contains("operation=accounts:signUp"))
    try workspace.run("faults remove \(id)")
    #expect(try workspace.run("faults").output == "No fault is set.\n")
    try workspace.run("faults add --time-offset -60 --probability 0.5 --seed 7")
    #expect(try workspace.run("faults").output.contains("(probability 0.5) (seed 7)"))
    try workspace.fail("faults add --operation accounts:signUp", "--error", code: 2)
    // One that names what does not exist.
    try workspace.run("faults add --provider gogle.com --drop", saying: "Did you mean google.com?")
    #expect(try workspace.run("faults add --operation getAccountInfo --drop").errors.isEmpty)
    #expect(try workspace.run("faults").output.contains("operation=accounts:lookup"))
    try workspace.fail(
      "faults add --operation accounts:lokup --drop", "Did you mean accounts:lookup?")
  }

  @Test func `snapshots are saved, restored, exported and imported`() throws {
    try workspace.run("users create --uid ann")
    #expect(try workspace.run("snapshots save one").output.hasPrefix("Stored one: 1 user.\n"))
    try workspace.run("snapshots export one one.sqlite")
    #expect(try workspace.mode("one.sqlite") == 0o600)
    try workspace.run("users delete ann")
    try workspace.run("snapshots import two one.sqlite")
    let restored = try workspace.run("snapshots restore two").output
    #expect(restored.hasPrefix("Restored two: 1 user.\n"))
    try workspace.run("users show ann")
    #expect(try workspace.run("snapshots").output.contains("everything"))
    try workspace.run("snapshots remove one")
    try workspace.write("users: []", "seed.yaml")
    try workspace.fail("snapshots import x seed.yaml", "seed.yaml: ")
    try workspace.fail("snapshots import x nowhere.sqlite", "that `snapshots export` wrote.")
  }

  @Test func `requests include rejections, a report and a command that repeats one`() throws {
    let none = try workspace.result("requests show")
    #expect(none.errors.contains("No request of the log was refused."))
    _ = try workspace.result("users create --email nonsense")
    try workspace.run("users create --email ann@example.com")
    let list = try workspace.run("requests --refused").output.split(separator: "\n")
    let cells = try #require(list.last).split(separator: " ")
    #expect(list.count == 2 && cells.dropFirst(2).prefix(2) == ["refused", "accounts:signUp"])
    #expect(list[1].contains("INVALID_EMAIL"), "\(list)")
    let wide = try workspace.run("requests --wide --operation accounts:signUp").output
    let rows = wide.split(separator: "\n")
    #expect(rows.count == 3 && rows[1].contains("ann@example.com"), "\(rows)")
    let id = String(try #require(rows[2].split(separator: " ").first))
    for word in ["", String(cells[0]), id, String(id.dropLast(2))] {
      let shown = try workspace.run("requests show \(word)")
      #expect(shown.output.contains("INVALID_EMAIL"), "\(word): \(shown)")
    }
    #expect(try workspace.run("requests show last").output.contains("ann@example.com"))
    #expect(try workspace.run("requests show \(id) --curl").output.hasPrefix("curl "))
    #expect(try workspace.run("requests --app").output == "The log has no such request.\n")
    for (word, message) in [
      ("zz-1", "The log has no request zz-1"), ("0000", "3 requests begin with 0000, such as"),
    ] {
      try workspace.fail("requests show \(word)", message)
    }
  }

  @Test func `a request that repeats one is masked, unless secrets are requested`() throws {
    try workspace.run("users create --email ann@example.com --password hunter22")
    let requests = try workspace.json("requests --operation projects.accounts")["requests"]
    let id = try #require(requests?[0]?["id"]?.string)
    let curl = "requests show \(id) --curl"
    let masked = try workspace.run(curl, saying: "masked; add --secrets")
    #expect(!masked.output.contains("hunter22"))
    let whole = try workspace.run("\(curl) --secrets")
    #expect(whole.output.contains("hunter22") && whole.errors.isEmpty, "\(whole)")
  }

  @Test func `lines of a table are cut or wrapped at the width of the terminal`() {
    let rows = [["1", "a reason of some length"], ["22", "short"]]
    #expect(
      TextTable.text(["NO", "WHY"], rows, empty: "", width: 12).description
        == "NO  WHY\n1   a reaso…\n22  short\n")
    let long = [["1", "a reason of some length that is read"], ["22", "short"]]
    #expect(
      TextTable.text(["NO", "WHY"], long, empty: "", width: 26, wraps: true).description
        == "NO  WHY\n1   a reason of some\n    length that is read\n22  short\n")
  }

  @Test func `requests that come at once are all followed, in their order`() async throws {
    let follow = try Invocation("requests follow --wide --operation accounts:lookup", in: workspace)
    try follow.wait(for: "the first request") {
      _ = try? workspace.result("users show ann")
      return !follow.output.isEmpty
    }
    kill(follow.pid, SIGSTOP)
    // More than a page has.
    for number in 0..<120 {
      _ = try await emulator.app.post(
        "/v1/projects/p\(number)/accounts:lookup", ["localId": ["x"]],
        headers: ["Authorization": "Bearer owner"])
    }
    kill(follow.pid, SIGCONT)
    try follow.wait(for: "the last request") { follow.output.contains("  p119  ") }
    let projects = follow.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("p") }
    }
    #expect(projects == (0..<120).map { "p\($0)" })
    _ = try follow.stop(SIGKILL)
  }

  @Test func `scenarios are loaded into a running emulator`() throws {
    let loaded = try workspace.json("scenarios load email-in-use-on-link --project p")
    #expect(loaded["project"] == "p" && loaded["apiKey"] == "emulator-p", "\(loaded)")
    #expect(loaded["changed"] == ["emulator": .string(emulator.url)], "\(loaded)")
    let text = try workspace.run("scenarios load email-in-use-on-link --project p").output
    #expect(
      text.contains("\n  2. Link Google as ann@example.com: the app gets the error.\n"), "\(text)")
    #expect(text.contains("emailAlreadyInUse (17007)"), "\(text)")
    #expect(try !workspace.uids("--project p").isEmpty)
  }

  @Test func `a recorded scenario runs on an empty emulator`() async throws {
    // Each second that passes would be a step.
    try workspace.run("clock freeze")
    let record = try Invocation(
      "scenarios record bug.json --title", ["The sign-in fails"], in: workspace)
    try record.wait(for: "the recording") { record.errors.contains("press Ctrl-C") }
    let user = try await emulator.app.post(
      "/v1/accounts:signUp?key=k",
      ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true])
    try await emulator.app.post("/v1/accounts:lookup?key=k", ["idToken": user["idToken"] ?? .null])
      .expect(200)
    #expect(try record.stop(SIGINT) == 0, "\(record.errors)")
    #expect(record.output.contains("bug.json, 3 steps"), "\(record.output)")
    let text = try workspace.text("bug.json")
    #expect(text.contains("\n  \"title\": \"The sign-in fails\""))
    #expect(!text.contains(user["idToken"]?.string ?? "?"))
    #expect(try workspace.run("scenarios run bug.json").output == "passed  bug.json\n")
    try workspace.fail("scenarios run ./none.json", "Name a file that `scenarios record` wrote.")
    let empty = try Invocation("scenarios record bug.json", in: workspace)
    try empty.wait(for: "the recording") { empty.errors.contains("press Ctrl-C") }
    #expect(try empty.stop(SIGINT) == 1 && empty.errors.contains("bug.json is not written"))
    #expect(try workspace.text("bug.json") == text)
    // None begins for a file that cannot be written.
    try workspace.fail("scenarios record nowhere/bug.json", "nowhere/bug.json cannot be written")
    #expect(try client.control(.get, "recordings") == ["recordings": []])
  }

  @Test func `settings are shown and set, one by one and by the profile`() throws {
    let one = try workspace.run("settings set recentLogin=on quotas=off")
    #expect(one.output.contains("recentLogin") && !one.output.contains("checkNonce"), "\(one)")
    let shown = try workspace.json("settings")
    #expect(shown["recentLogin"] == "on" && shown["profile"] == "compatible")
    #expect(try workspace.json("settings set profile=production")["recentLogin"] == "on")
    let text = try workspace.run("settings").output
    #expect(text.hasPrefix("The profile is production.\nSWITCH"))
    for (word, message) in [
      ("recentLogn=on", "recentLogin"), ("recentLogin=maybe", #"one of "off", "warn", "on""#),
    ] {
      try workspace.fail("settings set \(word)", message)
    }
  }

  @Test(
    arguments: [
      ("google.com", ["--client-id", "web"], ["clientId": "web"]),
      ("oidc.corp", ["--issuer", "https://idp.example", "--client-id", "c"], ["clientId": "c"]),
      ("saml.corp", ["--config", samlConfig], ["displayName": "C"]),
    ] as [(String, [String], JSON)])
  func `a provider is set, listed and removed`(id: String, flags: [String], members: JSON) throws {
    #expect(try workspace.run("providers set \(id)", flags).output.contains("enabled"))
    #expect(try workspace.json("providers set \(id) --disabled")["enabled"] != true)
    let list = try workspace.json("providers").object ?? [:]
    let config = try #require(list.flatMap { $0.value.array ?? [] }.first)
    for member in members.object ?? [:] { #expect(config[member.key] == member.value) }
    #expect(try workspace.run("providers").output.contains("\(id)"))
    let removed = try workspace.run("providers remove \(id)").output
    #expect(removed.hasPrefix("Removed \(id).\n"))
    #expect(try workspace.run("providers").output == "No provider is configured.\n")
    try workspace.fail(
      "providers remove \(id)", "CONFIGURATION_NOT_FOUND: There is no provider of this id.")
    try workspace.fail("providers set github.com", "the command sets it by --client-id.")
    let run = try workspace.fail(
      #"providers set github.com --config {"enabled":"x"}"#, "Invalid value")
    #expect(run.errors.split(separator: "Invalid value").count == 2, "\(run)")
  }

  private static let samlConfig = """
    {"displayName":"C","idpConfig":{"idpEntityId":"idp","ssoUrl":"https://idp.example/sso",\
    "idpCertificates":[{"x509Certificate":"-----BEGIN CERTIFICATE-----\\nMA==\\n-----END CERTIFICATE-----"}]},\
    "spConfig":{"spEntityId":"app","callbackUri":"https://app.example/__/auth/handler"}}
    """
}
