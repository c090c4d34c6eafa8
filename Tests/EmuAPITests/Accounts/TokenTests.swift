import EmuTestSupport
import Testing

@testable import EmuAPI

@Suite final class `securetoken token`: EmulatorSuite {
  private let path = "/securetoken.googleapis.com/v1/token?key=fake-key"

  @Test(arguments: [(0, 0, true), (.max, 0, false), (0, .max, false), (0, .min, false)])
  func `securetoken token reads no refresh token of an impossible time`(
    authTime: Int64, openedAt: Int64, isRead: Bool
  ) {
    let token: JSON = [
      "project": "p", "uid": "u", "provider": "custom", "authTime": .int(authTime),
      "openedAt": .int(openedAt),
    ]
    #expect((RefreshToken(json: token) != nil) == isRead)
  }

  @Test func `securetoken token returns a new ID token that keeps auth_time`() async throws {
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(1800))
    let reply = await emulator.refresh(ada.refreshToken)
    reply.expect(golden: "token/refresh")
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
    let ada = try await emulator.signUp()
    let reply = await emulator.post(
      path, .object([grantType: "refresh_token", refreshToken: .string(ada.refreshToken)]))
    reply.expect(["user_id": .string(ada.uid), "expires_in": "3600"])
  }

  @Test(arguments: ["a.b", "e30="])
  func `securetoken token refuses what is no refresh token`(_ token: String) async throws {
    await emulator.refresh(token).expect(refusal: "INVALID_REFRESH_TOKEN")
  }

  @Test func `securetoken token outlives a wiped store, as the id may come back`() async throws {
    let ada = try await emulator.signUp()
    let second = try TestEmulator(seed: 2)
    #expect(await second.refresh(ada.refreshToken).errorMessage == "USER_NOT_FOUND")
    _ = await second.batchCreate([["localId": .string(ada.uid)]])
    #expect(await second.refresh(ada.refreshToken).status == 200)
  }

  // MARK: Tokens of the official emulator

  @Test func `securetoken token reads the official emulator's tokens`() async throws {
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(100))
    let token = Handwritten.officialRefreshToken(
      uid: ada.uid, ["provider": "custom", "extraClaims": ["role": "x"]])
    let reply = await emulator.refresh(token)
    #expect(reply.status == 200)
    #expect(reply.claims["role"] == "x")
    #expect(reply.firebase["sign_in_provider"] == "custom")
    // The token has no time of sign-in, so the user's last sign-in is used.
    #expect(reply.claims["auth_time"]?.int == TestEmulator.start.seconds)
  }

  @Test func `securetoken token refuses the official emulator's tokens for others`() async throws {
    let ada = try await emulator.signUp()
    let foreign = Handwritten.officialRefreshToken(uid: ada.uid, project: "other")
    await emulator.refresh(foreign).expect(refusal: "PROJECT_NUMBER_MISMATCH")
    let stray = Handwritten.officialRefreshToken(uid: "nobody")
    await emulator.refresh(stray).expect(refusal: "USER_NOT_FOUND")
    let production = try TestEmulator(profile: .production)
    await production.refresh(stray).expect(refusal: "INVALID_REFRESH_TOKEN")
  }
}
