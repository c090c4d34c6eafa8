import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The responses that e-mail enumeration protection changes, and those that it does not.
@Suite struct `E-mail enumeration protection` {
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    /// The error message; nil for a success.
    var off: String?
    var on: String?
    var request: @Sendable (TestEmulator, Person) async -> Reply

    init(
      _ what: String, off: String?, on: String?,
      _ request: @escaping @Sendable (TestEmulator, Person) async -> Reply
    ) {
      self.what = what
      self.off = off
      self.on = on
      self.request = request
    }

    var testDescription: String { what }
  }

  private static let refusesDirectChange =
    "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."

  static let rows: [Row] = [
    Row("a wrong password", off: "INVALID_PASSWORD", on: "INVALID_LOGIN_CREDENTIALS") {
      emulator, _ in
      await emulator.client(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "wrong1"])
    },
    Row("an unknown address", off: "EMAIL_NOT_FOUND", on: "INVALID_LOGIN_CREDENTIALS") {
      emulator, _ in
      await emulator.client(
        "accounts:signInWithPassword", ["email": "eve@example.com", "password": "secret1"])
    },
    Row("an old password", off: "INVALID_PASSWORD", on: "INVALID_LOGIN_CREDENTIALS") {
      emulator, _ in
      await emulator.client(
        "accounts:resetPassword",
        ["email": "ada@example.com", "oldPassword": "wrong1", "newPassword": "secret2"])
    },
    Row("a reset for an unknown address", off: "EMAIL_NOT_FOUND", on: nil) { emulator, _ in
      await emulator.client(
        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "eve@example.com"])
    },
    Row("a change to a taken address by code", off: "EMAIL_EXISTS", on: nil) { emulator, ada in
      _ = await emulator.person("bob@example.com")
      return await emulator.client(
        "accounts:sendOobCode",
        [
          "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": ada.idToken,
          "newEmail": "bob@example.com",
        ])
    },
    Row("a direct change of the address", off: nil, on: refusesDirectChange) { emulator, ada in
      await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "new@example.com"])
    },
    Row("adding address and password by update", off: nil, on: refusesDirectChange) {
      emulator, _ in
      let anonymous = Person(json: await emulator.client("accounts:signUp").json)
      return await emulator.client(
        "accounts:update",
        ["idToken": anonymous.idToken, "email": "new@example.com", "password": "secret1"])
    },
    Row("adding address and password by sign-up", off: nil, on: nil) { emulator, _ in
      let anonymous = Person(json: await emulator.client("accounts:signUp").json)
      return await emulator.client(
        "accounts:signUp",
        ["idToken": anonymous.idToken, "email": "new@example.com", "password": "secret1"])
    },
    Row("sign-up with a taken address", off: "EMAIL_EXISTS", on: "EMAIL_EXISTS") { emulator, _ in
      await emulator.client(
        "accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
    },
    Row("an update of the own address to itself", off: nil, on: nil) { emulator, ada in
      await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "ada@example.com"])
    },
    Row("an administrator's change", off: nil, on: nil) { emulator, ada in
      await emulator.admin("accounts:update", ["localId": ada.uid, "email": "new@example.com"])
    },
    Row("an administrator's change to a taken address", off: "EMAIL_EXISTS", on: "EMAIL_EXISTS") {
      emulator, ada in
      _ = await emulator.person("bob@example.com")
      return await emulator.admin(
        "accounts:update", ["localId": ada.uid, "email": "bob@example.com"])
    },
  ]

  @Test(arguments: rows)
  func `e-mail enumeration protection governs what is revealed`(_ row: Row) async throws {
    for (value, message) in [(SwitchValue.off, row.off), (.on, row.on)] {
      let emulator = try TestEmulator()
      try emulator.set([.emailEnumerationProtection: value])
      let ada = await emulator.person()
      let reply = await row.request(emulator, ada)
      #expect(reply.errorMessage == message, "\(value)")
      #expect(reply.status == (message == nil ? 200 : 400), "\(value)")
    }
  }

  @Test func `e-mail enumeration protection sends no e-mail to unknown addresses`()
    async throws
  {
    let emulator = try TestEmulator()
    try emulator.set([.emailEnumerationProtection: .on])
    let body: (JSON) -> JSON = { ["requestType": "PASSWORD_RESET", "email": $0] }
    let unknown = await emulator.client("accounts:sendOobCode", body("eve@example.com"))
    _ = await emulator.person()
    let known = await emulator.client("accounts:sendOobCode", body("ada@example.com"))
    #expect(unknown.json["kind"] == known.json["kind"])
    #expect(unknown.json.object?.keys == known.json.object?.keys)
    #expect(emulator.outbox.messages.map(\.recipient) == ["ada@example.com"])
  }

  @Test func `e-mail enumeration protection leaves no trace of an address in createAuthUri`()
    async throws
  {
    let emulator = try TestEmulator()
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
    let emulator = try TestEmulator()
    let on: JSON = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]
    _ = await emulator.admin("v2/config", on, method: .patch)
    #expect(try emulator.currentProject().switches.isOn(.emailEnumerationProtection))
    let off: JSON = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]
    _ = await emulator.call(.patch, "/emulator/v1/projects/demo-project/config", off)
    #expect(try !emulator.currentProject().switches.isOn(.emailEnumerationProtection))
  }
}
