import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `A disabled account` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

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
  func `a disabled account cannot sign in or be changed by its person`(_ what: String) async throws
  {
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
    let reply = try await call.send(emulator, ada)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == "USER_DISABLED")
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
