import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension TestEmulator {
  /// Makes an account with a password, and gives its answer.
  @discardableResult
  func signUpReply(_ email: String, password: String = "secret1") async -> Reply {
    await client(
      "accounts:signUp",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  /// Makes an account without anything, and gives its answer.
  func anonymousReply() async -> Reply { await client("accounts:signUp") }

  /// The codes that nobody has used, of the project or of a tenant in it.
  func oobCodes(tenant: String? = nil, query: String = "") async -> [JSON] {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await call(.get, "/emulator/v1/projects/\(project)\(scope)/oobCodes\(query)")
    return reply["oobCodes"]?.array ?? []
  }

  /// Asks for a code as an app does, and gives the newest one that there is then.
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
  func disable(_ email: String) async {
    let found = await admin("accounts:lookup", ["email": [.string(email)]])
    let uid = found["users"]?[0]?["localId"] ?? .null
    _ = await admin("accounts:update", ["localId": uid, "disableUser": true])
  }
}
