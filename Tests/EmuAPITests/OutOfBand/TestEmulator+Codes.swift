import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension TestEmulator {
  /// Creates an account with a password, and returns the answer.
  @discardableResult
  func signUpReply(_ email: String, password: String = "secret1") async -> Reply {
    await client(
      "accounts:signUp",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  /// Creates an anonymous account, and returns the answer.
  func anonymousReply() async -> Reply { await client("accounts:signUp") }

  /// Returns the unused codes of the project or of a tenant.
  func oobCodes(tenant: String? = nil, query: String = "") async -> [JSON] {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await call(.get, "/emulator/v1/projects/\(project)\(scope)/oobCodes\(query)")
    return reply["oobCodes"]?.array ?? []
  }

  /// Requests a code as an app does, and returns the newest one.
  func oobCode(_ type: String, _ fields: JSONObject) async throws -> String {
    var body = fields
    body["requestType"] = .string(type)
    let reply = await client("accounts:sendOobCode", .object(body))
    try #require(reply.status == 200, "\(reply.json)")
    let code = await oobCodes(tenant: fields["tenantId"]?.string).last?["oobCode"]?.string
    return try #require(code)
  }

  func lookup(_ idToken: String?) async -> JSON? {
    await client("accounts:lookup", ["idToken": .string(idToken ?? "")])["users"]?.array?.first
  }

  /// Disables the user with an address, as an administrator does.
  func disable(_ email: String, _ isDisabled: Bool = true) async {
    let found = await admin("accounts:lookup", ["email": [.string(email)]])
    let uid = found["users"]?[0]?["localId"] ?? .null
    _ = await admin("accounts:update", ["localId": uid, "disableUser": .bool(isDisabled)])
  }
}
