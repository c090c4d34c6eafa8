import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `securetoken token` {
  private let path = "/securetoken.googleapis.com/v1/token?key=fake-key"

  @Test func `securetoken token returns a new ID token that keeps auth_time`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(1800))
    let reply = await emulator.refresh(ada.refreshToken)
    #expect(reply.status == 200)
    Golden.expect(reply.json, "token/refresh")
    #expect(reply["access_token"] == reply["id_token"])
    // The specification allows rotation, but refresh tokens stay valid.
    #expect(reply["refresh_token"]?.string == ada.refreshToken)
    #expect(try emulator.user(ada.uid)?.lastRefreshAt == TestEmulator.start + .seconds(1800))
    #expect(try emulator.user(ada.uid)?.lastLoginAt == TestEmulator.start)
  }

  @Test(arguments: [
    "grant_type=refresh_token&refresh_token=", "grantType=refresh_token&refreshToken=",
    "grant_type=authorization_code&code=",
  ])
  func `securetoken token accepts a form`(_ form: String) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    for type in [
      "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8",
    ] {
      let reply = await emulator.call(
        .post, path, bytes: Array((form + ada.refreshToken).utf8),
        headers: ["Host": "localhost:9099", "Content-Type": type])
      #expect(reply["user_id"]?.string == ada.uid)
    }
  }

  @Test(arguments: [("grantType", "refreshToken"), ("grant_type", "refresh_token")])
  func `securetoken token accepts JSON`(_ grantType: String, _ refreshToken: String) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let reply = await emulator.call(
      .post, path,
      .object([
        grantType: "refresh_token", refreshToken: .string(ada.refreshToken),
      ]))
    #expect(reply["user_id"]?.string == ada.uid)
    #expect(reply["expires_in"] == "3600")
  }

  @Test(
    arguments: [
      ([:], "MISSING_GRANT_TYPE"), (["grant_type": "password"], "INVALID_GRANT_TYPE"),
      (["grant_type": "refresh_token"], "MISSING_REFRESH_TOKEN"),
      (["grant_type": "refresh_token", "refresh_token": "junk"], "INVALID_REFRESH_TOKEN"),
      (["grant_type": "refresh_token", "refresh_token": "a.b"], "INVALID_REFRESH_TOKEN"),
      (["grant_type": "refresh_token", "refresh_token": "e30="], "INVALID_REFRESH_TOKEN"),
    ] as [(JSON, String)])
  func `securetoken token refuses bad input`(_ body: JSON, _ message: String) async throws {
    let reply = await (try TestEmulator()).call(.post, path, body)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == message)
  }

  @Test func `securetoken token refuses a token that was changed`() async throws {
    let emulator = try TestEmulator()
    let (ada, bob) = (try await emulator.signUp(), try await emulator.signUp("bob@example.com"))
    let parts = ada.refreshToken.split(separator: ".")
    let other = bob.refreshToken.split(separator: ".")
    let forged = "\(other[0]).\(parts[1])"
    #expect(await emulator.refresh(forged).errorMessage == "INVALID_REFRESH_TOKEN")
  }

  @Test func `securetoken token refuses a token of another project`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let reply = try await emulator.call(
      .post, "/v1/token?key=\(emulator.key(of: "other"))",
      ["grant_type": "refresh_token", "refresh_token": .string(ada.refreshToken)])
    #expect(reply.errorMessage == "PROJECT_NUMBER_MISMATCH")
  }

  @Test func `securetoken token refuses the token of a deleted, disabled or signed-out user`()
    async throws
  {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    func change(_ fields: JSONObject) async {
      var body = fields
      body["localId"] = .string(ada.uid)
      _ = await emulator.admin("accounts:update", .object(body))
    }
    await change(["disableUser": true])
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "USER_DISABLED")
    await change(["disableUser": false])
    #expect(await emulator.refresh(ada.refreshToken).status == 200)
    await change(["validSince": 1_800_000_001])
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "TOKEN_EXPIRED")
    _ = await emulator.admin("accounts:delete", ["localId": .string(ada.uid)])
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "USER_NOT_FOUND")
  }

  @Test func `securetoken token outlives a wiped store, as the user's id may come back`()
    async throws
  {
    let first = try TestEmulator()
    let ada = try await first.signUp()
    let second = try TestEmulator(seed: 2)
    #expect(await second.refresh(ada.refreshToken).errorMessage == "USER_NOT_FOUND")
    _ = await second.admin("accounts:batchCreate", ["users": [["localId": .string(ada.uid)]]])
    #expect(await second.refresh(ada.refreshToken).status == 200)
  }

  // MARK: Tokens of the official emulator

  @Test func `securetoken token reads the official emulator's tokens`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(100))
    let token = Handwritten.officialRefreshToken(
      uid: ada.uid, ["provider": "custom", "extraClaims": ["role": "x"]])
    let reply = await emulator.refresh(token)
    #expect(reply.status == 200)
    let claims = JSON.claims(ofToken: reply["id_token"]?.string)
    #expect(claims["role"] == "x")
    #expect(claims["firebase"]?["sign_in_provider"] == "custom")
    // The token has no time of sign-in, so the user's last sign-in is used.
    #expect(claims["auth_time"]?.int == TestEmulator.start.seconds)
  }

  @Test func `securetoken token reads the official emulator's tokens in compatible alone`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    let ada = try await emulator.signUp()
    let reply = await emulator.refresh(Handwritten.officialRefreshToken(uid: ada.uid))
    #expect(reply.errorMessage == "INVALID_REFRESH_TOKEN")
  }

  @Test func `securetoken token refuses the official emulator's tokens for others`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let foreign = Handwritten.officialRefreshToken(uid: ada.uid, project: "other")
    #expect(await emulator.refresh(foreign).errorMessage == "PROJECT_NUMBER_MISMATCH")
    let stray = Handwritten.officialRefreshToken(uid: "nobody")
    #expect(await emulator.refresh(stray).errorMessage == "USER_NOT_FOUND")
  }
}
