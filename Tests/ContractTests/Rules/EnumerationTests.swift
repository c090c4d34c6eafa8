import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The responses that e-mail enumeration protection changes, and those that it does not.
@Suite struct `E-mail enumeration protection` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private static let noDirectChange =
    "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."

  private static func password(_ email: JSON, _ password: JSON) -> TableCall {
    .client("accounts:signInWithPassword", ["email": email, "password": password])
  }

  private static func change(_ email: JSON) -> TableCall {
    .client("accounts:update", ["idToken": "ID_TOKEN", "email": email])
  }

  private static func adminsChange(_ email: JSON) -> TableCall {
    .admin("accounts:update", ["localId": "UID", "email": email])
  }

  /// A call of an anonymous account that adds an address and a password.
  private static func adding(_ operation: String) -> TableCall {
    TableCall { emulator, _ in
      let token = await emulator.client("accounts:signUp")["idToken"] ?? ""
      return await emulator.client(
        operation, ["idToken": token, "email": "new@example.com", "password": "secret1"])
    }
  }

  /// Requests of Ada, beside whom there is Bob, with the error messages while the protection is
  /// off and on; nil for a success.
  private static let rows: [String: (off: String?, on: String?, call: TableCall)] = [
    "a wrong password": (
      "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS", password("ada@example.com", "wrong1")
    ),
    "an unknown address": (
      "EMAIL_NOT_FOUND", "INVALID_LOGIN_CREDENTIALS", password("eve@example.com", "secret1")
    ),
    "an old password": (
      "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS",
      .client(
        "accounts:resetPassword",
        ["email": "ada@example.com", "oldPassword": "wrong1", "newPassword": "secret2"])
    ),
    "a reset for an unknown address": (
      "EMAIL_NOT_FOUND", nil,
      .client(
        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "eve@example.com"])
    ),
    "a change to a taken address by code": (
      "EMAIL_EXISTS", nil,
      .client(
        "accounts:sendOobCode",
        [
          "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": "ID_TOKEN",
          "newEmail": "bob@example.com",
        ])
    ),
    "a direct change of the address": (nil, noDirectChange, change("new@example.com")),
    "adding an address by update": (nil, noDirectChange, adding("accounts:update")),
    "adding an address by sign-up": (nil, nil, adding("accounts:signUp")),
    "sign-up with a taken address": (
      "EMAIL_EXISTS", "EMAIL_EXISTS",
      .client("accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
    ),
    "an update of the own address to itself": (nil, nil, change("ada@example.com")),
    "an administrator's change": (nil, nil, adminsChange("new@example.com")),
    "an administrator's change to a taken address": (
      "EMAIL_EXISTS", "EMAIL_EXISTS", adminsChange("bob@example.com")
    ),
  ]

  @Test(arguments: rows.keys.sorted(), [SwitchValue.off, .on])
  func `e-mail enumeration protection governs answers`(
    _ what: String, _ value: SwitchValue
  ) async throws {
    let row = try #require(Self.rows[what])
    let message = value == .off ? row.off : row.on
    try emulator.set([.emailEnumerationProtection: value])
    let ada = await emulator.person()
    _ = await emulator.person("bob@example.com")
    let reply = try await row.call.send(emulator, ada)
    #expect(reply.errorMessage == message)
    #expect(reply.status == (message == nil ? 200 : 400))
  }

  @Test func `e-mail enumeration protection sends no e-mail to unknown addresses`() async throws {
    try emulator.set([.emailEnumerationProtection: .on])
    let body: (JSON) -> JSON = { ["requestType": "PASSWORD_RESET", "email": $0] }
    let unknown = await emulator.client("accounts:sendOobCode", body("eve@example.com"))
    _ = await emulator.person()
    let known = await emulator.client("accounts:sendOobCode", body("ada@example.com"))
    #expect(unknown["kind"] == known["kind"])
    #expect(unknown.json.object?.keys == known.json.object?.keys)
    #expect(emulator.outbox.messages.map(\.recipient) == ["ada@example.com"])
  }

  @Test func `e-mail enumeration protection leaves no trace in createAuthUri`() async throws {
    try emulator.set([.emailEnumerationProtection: .on])
    _ = await emulator.person()
    for email: JSON in ["ada@example.com", "eve@example.com"] {
      let reply = await emulator.client(
        "accounts:createAuthUri",
        ["identifier": email, "continueUri": "http://localhost", "sessionId": "s"])
      #expect(reply.json == ["kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": "s"])
    }
  }

  @Test func `e-mail enumeration protection is configured by either call`() async throws {
    let on: JSON = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
    _ = await emulator.admin("v2/config", on, method: .patch)
    #expect(try emulator.currentProject().switches.isOn(.emailEnumerationProtection))
    let off: JSON = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]
    _ = await emulator.call(.patch, "/emulator/v1/projects/demo-project/config", off)
    #expect(try !emulator.currentProject().switches.isOn(.emailEnumerationProtection))
  }
}
