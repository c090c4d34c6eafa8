import EmuTestSupport
import Testing

@Suite struct `Recent login` {
  /// The changes that require a recent sign-in.
  enum Sensitive: String, CaseIterable, Sendable {
    case delete, email, password, addPassword, removeEmail, removePassword, changeLink

    private var request: (operation: String, fields: JSONObject) {
      switch self {
      case .delete: ("delete", [:])
      case .email: ("update", ["email": "new@example.com"])
      case .password: ("update", ["password": "secret2", "returnSecureToken": true])
      case .addPassword: ("signUp", ["email": "new@example.com", "password": "secret2"])
      case .removeEmail: ("update", ["deleteAttribute": ["EMAIL"]])
      case .removePassword: ("update", ["deleteAttribute": ["PASSWORD"]])
      case .changeLink:
        ("sendOobCode", ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@example.com"])
      }
    }

    func call(_ emulator: TestEmulator, _ user: SignedIn) async -> Reply {
      await emulator.client("accounts:\(request.operation)", as: user, request.fields)
    }
  }

  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    // Otherwise an address cannot be changed.
    try emulator.set([.emailEnumerationProtection: .off])
    return emulator
  }

  @Test(arguments: Sensitive.allCases)
  func `recent login lasts five minutes, by the profile`(_ call: Sensitive) async throws {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(301))
    let before = try emulator.user(ada.uid)
    let refused = await call.call(emulator, ada)
    refused.expect(refusal: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
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

    let compatible = try self.emulator(.compatible)
    let bob = try await compatible.signUp()
    compatible.advance(.seconds(301))
    let reply = await call.call(compatible, bob)
    #expect(reply.status == 200)
    #expect(reply.decisions.contains("recentLogin: warned"))
    #expect(reply.reasons.contains("production answers CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
  }

  @Test(arguments: Sensitive.allCases.filter { $0 != .changeLink })
  func `recent login is never required of an anonymous user`(_ call: Sensitive) async throws {
    let emulator = try emulator(.production)
    let anonymous = try await emulator.signUpAnonymously()
    emulator.advance(.seconds(3000))
    #expect(await call.call(emulator, anonymous).status == 200)
  }

  @Test func `recent login is required of a user without a sign-in method`() async throws {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    _ = await emulator.change(ada.uid, ["deleteAttribute": ["EMAIL", "PASSWORD"]])
    #expect(try emulator.user(ada.uid)?.isAnonymous == true)
    emulator.advance(.seconds(301))
    await Sensitive.delete.call(emulator, ada).expect(refusal: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
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

  @Test func `recent login is not required for a profile or an unlinking`() async throws {
    let emulator = try emulator(.production)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(3000))
    for change: JSONObject in [
      ["displayName": "Ada"], ["deleteProvider": ["google.com"]],
      ["deleteAttribute": ["PHOTO_URL"]],
    ] {
      #expect(await emulator.update(ada, change).status == 200)
    }
    await emulator.client("accounts:sendOobCode", as: ada, ["requestType": "VERIFY_EMAIL"])
      .expect(200)
    #expect(await emulator.lookup(ada).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `recent login locks no user out when a clock is set back`(_ profile: Profile) async throws {
    let emulator = try emulator(profile)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(-86_400))
    // The session from the future remains valid, and a new one is valid too.
    #expect(await emulator.lookup(ada).status == 200)
    #expect(await emulator.refresh(ada.refreshToken).status == 200)
    let again = try SignedIn(await emulator.signInWithPassword())
    #expect(again.claims["auth_time"]?.int == TestEmulator.start.seconds)
    #expect(await emulator.lookup(again).status == 200)
    let changed = await Sensitive.password.call(emulator, again)
    #expect(changed.status == 200)
    #expect(await emulator.refresh(changed["refreshToken"]?.string ?? "").status == 200)
  }
}
