import EmuTestSupport
import Testing

/// A condition under which a code is presented, and the expected answer.
struct CodeRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: String?
  let type: String
  /// Members beside or in place of those of a good request.
  let more: JSONObject
  /// True where `codeExpiry` is on.
  let checks: Bool
  let wait: Duration
  /// Runs between the creation of the code and its use.
  let setUp: @Sendable (TestEmulator) async throws -> Void

  init(
    _ name: String, _ error: String?, type: String = "", _ more: JSONObject = [:],
    checks: Bool = false, wait: Duration = .zero,
    _ setUp: @escaping @Sendable (TestEmulator) async throws -> Void = { _ in }
  ) {
    (testDescription, self.error, self.type, self.more) = (name, error, type, more)
    (self.checks, self.wait, self.setUp) = (checks, wait, setUp)
  }

  /// Prepares the use of a code.
  func prepare(_ emulator: TestEmulator) async throws {
    if checks { try emulator.set([.codeExpiry: .on]) }
    emulator.advance(wait)
    try await setUp(emulator)
  }
}

extension TestEmulator {
  /// Creates an account with a password, and returns the answer.
  @discardableResult
  func signUpReply(_ email: String, password: String = "secret1") async -> Reply {
    await client(
      "accounts:signUp",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  /// Returns the unused codes of the project or of a tenant.
  func oobCodes(tenant: String? = nil, query: String = "") async -> [JSON] {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await call(.get, "/emulator/v1/projects/\(project)\(scope)/oobCodes\(query)")
    return reply["oobCodes"]?.array ?? []
  }

  /// Requests a code as an app does, and returns the newest one.
  func oobCode(_ type: String, _ fields: JSONObject) async throws -> String {
    let body = fields.merging(["requestType": .string(type)])
    let reply = await client("accounts:sendOobCode", .object(body))
    try #require(reply.status == 200, "\(reply.json)")
    let code = await oobCodes(tenant: fields["tenantId"]?.string).last?["oobCode"]?.string
    return try #require(code)
  }

  /// Signs Ada up, and requests a code for her, with another address for a change.
  func signUpForCode(
    _ type: String, _ more: JSONObject = [:]
  ) async throws -> (idToken: JSON, code: String) {
    let idToken = await signUpReply("ada@example.com").idToken
    let fields: JSONObject =
      type.hasPrefix("VERIFY")
      ? ["idToken": idToken, "newEmail": "lovelace@example.com"] : ["email": "ada@example.com"]
    return (idToken, try await oobCode(type, fields.merging(more)))
  }

  /// Makes a code for Ada's address as an administrator does, and returns the answer with its link.
  func adminCode(_ type: JSON, _ more: JSONObject = [:], tenant: String? = nil) async -> Reply {
    let body: JSONObject = ["requestType": type, "email": "ada@example.com", "returnOobLink": true]
    return await admin("accounts:sendOobCode", .object(body.merging(more)), tenant: tenant)
  }

  /// Applies a code, as the page of a link does.
  func apply(_ code: JSON) async -> Reply { await client("accounts:update", ["oobCode": code]) }

  /// Checks a code without using it.
  func inspect(_ code: JSON) async -> Reply {
    await client("accounts:resetPassword", ["oobCode": code])
  }

  /// Sets a password by a code.
  func setPassword(_ code: JSON, _ password: JSON) async -> Reply {
    await client("accounts:resetPassword", ["oobCode": code, "newPassword": password])
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
