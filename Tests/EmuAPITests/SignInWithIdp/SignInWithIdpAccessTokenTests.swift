import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `accounts:signInWithIdp with an access token alone` {
  @Test(arguments: [
    "google.com", "apple.com", "facebook.com", "github.com", "twitter.com", "microsoft.com",
    "oidc.corp",
  ])
  func `accounts:signInWithIdp accepts claims in an access token in compatible`(provider: String)
    async throws
  {
    let emulator = try TestEmulator()
    let claims = Idp.claims("r1", name: "Ann Lee").serialized()
    let reply = await emulator.post(
      "providerId=\(provider)&access_token=" + PercentEncoding.queryComponent(claims))
    #expect(reply.status == 200)
    #expect(reply["oauthAccessToken"]?.string == claims)
    #expect(reply["oauthIdToken"] == nil)
    #expect(try emulator.storedUser(of: reply).link(to: provider)?.rawID == "r1")
    let token = await emulator.post(
      "providerId=\(provider)&access_token=eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJyMSJ9.")
    #expect(token["localId"] == reply["localId"])
  }

  @Test(arguments: ["google.com", "facebook.com", "github.com", "twitter.com", "microsoft.com"])
  func `an access token that was not made here is refused with the call that makes one`(
    provider: String
  ) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.post("providerId=\(provider)&access_token=ya29.opaque")
    Idp.expect(reply, is: "foreign-access-token-\(provider)", .compatible, status: 400)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
    #expect(reply.errorMessage?.contains("/emulator/v1/issuers/\(provider)/tokens") == true)
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["microsoft.com", "oidc.corp"])
  func `an access token is refused in production where it says nothing about the person`(
    provider: String
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: provider, ProviderConfig(clientID: "app"))
    for body in [
      "access_token=opaque", "access_token=" + #"{"sub":"r1"}"#, "",
    ] {
      let reply = await emulator.post("providerId=\(provider)&\(body)")
      #expect(reply.status == 400)
      #expect(reply.errorCode == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
      #expect(
        reply.errorMessage?.hasPrefix(
          "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: "
            + "http://localhost?providerId=\(provider)") == true)
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test func `Microsoft's ID token is refused in production, even beside a made-up code`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "microsoft.com", ProviderConfig(clientID: "app"))
    let alone = await emulator.post(
      "providerId=microsoft.com&id_token=" + Idp.claims("m1").serialized())
    #expect(alone.errorCode == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
    let beside = await emulator.post(
      "providerId=microsoft.com&code=made-up&id_token=" + Idp.claims("m1").serialized())
    #expect(beside.errorCode == "INVALID_IDP_RESPONSE")
    #expect(beside.errorMessage?.contains("error=invalid_grant") == true)
    #expect(await emulator.userCount() == 0)
  }

  @Test
  func `an access token of Microsoft works in compatible, which reports what production answers`()
    async throws
  {
    let emulator = try TestEmulator()
    let notes = await emulator.decisions("microsoft.com", claims: Idp.claims("m1"))
    #expect(
      notes.contains {
        $0.rule == "verifyCredentials" && $0.outcome == "warned"
          && $0.reason.contains("INVALID_CREDENTIAL_OR_PROVIDER_ID")
      })
    #expect(await emulator.userCount() == 1)
  }
}
