import EmuTestSupport
import Testing

@Suite final class `The matrix of faults`: EmulatorSuite {
  struct Replacement: Sendable, CustomTestStringConvertible {
    var effect: JSON
    var check: @Sendable (Reply, FaultKind.Form) -> Void
    var testDescription: String { effect.serialized() }
  }

  static let replacements: [Replacement] = [
    Replacement(effect: ["error": ["code": 409, "message": "SOME_ERROR : words"]]) {
      reply, form in
      #expect(reply.status == 409)
      switch form {
      case .google:
        reply.expect(409, ["error.code": 409]).expect(message: "SOME_ERROR : words")
        #expect(reply["error"]?["errors"]?[0]?["message"] == "SOME_ERROR : words")
      case .control:
        reply.expect(409, ["error.status": "ABORTED", "error.errors": nil])
          .expect(message: "SOME_ERROR : words")
      case .oauth: #expect(reply["error"] == "SOME_ERROR : words")
      case .page:
        #expect(reply.headers["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(reply.text.contains("SOME_ERROR : words"))
      }
    },
    Replacement(effect: ["error": ["message": "SOME_ERROR"]]) { reply, form in
      #expect(reply.status == 400)
      // An error of the v1 API has no canonical status name.
      if form == .google { #expect(reply["error"]?["status"] == nil) }
    },
    Replacement(effect: ["status": 503]) { reply, form in
      #expect(reply.status == 503)
      #expect(reply.bytes == [])
    },
    Replacement(effect: ["status": 418, "body": ["a": 1]]) { reply, form in
      #expect(reply.status == 418)
      #expect(reply.text == #"{"a":1}"#)
    },
    Replacement(effect: ["body": "words", "contentType": "text/plain"]) { reply, form in
      #expect(reply.status == 200)
      #expect(reply.text == "words")
      #expect(reply.headers["Content-Type"] == "text/plain")
    },
    Replacement(effect: ["drop": true]) { reply, form in #expect(reply.isDropped) },
    Replacement(effect: ["rateLimit": ["retryAfterSeconds": 7]]) { reply, form in
      reply.expect(429).expect(headers: ["Retry-After": "7"])
      switch form {
      case .google:
        #expect(reply.errorMessage == "QUOTA_EXCEEDED : Exceeded quota.")
        #expect(reply["error"]?["status"] == "RESOURCE_EXHAUSTED")
      case .control: #expect(reply["error"]?["status"] == "RESOURCE_EXHAUSTED")
      case .oauth: #expect(reply["error"] == "temporarily_unavailable")
      case .page: #expect(reply.text.contains("Too many requests."))
      }
    },
    Replacement(effect: ["error": ["message": "LATE"], "delayMilliseconds": 1]) { reply, form in
      reply.expect(400, text: "LATE")
    },
  ]

  @Test(arguments: FaultKind.allCases, replacements)
  func `a replaced response changes no state`(kind: FaultKind, row: Replacement) async throws {
    let scene = try await FaultScene(effect: row.effect, match: kind.match)
    let twin = try await FaultScene.twin(kind)
    let before = await scene.state()
    #expect(before == twin.before)
    let met = await scene.send(kind)
    row.check(met, kind.form)
    #expect(met.annotations.operation == kind.operation)
    #expect(met.decisions.first == "fault: refused", "\(met.decisions)")
    #expect(await scene.state() == before)
    // The fault has been removed, and the request has the same result as on an emulator that never
    // had it.
    let again = await scene.send(kind)
    #expect((200..<300).contains(again.status), "\(again.text)")
    #expect(again.text == twin.reply.text)
    #expect(await scene.state() == twin.after)
  }

  struct Corruption: Sendable, CustomTestStringConvertible {
    var effect: JSON
    var body: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var type: String?
    var testDescription: String { effect.serialized() }
  }

  private static let half: @Sendable ([UInt8]) -> [UInt8] = { Array($0.prefix($0.count / 2)) }

  static let corruptions: [Corruption] = [
    Corruption(effect: ["malformed": true], body: half),
    Corruption(effect: ["truncated": true], body: half),
    Corruption(effect: ["delayMilliseconds": 2]),
    Corruption(effect: ["contentType": "text/x-odd"], type: "text/x-odd"),
  ]

  @Test(arguments: FaultKind.allCases, corruptions)
  func `a corrupted answer is a successful request`(kind: FaultKind, row: Corruption) async throws {
    let scene = try await FaultScene(effect: row.effect, match: kind.match)
    let twin = try await FaultScene.twin(kind)
    let met = await scene.send(kind)
    let plain = twin.reply
    #expect((200..<300).contains(plain.status), "\(plain.text)")
    #expect(met.status == plain.status)
    #expect(met.bytes == row.body(plain.bytes))
    if let type = row.type { #expect(met.headers["Content-Type"] == type) }
    #expect(met.decisions.first == "fault: chose", "\(met.decisions)")
    #expect(await scene.state() == twin.after)
    #expect(await scene.emulator.call(.get, "/emulator/v1/faults")["faults"] == [])
  }

  private static let doors: Set<String> = [
    "faults", "faults/{fault}", "issuers.faults.list", "issuers.faults.create",
    "issuers.faults.clear", "issuers.faults.delete",
  ]

  @Test func `a fault for all operations affects all but those that set faults`() async throws {
    func set() async -> Reply {
      await emulator.call(
        .post, "/emulator/v1/faults",
        ["match": ["operation": "*"], "effect": ["error": ["code": 418, "message": "MET"]]])
    }
    let lines = try await emulator.description().describedLines
    await set().expect(200)
    var met = 0
    for (method, path, _) in lines {
      let reply = await emulator.call(method, path.withValues, [:])
      if Self.doors.contains(reply.annotations.operation ?? "") {
        #expect(reply.status != 418, "\(method) \(path)")
        // The endpoint of all faults has removed them.
        _ = await set()
      } else {
        #expect(reply.status == 418, "\(method) \(path): \(reply.text)")
        met += 1
      }
    }
    #expect(met > 250, "\(met)")
    #expect(await emulator.call(.delete, "/emulator/v1/faults").status == 200)
    #expect(await emulator.call(.get, "/emulator/v1/faults")["faults"] == [])
  }
}

struct FaultScene {
  let emulator: TestEmulator
  private let code: String
  private let oobCode: String

  /// - Parameter match: the requests of the fault. All scenes generate the same ids.
  init(effect: JSON, match: JSON, times: Int64 = 1) async throws {
    emulator = try TestEmulator(isStored: true)
    #expect(await emulator.person("ann@example.com").idToken != "")
    _ = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
    let codes = await emulator.call(.get, "/emulator/v1/projects/demo-project/oobCodes")
    oobCode = codes["oobCodes"]?[0]?["oobCode"]?.string ?? ""
    let minted = await emulator.call(
      .post, "/emulator/v1/issuers/oidc.corp/tokens",
      ["account": ["sub": "ann", "email": "ann@example.com"], "clientId": "client"])
    code = minted["authorizationCode"]?.string ?? ""
    let fault = await emulator.call(
      .post, "/emulator/v1/faults", ["match": match, "effect": effect, "times": .int(times)])
    #expect(fault.status == 200, "\(fault.text)")
  }

  func state() async -> [String] {
    var answers: [String] = []
    for path in [
      "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchGet",
      "/emulator/v1/projects/demo-project/oobCodes",
      "/emulator/v1/issuers/oidc.corp/accounts", "/emulator/v1/issuers/oidc.corp/grants",
      "/emulator/v1/clock",
    ] {
      let reply = await emulator.call(.get, path, headers: ["Authorization": "Bearer owner"])
      answers.append("\(path) \(reply.status) \(reply.text)")
    }
    return answers
  }

  // MARK: The twin

  /// The state of a scene whose fault meets no request, before and after one request.
  struct Twin: Sendable {
    var before: [String]
    var reply: Reply
    var after: [String]
  }

  private static let twins = FaultKind.allCases.map { _ in LazyValue<Twin>() }

  static func twin(_ kind: FaultKind) async throws -> Twin {
    let index = FaultKind.allCases.firstIndex(of: kind) ?? 0
    return try await twins[index].value {
      let scene = try await FaultScene(effect: ["status": 503], match: ["path": "*/nowhere"])
      let before = await scene.state()
      let reply = await scene.send(kind)
      return Twin(before: before, reply: reply, after: await scene.state())
    }
  }

  // MARK: One request of each kind

  func send(_ kind: FaultKind) async -> Reply {
    switch kind {
    case .client:
      let ben: JSON = ["email": "ben@example.com", "password": "secret1"]
      return await emulator.client("accounts:signUp", ben)
    case .admin:
      return await emulator.admin("accounts", ["localId": "ben"])
    case .token:
      return await emulator.form(
        "/issuers/oidc.corp/token",
        ["grant_type": "authorization_code", "code": code, "client_id": "client"])
    case .keys: return await emulator.call(.get, "/issuers/oidc.corp/jwks")
    case .issuerPage:
      return await emulator.call(
        .get,
        "/issuers/oidc.corp/authorize?response_type=code&client_id=client&scope=openid&state=s"
          + "&redirect_uri=http%3A%2F%2Flocalhost%2Fcb", headers: ["Accept": "text/html"])
    case .actionPage:
      return await emulator.call(
        .get, "/emulator/action?mode=resetPassword&apiKey=fake-key&oobCode=\(oobCode)",
        headers: ["Accept": "text/html"])
    case .control:
      return await emulator.call(.post, "/emulator/v1/clock:advance", ["days": 1])
    case .issuerControl:
      return await emulator.call(
        .post, "/emulator/v1/issuers/oidc.corp/accounts", ["email": "ben@example.com"])
    case .officialControl:
      return await emulator.call(.delete, "/emulator/v1/projects/demo-project/accounts")
    }
  }
}

enum FaultKind: String, CaseIterable {
  case client = "accounts:signUp"
  case admin = "projects.accounts"
  case token = "issuer.token"
  case keys = "issuer.keys"
  case issuerPage = "issuer.authorize"
  case actionPage = "emulator.action"
  case control = "clock:advance"
  case issuerControl = "issuers.accounts.create"
  case officialControl = "emulator.accounts:delete"

  /// The canonical name, which may differ from the raw value.
  var operation: String { self == .admin ? "accounts:signUp" : rawValue }

  var match: JSON { ["operation": .string(rawValue)] }

  var form: Form {
    switch self {
    case .client, .admin, .officialControl: .google
    case .token, .keys: .oauth
    case .issuerPage, .actionPage: .page
    case .control, .issuerControl: .control
    }
  }

  enum Form { case google, oauth, page, control }
}
