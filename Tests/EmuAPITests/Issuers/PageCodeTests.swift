import EmuTestSupport
import Testing

/// The code of an issuer's page, presented to the backend by the app.
@Suite struct `signInWithIdp with the code of an issuer's page` {
  private static let options: JSONObject = ["requestUri": .string(Client.callback)]

  @Test(arguments: SecretForm.ofPages, Profile.allCases)
  func `the code of an issuer's page signs its person in, once, and at its own provider`(
    page: SecretForm, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let provider = page.id
    let made = await emulator.post(
      "/emulator/v1/issuers/\(provider)/accounts", ["email": "ann@example.com", "name": "Ann Lee"])
    func code() async throws -> String {
      try await emulator.pageCode(
        provider, page.page ?? "", client: page.client,
        provider == "apple.com" ? [:] : ["scope": "openid email profile"])
    }
    let first = try await code()
    let other = await emulator.redeem(first, provider == "google.com" ? "oidc.corp" : "google.com")
    #expect(other.errorCode == "INVALID_IDP_RESPONSE")
    // The refusal did not consume it.
    let reply = await emulator.redeem(first, provider, options: Self.options)
    try reply.expectSession()
    reply.expect(["isNewUser": true]).expect(has: "oauthAccessToken")
    let link = try #require(try emulator.storedUser(of: reply).link(to: provider))
    #expect(link.rawID == made["sub"]?.string)
    // Another code signs in the same person, and a repeated code is rejected.
    let second = try await code()
    let again = await emulator.redeem(second, provider, options: Self.options)
    #expect(again["localId"] == reply["localId"])
    let replayed = await emulator.redeem(second, provider, options: Self.options)
    #expect(replayed.errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 1)
  }
}
