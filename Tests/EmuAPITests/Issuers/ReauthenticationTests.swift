import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/accounts.md#linking and docs/reference/sign-in-with-idp.md#request.
@Suite struct `reauthentication with a fresh token` {
  static let providers = ["apple.com", "oidc.corp"]

  private static func order(_ subject: String) -> JSONObject {
    ["account": ["sub": .string(subject)], "rawNonce": "raw"]
  }

  private func authTime(_ idToken: String?) -> Int64? {
    JSON.claims(ofToken: idToken)["auth_time"]?.int
  }

  @Test(arguments: providers, Profile.allCases)
  func `reauthentication with a fresh token opens a session of now`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let first = try await emulator.signIn(with: emulator.mint(provider, Self.order("p1")))
      .expectSession()
    #expect(authTime(first.idToken) == TestEmulator.start.seconds)
    emulator.advance(.seconds(3000))
    // A refresh keeps the session's time; a new token opens a separate session.
    let refreshed = await emulator.refresh(first.refreshToken)
    #expect(authTime(refreshed["id_token"]?.string) == TestEmulator.start.seconds)
    let again = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")),
      options: ["autoCreate": false, "returnIdpCredential": true])
    let account = try again.expectSession()
    #expect(account.uid == first.uid)
    #expect(again["isNewUser"] == nil)
    #expect(authTime(account.idToken) == TestEmulator.start.seconds + 3000)
    // The older session stays valid.
    #expect(await emulator.refresh(first.refreshToken).status == 200)
  }

  @Test(arguments: providers)
  func `reauthentication with a fresh token lets production do what needs a recent sign-in`(
    provider: String
  ) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let first = try await emulator.signIn(with: emulator.mint(provider, Self.order("p1")))
      .expectSession()
    emulator.advance(.seconds(301))
    await emulator.client("accounts:delete", ["idToken": .string(first.idToken)])
      .expect(refusal: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    let fresh = try await emulator.signIn(
      with: emulator.mint(provider, Self.order("p1")), options: ["autoCreate": false]
    ).expectSession()
    let deleted = await emulator.client(
      "accounts:delete", ["idToken": .string(fresh.idToken)])
    #expect(deleted.status == 200)
    #expect(try emulator.user(first.uid) == nil)
  }

  @Test(arguments: providers, Profile.allCases)
  func `reauthentication with a fresh token makes no user of an unknown person`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let plain = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")),
      options: ["autoCreate": false])
    plain.expect(refusal: profile == .production ? "USER_NOT_FOUND" : "USER_MISMATCH")
    let soft = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p1")),
      options: ["autoCreate": false, "returnIdpCredential": true])
    #expect(soft.status == 200)
    #expect(soft["errorMessage"] == "USER_NOT_FOUND")
    for key in ["idToken", "refreshToken", "localId", "needConfirmation"] {
      #expect(soft[key] == nil, "\(key)")
    }
    #expect(await emulator.userCount() == 0)
  }

  /// The SDK compares the uid with the current user's and reports user-mismatch.
  @Test(arguments: providers, Profile.allCases)
  func `reauthentication as another person shows whose the token is`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let ann = try await emulator.signIn(with: emulator.mint(provider, Self.order("p1")))
      .expectSession()
    let bob = try await emulator.signIn(with: emulator.mint(provider, Self.order("p2")))
      .expectSession()
    let reply = await emulator.signIn(
      with: try await emulator.mint(provider, Self.order("p2")),
      options: ["autoCreate": false, "returnIdpCredential": true])
    let account = try reply.expectSession()
    #expect(account.uid == bob.uid)
    #expect(account.uid != ann.uid)
    #expect(JSON.claims(ofToken: account.idToken)["sub"] == .string(bob.uid))
  }

  @Test(arguments: Profile.allCases)
  func `reauthentication by a code works as well`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let first = try await emulator.signIn(with: emulator.mint("oidc.corp", Self.order("p1")))
      .expectSession()
    emulator.advance(.seconds(900))
    let minted = try await emulator.mint("oidc.corp", Self.order("p1"))
    let account = try await emulator.present(
      "oidc.corp", ["code": minted.code], options: ["autoCreate": false]
    ).expectSession()
    #expect(account.uid == first.uid)
    #expect(authTime(account.idToken) == TestEmulator.start.seconds + 900)
  }
}
