import EmuTestSupport
import Testing

/// The responses that e-mail enumeration protection changes, and those that it does not.
@Suite final class `E-mail enumeration protection`: EmulatorSuite {
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
  func `enumeration protection governs answers`(what: String, value: SwitchValue) async throws {
    let row = try #require(Self.rows[what])
    let message = value == .off ? row.off : row.on
    try emulator.set([.emailEnumerationProtection: value])
    let ada = await emulator.person()
    _ = await emulator.person("bob@example.com")
    try await row.call.send(emulator, ada).expect(message == nil ? 200 : 400, message: message)
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

@Suite final class `A disabled account`: EmulatorSuite {
  private static let player: JSON = [
    "playerId": "G:1", "signature": "AAAA", "salt": "AAAA", "timestamp": "1",
    "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer",
  ]

  private static let attempts: [String: TableCall] = [
    "a password": .client(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"]),
    "a provider": TableCall { emulator, _ in
      await emulator.signIn("google.com", claims: ["sub": "g"])
    },
    "a provider that is trusted about the address": TableCall { emulator, _ in
      await emulator.signIn(
        "apple.com", claims: ["sub": "a", "email": "ada@example.com", "email_verified": true])
    },
    "an e-mail link": TableCall { emulator, _ in
      await emulator.client(
        "accounts:signInWithEmailLink",
        ["email": "ada@example.com", "oobCode": emulator.code("EMAIL_SIGNIN")])
    },
    "a text message": TableCall { emulator, _ in
      let text = await emulator.text()
      return await emulator.client(
        "accounts:signInWithPhoneNumber", ["sessionInfo": text.session, "code": text.code])
    },
    "a custom token": TableCall { emulator, ada in
      await emulator.client(
        "accounts:signInWithCustomToken",
        ["token": .string(#"{"uid":"\#(ada.uid.string ?? "")"}"#)])
    },
    "Game Center": .client("accounts:signInWithGameCenter", player),
    "a passkey": .client(
      "accounts/passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "known"]]),
    "a new passkey": .client("accounts/passkeyEnrollment:start", ["idToken": "ID_TOKEN"]),
    "a new second factor": .client(
      "accounts/mfaEnrollment:start", ["idToken": "ID_TOKEN", "totpEnrollmentInfo": [:]]),
    "a refresh token": .token(["grant_type": "refresh_token", "refresh_token": "REFRESH_TOKEN"]),
    "look-up": .client("accounts:lookup", ["idToken": "ID_TOKEN"]),
    "an update": .client("accounts:update", ["idToken": "ID_TOKEN", "displayName": "A"]),
    "deletion": .client("accounts:delete", ["idToken": "ID_TOKEN"]),
    "a code for the own address": .client(
      "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": "ID_TOKEN"]),
    "a link to a provider": TableCall { emulator, ada in
      await emulator.signIn("github.com", claims: ["sub": "h"], options: ["idToken": ada.idToken])
    },
    "a session cookie": .admin(":createSessionCookie", ["idToken": "ID_TOKEN"]),
  ]

  @Test(arguments: attempts.keys.sorted())
  func `a disabled account cannot sign in or be changed by its person`(what: String) async throws {
    let call = try #require(Self.attempts[what])
    let ada = await emulator.person()
    _ = await emulator.signIn("google.com", claims: ["sub": "g"], options: ["idToken": ada.idToken])
    var link = Self.player.object ?? [:]
    link["idToken"] = ada.idToken
    #expect(await emulator.client("accounts:signInWithGameCenter", .object(link)).status == 200)
    let passkey: JSON = [
      "idToken": ada.idToken, "authenticatorRegistrationResponse": ["id": "known"],
    ]
    #expect(await emulator.client("accounts/passkeyEnrollment:finalize", passkey).status == 200)
    _ = await emulator.admin(
      "accounts:update", ["localId": ada.uid, "disableUser": true, "phoneNumber": "+15555550100"])
    let before = try emulator.user(ada.uid.string ?? "")
    try await call.send(emulator, ada).expect(400, message: "USER_DISABLED")
    #expect(try emulator.user(ada.uid.string ?? "") == before)
  }

  @Test func `a disabled account is rejected before a second factor`() async throws {
    let ada = await emulator.guardedPerson()
    let pending = await emulator.pending()
    _ = await emulator.admin("accounts:update", ["localId": ada.person.uid, "disableUser": true])
    #expect(await emulator.showApp(ada, pending).errorMessage == "USER_DISABLED")
  }

  @Test func `a disabled account is read, changed and enabled by administrators`() async throws {
    let ada = await emulator.person()
    _ = await emulator.admin("accounts:update", ["localId": ada.uid, "disableUser": true])
    let seen = await emulator.admin("accounts:lookup", ["localId": [ada.uid]])
    #expect(seen["users"]?[0]?["disabled"] == true)
    _ = await emulator.admin("accounts:update", ["localId": ada.uid, "disableUser": false])
    // Disabling an account does not revoke its sessions.
    #expect(await emulator.client("accounts:lookup", ["idToken": ada.idToken]).status == 200)
  }
}
