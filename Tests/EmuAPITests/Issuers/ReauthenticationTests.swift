import EmuTestSupport
import Testing

/// docs/reference/accounts.md#linking and docs/reference/sign-in-with-idp.md#request.
@Suite struct `reauthentication with a fresh token` {
  private static let order: JSONObject = ["account": ["sub": "p1"], "rawNonce": "raw"]

  private func authTime(_ idToken: String?) -> Int64? {
    JSON.claims(ofToken: idToken)["auth_time"]?.int
  }

  @Test(
    arguments: [("apple.com", "id_token"), ("oidc.corp", "id_token"), ("oidc.corp", "code")],
    Profile.allCases)
  func `reauthentication opens a session of now, with which the account can be deleted`(
    row: (provider: String, field: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let first = try await emulator.signIn(minting: row.provider, Self.order).expectSession()
    #expect(authTime(first.idToken) == TestEmulator.start.seconds)
    emulator.advance(.seconds(3000))
    // A refresh keeps the session's time; a new token opens a separate session.
    let refreshed = await emulator.refresh(first.refreshToken)
    #expect(authTime(refreshed["id_token"]?.string) == TestEmulator.start.seconds)
    if profile == .production {
      await emulator.client("accounts:delete", as: first)
        .expect(refusal: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
    let minted = try await emulator.mint(row.provider, Self.order)
    let options: JSONObject = ["autoCreate": false, "returnIdpCredential": true]
    let again =
      row.field == "code"
      ? await emulator.redeem(minted.code, row.provider, options: options)
      : await emulator.signIn(with: minted, options: options)
    let fresh = try again.expectSession()
    #expect(fresh.uid == first.uid)
    #expect(again["isNewUser"] == nil)
    #expect(authTime(fresh.idToken) == TestEmulator.start.seconds + 3000)
    #expect(await emulator.refresh(first.refreshToken).status == 200, "the older session is valid")
    #expect(await emulator.client("accounts:delete", as: fresh).status == 200)
    #expect(try emulator.user(first.uid) == nil)
  }
}
