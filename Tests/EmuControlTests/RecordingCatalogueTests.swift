import EmuControlCalls
import EmuCrypto
import EmuServer
import EmuTestSupport
import EmuThread
import Testing

@testable import EmuControl

@Suite struct `control: recordings of everything` {
  private static let workers = Workers()

  /// Sends requests as those of a client, so that they are recorded.
  private struct Clients: Responder {
    let emulator: TestEmulator

    func respond(to request: Request) -> Answer {
      var request = request
      request.isInner = false
      return emulator.emulator.respond(to: request)
    }
  }

  /// Runs a scenario as a client would.
  private func send(_ name: String, to app: RecordedApp) async throws -> [String] {
    let emulator = app.emulator
    let client = InnerClient(workers: Self.workers)
    client.open(Clients(emulator: emulator))
    let run = ScenarioRun(
      scenario: try ScenarioCatalogue.scenario(name), project: emulator.project, client: client,
      request: Request(method: .post, path: "/", headers: ["Host": emulator.host]),
      baseURL: "http://\(emulator.host)", clock: emulator.clock)
    let answer = run.start { results in
      .ready(.text(results.compactMap(\.problem).joined(separator: "\n")))
    }
    let problems = String(decoding: await answer.response().bytes ?? [], as: UTF8.self)
    return problems.isEmpty ? [] : [problems]
  }

  @Test(arguments: ScenarioCatalogue.names)
  func `every scenario is replayed as it was recorded`(_ name: String) async throws {
    try await RecordedApp.replay { app throws in
      #expect(try await send(name, to: app) == [])
    }
  }

  private static let providers = [
    "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
    "twitter.com", "yahoo.com",
  ]

  @Test func `every issuer is among those whose sign-in is replayed`() async throws {
    let issuers = await (try TestEmulator()).control(.get, "issuers")["issuers"]?.array
    #expect((issuers ?? []).compactMap { $0["id"]?.string }.sorted() == Self.providers)
  }

  @Test(arguments: providers + ["oidc.corp"])
  func `a sign-in by the SDKs' page is replayed in four steps`(provider: String) async throws {
    let scenario = try await RecordedApp.replay { app in
      let query: FormFields = [
        "apiKey": "fake-key", "authType": "signInViaPopup", "appName": "[DEFAULT]",
        "redirectUrl": "http://localhost:3000/", "eventId": "ABCDEFGHIJ",
        "providerId": provider, "v": "12.0.0", "emulator_auto": "new",
      ]
      let page = await app.emulator.get("/emulator/auth/handler?\(query.encoded)")
      let event = RecordedApp.event(page)
      app.emulator.advance(.seconds(3))
      let signedIn = await app.client(
        "accounts:signInWithIdp",
        [
          "requestUri": event["urlResponse"] ?? .null, "sessionId": event["sessionId"] ?? .null,
          "postBody": .null, "returnSecureToken": true, "returnIdpCredential": true,
        ])
      #expect(signedIn["isNewUser"] == true, "\(signedIn.text)")
      _ = await app.lookup(signedIn)
    }
    #expect(scenario.calls.count == 4, "\(scenario.calls)")
  }

  @Test(arguments: providers + ["oidc.corp"])
  func `a sign-in by the provider's page is replayed`(_ provider: String) async throws {
    let callback = "https://demo-project.firebaseapp.com/__/auth/handler"
    try await RecordedApp.replay { app in
      let begun = await app.client(
        "accounts:createAuthUri",
        [
          "providerId": .string(provider), "continueUri": .string(callback),
          "customParameter": ["emulator_auto": "new"],
        ])
      let address = try #require(begun["authUri"]?.string, "\(begun.text)")
      app.emulator.advance(.seconds(2))
      let page = await app.emulator.get(
        String(address.dropFirst("http://localhost:9099".count)), headers: ["Accept": "text/html"])
      app.emulator.advance(.seconds(2))
      var body: JSONObject = [
        "sessionId": begun["sessionId"] ?? "", "returnSecureToken": true,
        "requestUri": .string(page.headers["Location"] ?? callback),
      ]
      if page.headers["Location"] == nil {
        body["postBody"] = .string(page.form.encoded)
      }
      await app.client("accounts:signInWithIdp", .object(body)).expect(["isNewUser": true])
    }
  }
}

struct RecordedApp {
  let emulator: TestEmulator

  /// - Parameter seed: the members of the project's seed as JSON5.
  init(seed: String = "", setUp: (TestEmulator) async -> Void = { _ in }) async throws {
    emulator = try TestEmulator(isStored: true) { $0.logsSecrets = true }
    await emulator.seed(project: seed).expect(200)
    await setUp(emulator)
  }

  func client(_ operation: String, _ body: JSON) async -> Reply {
    await emulator.client(operation, body)
  }

  func signUp(_ email: String) async -> Reply { await emulator.signUp(email) }

  func signIn(_ email: String = "ann@example.com") async -> Reply { await emulator.signIn(email) }

  func lookup(_ session: Reply) async -> Reply {
    await client("accounts:lookup", ["idToken": session.idToken])
  }

  func mint(_ issuer: String, _ body: JSON) async -> Reply {
    await emulator.call(.post, "/emulator/v1/issuers/\(issuer)/tokens", body)
  }

  private var codes: [String] {
    emulator.outbox.messages.compactMap { message in
      switch message.content {
      case .email(let code): code.code
      case .code(let code): code.purpose == .app ? nil : code.code
      }
    }
  }

  var lastCode: JSON { .string(codes.last ?? "") }

  func appCode(_ secret: JSON?) -> JSON {
    let bytes = Base32.decode(secret?.string ?? "") ?? []
    return .string(
      OneTimeCode.code(
        secret: bytes, counter: TOTPRule.step(at: emulator.clock.now), digits: TOTPRule.digits))
  }

  static let ann =
    #"users:[{localId:"ann",email:"ann@example.com",emailVerified:true,password:"secret1"}]"#

  static func event(_ page: Reply) -> JSON {
    guard let start = page.text.firstRange(of: "data-event=\""),
      let end = page.text[start.upperBound...].firstIndex(of: "\"")
    else { return .null }
    let text = String(page.text[start.upperBound..<end])
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    return (try? JSON(parsing: text)) ?? .null
  }

  // MARK: Recording

  /// Records the requests of `body`, and returns the scenario with its warnings.
  func recording(since: String = "now", _ body: (RecordedApp) async throws -> Void) async throws
    -> JSON
  {
    if since == "now" {
      let begun = await emulator.control(.post, "recordings").expect(200)
      try await body(self)
      return await finish(begun)
    }
    try await body(self)
    return await finish(await emulator.control(.post, "recordings", #"{"since":"\#(since)"}"#))
  }

  private func finish(_ begun: Reply) async -> JSON {
    let id = begun["id"]?.string ?? ""
    let finished = await emulator.control(.post, "recordings/\(id):finish")
    #expect(finished.status == 200, "\(begun.text) \(finished.text)")
    return finished.json
  }

  /// Returns the tokens and codes of all answers, which no scenario may contain.
  func secrets() async -> Set<String> {
    let names: Set<String> = [
      "idToken", "refreshToken", "pendingToken", "sessionInfo", "mfaPendingCredential", "oobCode",
      "authorizationCode", "accessToken", "sharedSecretKey", "access_token", "id_token",
      "refresh_token", "oauthIdToken", "oauthAccessToken",
    ]
    func secrets(in tree: JSON, _ name: String = "") -> [String] {
      switch tree {
      case .string(let text) where names.contains(name) && text.utf8.count >= 6: [text]
      case .array(let elements): elements.flatMap { secrets(in: $0, name) }
      case .object(let object): object.flatMap { secrets(in: $0.value, $0.key) }
      default: []
      }
    }
    let entries = await emulator.logged("?limit=1000").filter {
      $0["operation"]?.string?.hasPrefix("recordings") != true
    }
    return Set(entries.flatMap { secrets(in: $0["response"] ?? .null) } + codes)
  }

  /// Records the requests of `body`, and expects that the scenario passes in another project of an
  /// empty emulator.
  @discardableResult
  static func replay(
    seed: String = "", setUp: (TestEmulator) async -> Void = { _ in },
    _ body: (RecordedApp) async throws -> Void
  ) async throws -> JSON {
    let app = try await RecordedApp(seed: seed, setUp: setUp)
    let recorded = try await app.recording(body)
    let scenario = try #require(recorded["scenario"])
    #expect(recorded["warnings"] == [])
    let text = scenario.serialized(pretty: true)
    #expect(!text.contains("demo-project"), "\(text)")
    for secret in await app.secrets() { #expect(!text.contains(secret), "\(secret)") }
    let run = try await run(scenario)
    #expect(run.passed, "\(run.problems)\n\(text)")
    return scenario
  }

  static func run(_ scenario: JSON, project: String = "copy") async throws -> (
    passed: Bool, problems: [String]
  ) {
    let emulator = try TestEmulator(
      seed: 7, machine: Timestamp(seconds: 1_850_000_011), isStored: true)
    let report = await emulator.call(
      .post, "/emulator/v1/scenarios:run", ["scenario": scenario, "project": .string(project)]
    ).json
    #expect(await emulator.control(.get, "faults")["faults"] == [])
    let problems = (report["steps"]?.array ?? []).compactMap { step in
      step["problem"]?.string.map { "\(step["call"]?.string ?? ""): \($0)" }
    }
    return (report["passed"]?.bool ?? false, problems + [report["error"]?.serialized() ?? ""])
  }
}

extension Reply {
  var idToken: JSON { self["idToken"] ?? .null }
}

extension JSON {
  var calls: [String] { (self["steps"]?.array ?? []).compactMap { $0["call"]?.string } }
}
