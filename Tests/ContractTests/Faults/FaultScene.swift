import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

struct FaultScene {
  let emulator: TestEmulator
  private let code: String
  private let oobCode: String

  /// - Parameter match: the requests of the fault. All scenes generate the same ids.
  init(effect: JSON, match: JSON, times: Int64 = 1) async throws {
    emulator = try TestEmulator(hasKeys: true)
    let user = await emulator.client(
      "accounts:signUp", ["email": "ann@example.com", "password": "secret1"])
    #expect(user.status == 200)
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
      return await emulator.client(
        "accounts:signUp", ["email": "ben@example.com", "password": "secret1"])
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
