import EmuControl
import EmuServer
import EmuTestSupport
import EmuTestTools
import Testing

@Suite final class `control: scenarios`: EmulatorSuite {
  private func run(_ steps: String) async -> JSON {
    await emulator.control(
      .post, "scenarios:run", #"{"scenario":{"title":"t","why":"w","steps":[\#(steps)]}}"#
    ).json
  }

  private static let folder = "seed-data/scenarios"

  @Test(arguments: ScenarioCatalogue.names)
  func `every scenario passes on an emulator that is new, and again`(_ name: String) async throws {
    let emulator = try TestEmulator(isStored: true)
    for _ in 0..<2 {
      let report = await emulator.control(.post, "scenarios/\(name):run").json
      let problems = (report["steps"]?.array ?? []).compactMap { $0["problem"]?.string }
      #expect(report["passed"] == true, "\(problems) \(report["error"]?["message"]?.string ?? "")")
    }
  }

  @Test(arguments: [
    "account-exists-with-microsoft", "apple-name-only-once", "oidc-rotated-key",
    "oidc-wrong-audience", "provider-already-linked",
  ])
  func `a scenario passes where a proxy serves the emulator below a path`(
    _ name: String
  ) async throws {
    let emulator = try TestEmulator(isStored: true) {
      $0.publicURL = "https://proxy.example/tools/auth"
    }
    let report = await emulator.control(.post, "scenarios/\(name):run").json
    let problems = (report["steps"]?.array ?? []).compactMap { $0["problem"]?.string }
    #expect(report["passed"] == true, "\(problems)")
  }

  @Test func `every file of the folder is in the table, in its order`() throws {
    let files = try Repository.files(in: Self.folder, ending: ".json")
    let names = files.map { path in
      String(path.split(separator: "/").last ?? "").dropFirst(3).dropLast(".json".count)
    }
    #expect(names.map(String.init) == ScenarioCatalogue.names)
    for (index, file) in files.enumerated() {
      let tree = try JSON(parsing: Repository.text(file), options: .relaxed)
      #expect(try ScenarioCatalogue.tree(of: ScenarioCatalogue.names[index]) == tree)
    }
  }

  @Test func `loading puts the state into the project, and the key selects it`() async throws {
    let loaded = await emulator.control(
      .post, "scenarios/disabled-user:load", #"{"project":"mine"}"#
    ).json
    #expect(loaded["project"] == "mine")
    let key = try #require(loaded["apiKey"]?.string)
    let reply = await emulator.post(
      "/v1/accounts:signInWithPassword?key=\(key)",
      ["email": "ann@example.com", "password": "secret1"])
    #expect(reply.errorMessage == "USER_DISABLED")
  }

  @Test(arguments: ScenarioCatalogue.names)
  func `loading prepares every person and user of the next steps`(_ name: String) async throws {
    let emulator = try TestEmulator(isStored: true)
    let loaded = await emulator.control(.post, "scenarios/\(name):load", "{}").json
    let (project, key) = (loaded["project"]?.string ?? "", loaded["apiKey"]?.string ?? "")
    let next = (loaded["next"]?.array ?? []).compactMap(\.string)
    #expect(!next.isEmpty && !next.joined().contains("${"), "\(loaded)")
    let scenario = try ScenarioCatalogue.tree(of: name)
    #expect(loaded["errors"] == scenario["errors"], "\(loaded)")
    let saysError = next.contains { $0.contains("gets the error") }
    #expect(saysError == (scenario["errors"] != nil && name != "slow-network"), "\(next)")
    let providers = [
      "Apple": "apple.com", "Google": "google.com", "Facebook": "facebook.com",
      "GitHub": "github.com", "Microsoft": "microsoft.com",
    ]
    let person = /(?:with|Link) (?<provider>[A-Z]\w+)(?: account)? as (?<address>[\w.]+@[\w.]+\w)/
    let user = /as (?<address>[\w.]+@example\.com) with the password (?<password>\w+)/
    for sentence in next {
      for match in sentence.matches(of: person) {
        let id = try #require(providers[String(match.provider)], "\(sentence)")
        let people = await emulator.control(.get, "issuers/\(id)/accounts?project=\(project)").json
        let emails = (people["accounts"]?.array ?? []).compactMap { $0["email"]?.string }
        #expect(emails.contains(String(match.address)), "\(sentence) \(people)")
      }
      for match in sentence.matches(of: user) {
        let tenant = name == "tenant-mismatch" ? "blue" : nil
        var body: JSONObject = [
          "email": .string(String(match.address)), "password": .string(String(match.password)),
        ]
        body["tenantId"] = tenant.map(JSON.string)
        let answer = await emulator.client("accounts:signInWithPassword", .object(body), key: key)
        let isKnown = !["EMAIL_NOT_FOUND", "INVALID_EMAIL"].contains(answer.errorMessage ?? "")
        #expect(isKnown, "\(sentence) \(answer.text)")
      }
    }
  }

  private static let health = #""GET /emulator/v1/health","#

  private static let failing: [(step: String, problem: String)] = [
    (#""GET /emulator/v1/nothing""#, "The status is 404, not 200"),
    (#""GET /emulator/v1/clock?x=1""#, ": x in the query: this call has no query."),
    (health + #""expect":{"body":{"status":"asleep"}}"#, #"status is "ready", not "asleep""#),
    (health + #""expect":{"body":{"status":null}}"#, #"status is "ready", not absent"#),
    (health + #""capture":{"x.y":"z"}"#, "no x.y for the variable z"),
    (health + #""expect":{"reason":"x"}"#, "No explanation has"),
    (#""GET /${nothing}""#, "There is no variable nothing. There are host, key, project, url"),
    (#""health""#, "write method and path"),
  ]

  @Test(arguments: failing.indices)
  func `a step that differs ends the run with what differs`(_ index: Int) async throws {
    let (step, problem) = Self.failing[index]
    let report = await run(#"{"call":\#(step)},{"call":"GET /"}"#).expect(["passed": false])
    #expect(report["steps"]?.array?.count == 1)
    #expect(report["steps"]?[0]?["problem"]?.string?.contains(problem) == true)
    #expect(report["steps"]?[0]?["problem"]?.string?.hasSuffix("..") == false)
  }

  @Test func `a step of a run names its request in the log`() async throws {
    let calls = ["GET /", "GET /emulator/v1/clock"]
    let report = await run(calls.map { #"{"call":"\#($0)"}"# }.joined(separator: ","))
    for (index, call) in calls.enumerated() {
      let id = try #require(report["steps"]?[index]?["request"]?.string)
      let request = await emulator.control(.get, "requests/\(id)")
      let (method, path) = (request["method"]?.string ?? "", request["path"]?.string ?? "")
      #expect("\(method) \(path)" == call)
    }
  }

  @Test(
    arguments: [false, true],
    [
      ("scenarios/recent-login-required:run", ""), ("scenarios/disabled-user:load", ""),
      (
        "scenarios:run",
        #"{"scenario":{"title":"t","why":"w","seed":{"users":[{}]},"steps":[{"call":"GET /"}]}}"#
      ),
    ])
  func `a scenario restores the clock`(
    _ isFrozen: Bool, _ call: (path: String, body: String)
  ) async throws {
    _ = await emulator.control(.post, "clock:advance", #"{"hours":2}"#)
    if isFrozen { _ = await emulator.control(.post, "clock:freeze", "{}") }
    let before = await emulator.control(.get, "clock").json
    _ = await emulator.control(.post, call.path, call.body)
    let after = await emulator.control(.get, "clock").json
    after.expect(["offsetMilliseconds": before["offsetMilliseconds"], "frozen": before["frozen"]])
  }

  // MARK: The catalogue

  @Test(arguments: ScenarioCatalogue.names)
  func `a scenario that an SDK reports names the error of every SDK`(_ name: String) throws {
    let scenario = try ScenarioCatalogue.scenario(name)
    guard let errors = scenario.errors else {
      // The last answer is a success then: the app receives no error.
      #expect(scenario.steps.last?.expect?.status ?? 200 < 400)
      return
    }
    #expect(Set(errors.keys) == Set(Self.sdks.map(\.0)))
    #expect(errors["ios"]?.contains(/^[a-zA-Z]+ \(17\d\d\d\)/) == true)
    #expect(errors["android"]?.contains(/^Firebase[A-Za-z]*Exception/) == true)
  }

  // MARK: The page

  @Test func `docs/scenarios.md lists every scenario with why it happens`() throws {
    var text = """
      # Scenarios

      Run an edge case, and see its requests and the error of each SDK. `auth-emulator scenarios run NAME` sends \
      the requests to a temporary emulator, or to the one that `--url` or `--data` names. `POST \
      /emulator/v1/scenarios/NAME:run` sends them to the emulator that it calls; `:load` stores the state \
      before the critical step, for an app. The files are in `seed-data/scenarios/`, in the form of [seed documents](../seed-data/README.md#scenarios).

      """
    for name in ScenarioCatalogue.names {
      let scenario = try ScenarioCatalogue.scenario(name)
      text += "\n## \(name)\n\(scenario.title).\n\n\(scenario.why)\n"
      if let errors = scenario.errors {
        text += "\n| SDK | error |\n|---|---|\n"
        for (id, label) in Self.sdks {
          if let error = errors[id] { text += "| \(label) | \(error) |\n" }
        }
      }
      let next = (scenario.load?.next ?? []).map { "- \($0)\n" }
      text += "\nIn an app, after `auth-emulator scenarios load \(name)`:\n\n\(next.joined())"
      text += "\nThe requests of `run`:\n\n"
      for (index, step) in scenario.steps.enumerated() {
        let status = step.expect?.status ?? 200
        text += "\(index + 1). \(step.about.map { $0 + ": " } ?? "")`\(step.call)` → \(status)\n"
      }
    }
    let page = "docs/scenarios.md"
    guard (try? Repository.text(page)) != text else { return }
    if Repository.isRecording { try Repository.write(text, to: page) }
    Issue.record("\(page) is stale: RECORD_GOLDENS=1 swift test --filter scenarios")
  }

  private static let sdks = [
    ("ios", "Apple"), ("android", "Android"), ("web", "Web"), ("cpp", "C++, Unity"),
    ("flutter", "Flutter"),
  ]

  // MARK: Growth

  /// A step that captures the text that it sends.
  private static func step(_ text: String) -> String {
    let body =
      #"{"providerId":"google.com","continueUri":"http://localhost","customParameter":{"zz":"\#(text)"}}"#
    return
      #"{"call":"POST /v1/accounts:createAuthUri?key=${key}","body":\#(body),"capture":{"after:zz=":"x"}}"#
  }

  @Test func `a scenario that doubles a value fails where it is too long`() async throws {
    let start = Self.step("0123456789abcdef")
    let double = Self.step("${x}${x}")
    let steps = ([start] + Array(repeating: double, count: 25)).joined(separator: ",")
    let report = await run(steps)
    // 16 bytes, doubled 13 times.
    #expect(report["passed"] == false)
    #expect(report["steps"]?.array?.count == 14, "\(report.serialized())")
    #expect(
      report["steps"]?[13]?["problem"]?.string
        == "The value for the variable x has 131072 bytes, and a variable has at most 65536. "
        + "Capture a shorter member.")
  }

  @Test(arguments: [
    #""call":"GET /${x}""#, #""call":"GET /","headers":{"X":"${x}"}"#,
    #""call":"POST /","body":{"a":["${x}",{"${x}":"${x}"}]}"#,
    #""call":"POST /","form":{"a":"${x}"}"#,
    #""call":"GET /","expect":{"body":{"${x}":"${x}"}}"#, #""call":"GET /","capture":{"${x}":"y"}"#,
  ]) func `a scenario inserts at most a megabyte of values into a step`(step: String) async throws {
    let start = Self.step(String(repeating: "x", count: 60_000))
    let many = step.replacing("${x}", with: String(repeating: "${x}", count: 20))
    let report = await run("\(start),{\(many)}")
    #expect(
      report["steps"]?[1]?["problem"]?.string?.hasPrefix("The variables insert more than 1048576")
        == true, "\(report.serialized().prefix(2000))")
  }

  @Test func `a scenario has thousands of steps, and no more`() async throws {
    func run(_ count: Int) async -> JSON {
      await self.run(Array(repeating: #"{"call":"GET /"}"#, count: count).joined(separator: ","))
    }
    #expect(await run(5000)["passed"] == true)
    let message = await run(5001)["error"]?["message"]?.string
    #expect(message?.contains("at most 5000 requests, not 5001") == true)
  }
}
