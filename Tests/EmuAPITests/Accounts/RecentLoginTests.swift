import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Recent login` {
  /// The changes that require a recent sign-in.
  enum Sensitive: String, CaseIterable, Sendable {
    case delete, email, password, addPassword, removeEmail, removePassword, changeLink

    func call(_ emulator: TestEmulator, _ user: SignedIn) async -> Reply {
      let token: JSON = .string(user.idToken)
      return switch self {
      case .delete: await emulator.client("accounts:delete", ["idToken": token])
      case .email:
        await emulator.client(
          "accounts:update", ["idToken": token, "email": "new@example.com"])
      case .password:
        await emulator.client(
          "accounts:update",
          ["idToken": token, "password": "secret2", "returnSecureToken": true])
      case .addPassword:
        await emulator.client(
          "accounts:signUp",
          ["idToken": token, "email": "new@example.com", "password": "secret2"])
      case .removeEmail:
        await emulator.client(
          "accounts:update", ["idToken": token, "deleteAttribute": ["EMAIL"]])
      case .removePassword:
        await emulator.client(
          "accounts:update", ["idToken": token, "deleteAttribute": ["PASSWORD"]])
      case .changeLink:
        await emulator.client(
          "accounts:sendOobCode",
          [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": token,
            "newEmail": "new@example.com",
          ])
      }
    }
  }

  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    // Otherwise an address cannot be changed.
    try emulator.set([.emailEnumerationProtection: .off])
    return emulator
  }

  @Test(arguments: Sensitive.allCases)
  func `recent login lasts five minutes of the emulator's clock in production`(_ call: Sensitive)
    async throws
  {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(301))
    let before = try emulator.user(ada.uid)
    let refused = await call.call(emulator, ada)
    #expect(refused.status == 400)
    #expect(refused.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(refused.decisions == ["recentLogin: refused"])
    #expect(try emulator.user(ada.uid) == before)

    // A refreshed token is as old as its session.
    let refreshed = await emulator.refresh(ada.refreshToken)
    let stale = SignedIn(
      uid: ada.uid, idToken: refreshed["id_token"]?.string ?? "", refreshToken: "")
    #expect(await call.call(emulator, stale).errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")

    let again = try SignedIn(await emulator.signInWithPassword())
    emulator.advance(.seconds(300))
    #expect(await call.call(emulator, again).status == 200)
  }

  @Test(arguments: Sensitive.allCases)
  func `recent login is only reported in compatible`(_ call: Sensitive) async throws {
    let emulator = try emulator(.compatible)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(301))
    let reply = await call.call(emulator, ada)
    #expect(reply.status == 200)
    #expect(reply.decisions.contains("recentLogin: warned"))
    #expect(
      reply.reason.contains { $0.contains("production answers CREDENTIAL_TOO_OLD_LOGIN_AGAIN") })
  }

  @Test(arguments: Sensitive.allCases.filter { $0 != .changeLink })
  func `recent login is never required of an anonymous user`(_ call: Sensitive) async throws {
    let emulator = try emulator(.production)
    let anonymous = try await emulator.signUpAnonymously()
    emulator.advance(.seconds(3000))
    #expect(await call.call(emulator, anonymous).status == 200)
  }

  @Test func `recent login is required of a user who has removed every sign-in method`()
    async throws
  {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    _ = await emulator.change(ada.uid, ["deleteAttribute": ["EMAIL", "PASSWORD"]])
    #expect(try emulator.user(ada.uid)?.isAnonymous == true)
    emulator.advance(.seconds(301))
    let reply = await Sensitive.delete.call(emulator, ada)
    #expect(reply.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  @Test(arguments: ["accounts:update", "accounts:delete"], [false, true])
  func `recent login is never required of an administrator, even with a user's token`(
    _ operation: String, _ showsToken: Bool
  ) async throws {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    // Old, but not expired.
    emulator.advance(.seconds(3000))
    var body: JSONObject = ["email": "new@example.com", "password": "secret2"]
    body["localId"] = .string(ada.uid)
    if showsToken { body["idToken"] = .string(ada.idToken) }
    #expect(await emulator.admin(operation, .object(body)).status == 200)
  }

  @Test func `recent login is not required for a profile, a look-up or an unlinking`() async throws
  {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(3000))
    for change: JSONObject in [
      ["displayName": "Ada"], ["deleteProvider": ["google.com"]],
      ["deleteAttribute": ["PHOTO_URL"]],
    ] {
      var body = change
      body["idToken"] = .string(ada.idToken)
      #expect(await emulator.client("accounts:update", .object(body)).status == 200)
    }
    #expect(
      await emulator.client("accounts:lookup", ["idToken": .string(ada.idToken)]).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `recent login locks no user out when the clock is set back`(_ profile: Profile) async throws
  {
    let emulator = try emulator(profile)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(-86_400))
    // The session from the future remains valid, and a new one is valid too.
    #expect(
      await emulator.client("accounts:lookup", ["idToken": .string(ada.idToken)]).status == 200)
    #expect(await emulator.refresh(ada.refreshToken).status == 200)
    let again = try SignedIn(await emulator.signInWithPassword())
    #expect(again.claims["auth_time"]?.int == TestEmulator.start.seconds)
    #expect(
      await emulator.client("accounts:lookup", ["idToken": .string(again.idToken)]).status == 200)
    let changed = await Sensitive.password.call(emulator, again)
    #expect(changed.status == 200)
    #expect(
      await emulator.refresh(changed.json["refreshToken"]?.string ?? "").status == 200)
  }
}

extension SignedIn {
  init(uid: String, idToken: String, refreshToken: String) {
    self.uid = uid
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
