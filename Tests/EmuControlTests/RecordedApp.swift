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

  /// - Parameter seed: the members of the project's seed as JSON5.
  init(seed: String = "", setUp: (TestEmulator) async -> Void = { _ in }) async throws {
    emulator = try TestEmulator(hasKeys: true) { $0.logsSecrets = true }
    let seeded = await emulator.seed(project: seed)
    #expect(seeded.status == 200, "\(seeded.text)")
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

  /// The codes of text messages and e-mails.
  private var codes: [String] {
    emulator.outbox.messages.compactMap { message in
      switch message.content {
      case .text(let code): code.code
      case .email(let code): code.code
      case .push: nil
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

  /// Ann with the password `secret1`, as a member of a seed.
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
    let text = scenario.serialized(.pretty)
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
      seed: 7, machine: Timestamp(seconds: 1_850_000_011), hasKeys: true)
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
