import EmuCrypto
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

/// An app whose requests are recorded, and the codes that its user reads.
struct RecordedApp {
  let emulator: TestEmulator

  /// - Parameter seed: the project's seed as JSON5.
  init(seed: String = "{}", setUp: (TestEmulator) async -> Void = { _ in }) async throws {
    emulator = try TestEmulator(hasKeys: true) { $0.logsSecrets = true }
    let seeded = await emulator.control(
      .post, "seed", #"{version:1,projects:{"demo-project":\#(seed)}}"#)
    #expect(seeded.status == 200, "\(seeded.text)")
    await setUp(emulator)
  }

  func client(_ operation: String, _ body: JSON) async -> Reply {
    await emulator.client(operation, body)
  }

  func signIn(_ email: String = "ann@example.com") async -> Reply {
    await client(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": "secret1", "returnSecureToken": true])
  }

  func mint(_ issuer: String, _ body: JSON) async -> Reply {
    await emulator.call(.post, "/emulator/v1/issuers/\(issuer)/tokens", body)
  }

  /// The code of the last text message.
  var messageCode: JSON {
    guard case .text(let code)? = emulator.outbox.messages.last?.content else { return .null }
    return .string(code.code)
  }

  /// The code in the last e-mail's link.
  var linkCode: JSON {
    guard case .email(let code)? = emulator.outbox.messages.last?.content else { return .null }
    return .string(code.code)
  }

  /// Returns the current code of an authenticator app.
  func appCode(_ secret: JSON?) -> JSON {
    let bytes = Base32.decode(secret?.string ?? "") ?? []
    return .string(
      OneTimeCode.code(
        secret: bytes, counter: TOTPRule.step(at: emulator.clock.now), digits: TOTPRule.digits))
  }

  /// Returns the event that the web sign-in page sends to the app.
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
      let begun = await emulator.control(.post, "recordings")
      #expect(begun.status == 200, "\(begun.text)")
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
    var secrets: Set<String> = []
    func walk(_ tree: JSON, _ name: String) {
      switch tree {
      case .string(let text):
        if names.contains(name), text.utf8.count >= 6 { secrets.insert(text) }
      case .array(let elements): for element in elements { walk(element, name) }
      case .object(let object): for member in object { walk(member.value, member.key) }
      default: break
      }
    }
    let log = await emulator.control(.get, "requests?limit=1000").json
    for entry in log["requests"]?.array ?? []
    where entry["operation"]?.string?.hasPrefix("recordings") != true {
      walk(entry["response"] ?? .null, "")
    }
    for message in emulator.outbox.messages {
      switch message.content {
      case .text(let code): secrets.insert(code.code)
      case .email(let code): secrets.insert(code.code)
      case .push: break
      }
    }
    return secrets
  }

  /// Records the requests of `body`, and expects that the scenario passes in another project of an
  /// empty emulator.
  @discardableResult
  static func replay(
    seed: String = "{}", setUp: (TestEmulator) async -> Void = { _ in },
    _ body: (RecordedApp) async throws -> Void
  ) async throws -> JSON {
    let app = try await RecordedApp(seed: seed, setUp: setUp)
    let recorded = try await app.recording(body)
    let scenario = try #require(recorded["scenario"])
    #expect(recorded["warnings"] == [])
    #expect(!scenario.serialized().contains("demo-project"), "\(scenario.serialized(.pretty))")
    let run = try await run(scenario)
    #expect(run.passed, "\(run.problems)\n\(scenario.serialized(.pretty))")
    return scenario
  }

  /// Runs a scenario on a new emulator with other random values.
  static func run(_ scenario: JSON, project: String = "copy") async throws -> (
    passed: Bool, problems: [String]
  ) {
    let emulator = try TestEmulator(
      seed: 7, machine: Timestamp(seconds: 1_850_000_011), hasKeys: true)
    let report = await emulator.call(
      .post, "/emulator/v1/scenarios:run", ["scenario": scenario, "project": .string(project)]
    ).json
    let problems = (report["steps"]?.array ?? []).compactMap { step in
      step["problem"]?.string.map { "\(step["call"]?.string ?? ""): \($0)" }
    }
    return (report["passed"]?.bool ?? false, problems + [report["error"]?.serialized() ?? ""])
  }
}
