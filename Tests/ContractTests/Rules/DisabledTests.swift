import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The actions of a person whose account is disabled.
@Suite struct `A disabled account` {
  private static let player: JSON = [
    "playerId": "G:1", "signature": "AAAA", "salt": "AAAA", "timestamp": "1",
    "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer",
  ]

  private static let attempts:
    [(what: String, request: @Sendable (TestEmulator, Person) async throws -> Reply)] = [
      (
        "a password",
        { emulator, _ in
          await emulator.client(
            "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
        }
      ),
      (
        "a provider",
        { emulator, _ in await emulator.signIn("google.com", claims: ["sub": "g"]) }
      ),
      (
        "a provider that is trusted about the address",
        { emulator, _ in
          await emulator.signIn(
            "apple.com", claims: ["sub": "a", "email": "ada@example.com", "email_verified": true])
        }
      ),
      (
        "an e-mail link",
        { emulator, _ in
          let code = await emulator.code("EMAIL_SIGNIN")
          return await emulator.client(
            "accounts:signInWithEmailLink", ["email": "ada@example.com", "oobCode": code])
        }
      ),
      (
        "a text message",
        { emulator, _ in
          let text = await emulator.text()
          return await emulator.client(
            "accounts:signInWithPhoneNumber", ["sessionInfo": text.session, "code": text.code])
        }
      ),
      (
        "a custom token",
        { emulator, ada in
          await emulator.client(
            "accounts:signInWithCustomToken",
            ["token": .string(#"{"uid":"\#(ada.uid.string ?? "")"}"#)])
        }
      ),
      (
        "Game Center",
        { emulator, _ in await emulator.client("accounts:signInWithGameCenter", player) }
      ),
      (
        "a passkey",
        { emulator, _ in
          await emulator.client(
            "accounts/passkeySignIn:finalize",
            ["authenticatorAuthenticationResponse": ["id": "known"]])
        }
      ),
      (
        "a new passkey",
        { emulator, ada in
          await emulator.client("accounts/passkeyEnrollment:start", ["idToken": ada.idToken])
        }
      ),
      (
        "a new second factor",
        { emulator, ada in
          await emulator.client(
            "accounts/mfaEnrollment:start", ["idToken": ada.idToken, "totpEnrollmentInfo": [:]])
        }
      ),
      (
        "a refresh token",
        { emulator, ada in
          await emulator.api(
            .post, "/securetoken.googleapis.com/v1/token",
            ["grant_type": "refresh_token", "refresh_token": .string(ada.refreshToken)])
        }
      ),
      (
        "look-up",
        { emulator, ada in await emulator.client("accounts:lookup", ["idToken": ada.idToken]) }
      ),
      (
        "an update",
        { emulator, ada in
          await emulator.client("accounts:update", ["idToken": ada.idToken, "displayName": "A"])
        }
      ),
      (
        "deletion",
        { emulator, ada in await emulator.client("accounts:delete", ["idToken": ada.idToken]) }
      ),
      (
        "a code for the own address",
        { emulator, ada in
          await emulator.client(
            "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": ada.idToken])
        }
      ),
      (
        "a link to a provider",
        { emulator, ada in
          await emulator.signIn(
            "github.com", claims: ["sub": "h"], options: ["idToken": ada.idToken])
        }
      ),
      (
        "a session cookie",
        { emulator, ada in await emulator.admin(":createSessionCookie", ["idToken": ada.idToken]) }
      ),
    ]

  @Test(arguments: attempts.indices)
  func `a disabled account cannot sign in or be changed by its person`(_ row: Int) async throws {
    let (what, request) = Self.attempts[row]
    let emulator = try TestEmulator()
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
      "accounts:update",
      ["localId": ada.uid, "disableUser": true, "phoneNumber": "+15555550100"])
    let before = try emulator.user(ada.uid.string ?? "")
    let reply = try await request(emulator, ada)
    #expect(reply.status == 400, "\(what)")
    #expect(reply.errorMessage == "USER_DISABLED", "\(what)")
    #expect(try emulator.user(ada.uid.string ?? "") == before, "\(what)")
  }

  @Test func `a disabled account is rejected before a second factor`() async throws {
    let emulator = try TestEmulator()
    let ada = await emulator.guardedPerson()
    let pending = await emulator.pending()
    _ = await emulator.admin("accounts:update", ["localId": ada.person.uid, "disableUser": true])
    #expect(await emulator.showApp(ada, pending).errorMessage == "USER_DISABLED")
  }

  @Test func `a disabled account can be read, changed and enabled by an administrator`()
    async throws
  {
    let emulator = try TestEmulator()
    let ada = await emulator.person()
    _ = await emulator.admin("accounts:update", ["localId": ada.uid, "disableUser": true])
    let seen = await emulator.admin("accounts:lookup", ["localId": [ada.uid]])
    #expect(seen.json["users"]?[0]?["disabled"] == true)
    _ = await emulator.admin("accounts:update", ["localId": ada.uid, "disableUser": false])
    // Disabling an account does not revoke its sessions.
    #expect(await emulator.client("accounts:lookup", ["idToken": ada.idToken]).status == 200)
  }
}
