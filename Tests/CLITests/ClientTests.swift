import EmuHTTP
import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

/// The commands that call a running emulator.
@Suite(.timeLimit(.minutes(2))) struct `Commands of a running emulator` {
  private let scene: Scene

  init() throws { scene = try Scene() }

  // MARK: - Each command

  @Test func `clock moves the time by a written duration, and back`() throws {
    #expect(try scene.json("clock", "advance", "1d2h3m4s5ms")["offsetMilliseconds"] == 93_784_005)
    #expect(try scene.json("clock", "advance", "-1d")["offsetMilliseconds"] == 7_384_005)
    let set = try scene.json("clock", "set", "9000-01-31T12:00:00Z", "--frozen")
    #expect(set["now"] == "9000-01-31T12:00:00.000Z" && set["frozen"] == true)
    #expect(try scene.run("clock").output.contains("ahead of the machine, frozen"))
    #expect(try scene.json("clock", "reset")["offsetMilliseconds"] == 0)
  }

  @Test func `users are created, found by uid, address and number, changed and deleted`() throws {
    let user = try scene.json(
      "users", "create", "--uid", "ann", "--email", "ann@example.com", "--password", "secret1",
      "--phone", "+15555550100", "--name", "Ann", "--claims", #"{"role":"admin"}"#)
    #expect(user["localId"] == "ann" && user["customAttributes"] == #"{"role":"admin"}"#)
    for name in ["ann", "ann@example.com", "+15555550100"] {
      #expect(try scene.json("users", "show", name)["displayName"] == "Ann")
    }
    #expect(try scene.json("users", "disable", "ann")["disabled"] == true)
    #expect(try scene.run("users").output.contains("disabled"))
    #expect(try scene.json("users", "enable", "ann")["disabled"] != true)
    let renamed = try scene.json("users", "update", "ann", "--name", "Ann B", "--verified")
    #expect(renamed["displayName"] == "Ann B" && renamed["emailVerified"] == true)
    #expect(try scene.json("users", "update", "ann", "--unverified")["emailVerified"] == false)
    let linked = try scene.json("users", "link", "ann", "google.com", "--sub", "42")
    #expect(linked["providerUserInfo"]?.array?.contains { $0["rawId"] == "42" } == true)
    #expect(
      try scene.json("users", "unlink", "ann", "phone")["phoneNumber"] == nil)
    #expect(try scene.run("users", "delete", "ann").output.hasPrefix("Deleted ann.\n"))
    let gone = try scene.run("users", "show", "ann")
    #expect(gone.code == 1 && gone.errors.contains("There is no user ann in demo-project."))
    for uid in ["bo", "cy"] { _ = try scene.run("users", "create", "--uid", uid) }
    #expect(try scene.run("users", "delete", "--all").output.hasPrefix("Deleted 2 users.\n"))
    #expect(try scene.run("users").output == "The project has no users.\n")
  }

  @Test(arguments: [
    (["create", "--email", "half@example.com", "--claims", #"{"sub":"x"}"#], 1, "FORBIDDEN_CLAIM"),
    (["create", "--phone", "555"], 1, "INVALID_PHONE_NUMBER: The text is not a phone number."),
    (["update", "ann"], 2, "Add what changes: --email ADDRESS, --verified, "),
    (["unlink", "ann", "githb.com"], 1, "ann has no provider githb.com to remove. Linked: phone."),
    (["list", "--tenant", "none"], 1, "There is no tenant none."),
    (["list", "--limit", "0"], 2, "--limit takes a whole number from 1"),
    (["show", "ann", "--project", "othr"], 1, "Did you mean other?"),
    (["delete"], 2, "Name a USER, or write --all and no user."),
    (["delete", "ann", "--all"], 2, "Name a USER, or write --all and no user."),
    (["create", "--password", "-x"], 2, "begins with - follows --password= directly."),
  ])
  func `a refused change of users has its reason, and changes nothing`(
    _ words: [String], _ code: Int32, _ reason: String
  ) throws {
    _ = try scene.json("users", "create", "--uid", "ann", "--phone", "+15555550100")
    _ = try scene.json("users", "create", "--uid", "bo", "--project", "other")
    let before = try scene.run("export", "a.ndjson").output
    let projects = try ControlClient("http://127.0.0.1:\(scene.port)").control(.get, "projects")
    let run = try Invocation(["users"] + words, in: scene.workspace)
    #expect(try run.exitCode() == code)
    #expect(run.errors.contains(reason) && run.output == "", "\(run.output)\(run.errors)")
    #expect(try scene.run("export", "a.ndjson").output == before)
    #expect(
      try ControlClient("http://127.0.0.1:\(scene.port)").control(.get, "projects") == projects)
  }

  @Test func `a command consumes no fault that was set for an app`() async throws {
    _ = try scene.json("users", "create", "--uid", "ann")
    _ = try scene.json(
      "faults", "add", "--operation", "accounts:lookup", "--status", "503", "--times", "1")
    #expect(try scene.run("users", "show", "ann").code == 0)
    let app = SocketTransport(port: scene.port)
    #expect(try await app.call(.post, "/v1/accounts:lookup?key=k", ["idToken": "x"]).status == 503)
  }

  @Test func `users of another project and of a tenant are kept apart`() throws {
    _ = try scene.json("users", "create", "--uid", "a", "--project", "other")
    _ = try scene.json("users", "create", "--uid", "t", "--tenant", "t1")
    #expect(try scene.json("users", "list", "--project", "other")["users"]?.array?.count == 1)
    #expect(try scene.json("users", "list", "--tenant", "t1")["users"]?[0]?["localId"] == "t")
    #expect(try scene.json("users", "list")["users"]?.array?.isEmpty != false)
  }

  @Test func `a project is exported as a seed, and the seed stored in another emulator`() throws {
    _ = try scene.json(
      "users", "create", "--uid", "ann", "--email", "ann@example.com", "--password", "secret1")
    #expect(try scene.run("seed", "export", "a.json5", "--plain-passwords").code == 0)
    let other = try Scene()
    let document = try scene.workspace.bytes("a.json5")
    try other.workspace.write(document, "a.json5")
    #expect(try other.run("seed", "a.json5").output.hasPrefix("a.json5: 1 created, 0 updated\n"))
    #expect(try other.run("seed", "a.json5").output.hasPrefix("a.json5: 0 created, 0 updated\n"))
    #expect(try other.json("users", "show", "ann@example.com")["localId"] == "ann")
    #expect(try other.run("seed", "export", "b.json5", "--plain-passwords").code == 0)
    #expect(try other.workspace.bytes("b.json5") == document)
    #expect(try other.run("seed", "reset").code == 0)
    #expect(try other.run("users").output == "The project has no users.\n")
    try other.workspace.write(Data("{version:1,projects:{p:{usres:[]}}}".utf8), "bad.json5")
    let bad = try other.run("seed", "bad.json5")
    #expect(bad.code == 1 && bad.errors.contains("bad.json5: ") && bad.errors.contains("users"))
  }

  @Test func `tokens are minted, and their claims shown`() throws {
    let minted = try scene.json(
      "tokens", "mint", "apple.com", "--email", "ann@example.com", "--raw-nonce", "n-1",
      "--name", "Ann Example")
    let shown = try scene.json("tokens", "show", minted["idToken"]?.string ?? "")
    #expect(shown["claims"]?["email"] == "ann@example.com" && shown["signed"] == true)
    #expect(try scene.run("issuers", "people", "apple.com").output.contains("ann@example.com"))
    let wrong = try scene.run("tokens", "show", "nonsense")
    #expect(wrong.code == 2 && wrong.errors.contains("three parts"))
  }

  @Test func `issuers list their people and sign with a new key`() throws {
    #expect(try scene.run("issuers").output.contains("google.com"))
    let sub = try scene.json("issuers", "add", "google.com", "--email", "bo@example.com")["sub"]
    #expect(
      try scene.json("issuers", "people", "google.com")["accounts"]?[0]?["sub"] == sub)
    #expect(try scene.json("issuers", "rotate", "google.com", "--retire")["kid"]?.string != nil)
    #expect(try scene.run("issuers", "remove", "google.com", sub?.string ?? "").code == 0)
    #expect(try scene.run("issuers", "people", "google.com").output.contains("no people"))
    #expect(try scene.run("issuers", "grants", "google.com").code == 0)
  }

  @Test func `codes include the link that a person would receive`() async throws {
    #expect(try scene.run("codes").output == "There is no valid code.\n")
    _ = try scene.json("users", "create", "--email", "ann@example.com", "--password", "secret1")
    let sent = try await SocketTransport(port: scene.port).call(
      .post, "/v1/accounts:sendOobCode?key=k",
      ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
    #expect(sent.status == 200)
    #expect(
      try scene.run("codes", "--wait", "--email", "ann@example.com").output.contains("oobCode="))
    let none = try scene.run("codes", "--wait", "1", "--email", "x@example.com")
    #expect(none.code == 1 && none.errors.contains("There was no code within 1 s."))
    #expect(try scene.run("codes", "--email", "ann@example.com").output.contains("oobCode="))
    #expect(try scene.json("codes", "--email", "x@example.com")["oobCodes"] == [])
  }

  @Test func `faults are set, listed with their matches, and removed`() throws {
    let id = try scene.json(
      "faults", "add", "--operation", "accounts:signUp", "--error", "QUOTA_EXCEEDED", "--code",
      "429", "--times", "2")["id"]?.string
    let list = try scene.run("faults").output
    #expect(list.contains(id ?? "?") && list.contains("operation=accounts:signUp"))
    #expect(try scene.run("faults", "remove", id ?? "").code == 0)
    #expect(try scene.run("faults").output == "No fault is set.\n")
    #expect(try scene.run("faults", "add", "--time-offset", "-60").code == 0)
    let none = try scene.run("faults", "add", "--operation", "accounts:signUp")
    #expect(none.code == 2 && none.errors.contains("--error"))
  }

  @Test func `snapshots are saved, restored, exported and imported`() throws {
    _ = try scene.json("users", "create", "--uid", "ann")
    #expect(try scene.run("snapshots", "save", "one").output.hasPrefix("Stored one: 1 user.\n"))
    #expect(try scene.run("snapshots", "export", "one", "one.sqlite").code == 0)
    #expect(try scene.workspace.mode("one.sqlite") == 0o600)
    _ = try scene.run("users", "delete", "ann")
    #expect(try scene.run("snapshots", "import", "two", "one.sqlite").code == 0)
    #expect(
      try scene.run("snapshots", "restore", "two").output.hasPrefix("Restored two: 1 user.\n"))
    #expect(try scene.run("users", "show", "ann").code == 0)
    #expect(try scene.run("snapshots").output.contains("everything"))
    #expect(try scene.run("snapshots", "remove", "one").code == 0)
    try scene.workspace.write(Data("users: []".utf8), "seed.yaml")
    let wrong = try scene.run("snapshots", "import", "x", "seed.yaml")
    #expect(wrong.code == 1 && wrong.errors.contains("seed.yaml: "), "\(wrong.errors)")
    let missing = try scene.run("snapshots", "import", "x", "nowhere.sqlite")
    #expect(missing.code == 1 && missing.errors.contains("nowhere.sqlite cannot be read"))
  }

  @Test func `requests include rejections, a report and a command that repeats one`() throws {
    #expect(try scene.run("requests", "show").errors.contains("No request of the log was refused."))
    _ = try scene.run("users", "create", "--email", "nonsense")
    _ = try scene.run("users", "create", "--email", "ann@example.com")
    let list = try scene.run("requests", "--refused").output.split(separator: "\n")
    let cells = try #require(list.last).split(separator: " ")
    #expect(list.count == 2 && cells.dropFirst(2).prefix(2) == ["refused", "accounts:signUp"])
    #expect(list[1].contains("INVALID_EMAIL"), "\(list)")
    let wide = try scene.run("requests", "--wide", "--operation", "accounts:signUp").output
    let rows = wide.split(separator: "\n")
    #expect(rows.count == 3 && rows[1].contains("ann@example.com"), "\(rows)")
    let id = String(try #require(rows[2].split(separator: " ").first))
    for word in [[], [String(cells[0])], [id], [String(id.dropLast(2))]] {
      let shown = try scene.run(["requests", "show"] + word)
      #expect(shown.output.contains("INVALID_EMAIL"), "\(word): \(shown)")
    }
    #expect(try scene.run("requests", "show", "last").output.contains("ann@example.com"))
    #expect(try scene.run("requests", "show", id, "--curl").output.hasPrefix("curl "))
    #expect(try scene.run("requests", "--app").output == "The log has no such request.\n")
    for (word, message) in [
      ("zz-1", "The log has no request zz-1"), ("0000", "3 requests begin with 0000, such as"),
    ] {
      let none = try scene.run("requests", "show", word)
      #expect(none.code == 1 && none.errors.contains(message), "\(none)")
    }
  }

  @Test func `lines of a table are cut to the width of the terminal`() {
    let rows = [["1", "a reason of some length"], ["22", "short"]]
    #expect(
      TextTable.text(["NO", "WHY"], rows, empty: "", width: 12).description
        == "NO  WHY\n1   a reaso…\n22  short\n")
  }

  @Test
  func
    `a request with a password is masked, marked as such, and shown with its secrets on request`()
    throws
  {
    _ = try scene.run(
      "users", "create", "--email", "ann@example.com", "--password", "hunter22")
    let requests = try scene.json("requests", "--operation", "projects.accounts")["requests"]
    let id = try #require(requests?[0]?["id"]?.string)
    let masked = try scene.run("requests", "show", id, "--curl")
    #expect(!masked.output.contains("hunter22"))
    #expect(masked.errors.contains("masked; add --secrets"))
    let whole = try scene.run("requests", "show", id, "--curl", "--secrets")
    #expect(whole.output.contains("hunter22") && whole.errors.isEmpty, "\(whole)")
  }

  @Test func `a fault that names what does not exist warns on the command line`() throws {
    let warned = try scene.run("faults", "add", "--provider", "gogle.com", "--drop")
    #expect(warned.code == 0 && warned.errors.contains("Did you mean google.com?"))
    let alias = try scene.run("faults", "add", "--operation", "getAccountInfo", "--drop")
    #expect(alias.code == 0 && alias.errors.isEmpty)
    #expect(try scene.run("faults").output.contains("operation=accounts:lookup"))
    let unknown = try scene.run("faults", "add", "--operation", "accounts:lokup", "--drop")
    #expect(unknown.code == 1 && unknown.errors.contains("Did you mean accounts:lookup?"))
  }

  @Test func `requests are followed as they come`() throws {
    let follow = try Invocation(["requests", "follow"], in: scene.workspace)
    try follow.wait(for: "the request that follows") {
      _ = try? scene.run("users", "create", "--uid", "ann")
      return follow.output.contains("accounts:signUp")
    }
    _ = try follow.stop(SIGKILL)
  }

  @Test func `requests that come at once are all followed, in their order`() async throws {
    let follow = try Invocation(
      ["requests", "follow", "--wide", "--operation", "accounts:lookup"], in: scene.workspace)
    let app = SocketTransport(port: scene.port)
    try follow.wait(for: "the first request") {
      _ = try? scene.run("users", "show", "ann")
      return !follow.output.isEmpty
    }
    kill(follow.pid, SIGSTOP)
    // More than a page has.
    for number in 0..<120 {
      _ = try await app.call(
        .post, "/v1/projects/p\(number)/accounts:lookup", ["localId": ["x"]],
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
    let loaded = try scene.json("scenarios", "load", "email-in-use-on-link", "--project", "p")
    let url = try #require(try scene.emulator.readyLine()["url"])
    #expect(loaded["project"] == "p" && loaded["apiKey"] == "emulator-p", "\(loaded)")
    #expect(loaded["changed"] == ["emulator": url], "\(loaded)")
    let text = try scene.run("scenarios", "load", "email-in-use-on-link", "--project", "p").output
    #expect(
      text.contains("\n  2. Link Google as ann@example.com: the app gets the error.\n"), "\(text)")
    #expect(text.contains("emailAlreadyInUse (17007)"), "\(text)")
    #expect(try scene.json("users", "--project", "p")["users"]?.array?.isEmpty == false)
  }

  @Test func `a recorded scenario runs on an empty emulator`() async throws {
    // Each second that passes would be a step.
    _ = try scene.run("clock", "freeze")
    let record = try Invocation(
      ["scenarios", "record", "bug.json", "--title", "The sign-in fails"], in: scene.workspace)
    try record.wait(for: "the recording") { record.errors.contains("press Ctrl-C") }
    let app = SocketTransport(port: scene.port)
    let body: JSON = ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true]
    let user = try await app.call(.post, "/v1/accounts:signUp?key=k", body)
    let lookup = try await app.call(
      .post, "/v1/accounts:lookup?key=k", ["idToken": user["idToken"] ?? .null])
    #expect(lookup.status == 200)
    #expect(try record.stop(SIGINT) == 0, "\(record.errors)")
    #expect(record.output.contains("bug.json, 3 steps"), "\(record.output)")
    let text = String(decoding: try scene.workspace.bytes("bug.json"), as: UTF8.self)
    #expect(text.contains("\n  \"title\": \"The sign-in fails\""))
    #expect(!text.contains(user["idToken"]?.string ?? "?"))
    let run = try scene.run("scenarios", "run", "bug.json")
    #expect(run.code == 0 && run.output == "passed  bug.json\n", "\(run.output)\(run.errors)")
    let missing = try scene.run("scenarios", "run", "./none.json")
    #expect(missing.code == 1 && missing.errors.contains("none.json cannot be read"))
  }

  @Test func `a recording does not begin for a file that cannot be written`() throws {
    let run = try scene.run("scenarios", "record", "nowhere/bug.json")
    #expect(run.code == 1)
    #expect(run.errors.contains("nowhere/bug.json cannot be written"), "\(run.errors)")
    let client = ControlClient("http://127.0.0.1:\(scene.port)")
    #expect(try client.control(.get, "recordings") == ["recordings": []])
  }

  @Test func `settings are shown and set, one by one and by the profile`() throws {
    let one = try scene.run("settings", "set", "recentLogin=on", "quotas=off")
    #expect(one.output.contains("recentLogin") && !one.output.contains("checkNonce"), "\(one)")
    let shown = try scene.json("settings")
    #expect(shown["recentLogin"] == "on" && shown["profile"] == "compatible")
    #expect(try scene.json("settings", "set", "profile=production")["recentLogin"] == "on")
    #expect(try scene.run("settings").output.hasPrefix("The profile is production.\nSWITCH"))
    for (word, code, message) in [
      ("recentLogn=on", 1, "recentLogin"), ("recentLogin=maybe", 1, #"one of "off", "warn", "on""#),
      ("recentLogin", 2, "recentLogin has no value. Write NAME=VALUE"),
    ] as [(String, Int32, String)] {
      let run = try scene.run("settings", "set", word)
      #expect(run.code == code && run.errors.contains(message), "\(run)")
    }
  }

  @Test(
    arguments: [
      ("google.com", ["--client-id", "web"], ["clientId": "web"]),
      ("oidc.corp", ["--issuer", "https://idp.example", "--client-id", "c"], ["clientId": "c"]),
      ("saml.corp", ["--config", samlConfig], ["displayName": "C"]),
    ] as [(String, [String], JSON)])
  func `a provider is added, changed, listed and removed`(
    _ id: String, _ flags: [String], _ members: JSON
  ) throws {
    let added = try scene.run(["providers", "set", id] + flags)
    #expect(added.code == 0 && added.output.contains("enabled"), "\(added)")
    #expect(try scene.json("providers", "set", id, "--disabled")["enabled"] != true)
    let list = try scene.json("providers").object ?? [:]
    let config = try #require(list.flatMap { $0.value.array ?? [] }.first)
    for member in members.object ?? [:] { #expect(config[member.key] == member.value) }
    #expect(try scene.run("providers").output.contains("\(id)"))
    #expect(try scene.run("providers", "remove", id).output.hasPrefix("Removed \(id).\n"))
    #expect(try scene.run("providers").output == "No provider is configured.\n")
    let missing = try scene.run("providers", "remove", id)
    #expect(missing.code == 1 && missing.errors.contains("CONFIGURATION_NOT_FOUND"), "\(missing)")
  }

  private static let samlConfig = """
    {"displayName":"C","idpConfig":{"idpEntityId":"idp","ssoUrl":"https://idp.example/sso",\
    "idpCertificates":[{"x509Certificate":"-----BEGIN CERTIFICATE-----\\nMA==\\n-----END CERTIFICATE-----"}]},\
    "spConfig":{"spEntityId":"app","callbackUri":"https://app.example/__/auth/handler"}}
    """

  @Test func `options of an issuer are set in JSON`() throws {
    let set = try scene.run("issuers", "set", "google.com", #"{"idTokenLifetimeSeconds":60}"#)
    #expect(set.code == 0 && set.output.hasPrefix("idTokenLifetimeSeconds  60\n"), "\(set)")
    let wrong = try scene.run("issuers", "set", "google.com", "60")
    #expect(wrong.code == 2 && wrong.errors.contains("OPTIONS is an object of JSON"), "\(wrong)")
  }

  // MARK: - Mistakes

  @Test(arguments: [
    (["clock", "advnce", "1d"], "Did you mean clock advance?"),
    (["clock", "advance"], "takes TIME"), (["clock", "advance", "1x"], "1d2h30m"),
    (["clock", "--jsno"], "Did you mean --json?"), (["clok"], "Did you mean clock?"),
    (["users", "create", "--emial", "x"], "Did you mean --email?"),
    (["users", "list", "extra"], "no more words"),
    (["faults", "add", "--times", "x"], "a whole number"), (["tokens"], "Add an action"),
    (["snapshots", "export", "one"], "NAME FILE"),
    (["issuers", "add", "google.com", "--name", " "], "--name takes a name"),
    (["requests", "follow", "--limit", "1"], "There is no flag --limit"),
  ])
  func `a mistake gets the valid forms, and exit code 2`(
    _ arguments: [String], _ words: String
  ) throws {
    let run = try Invocation(
      arguments + (arguments == ["clok"] ? [] : ["--url", "http://127.0.0.1:9"]))
    #expect(try run.exitCode() == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
