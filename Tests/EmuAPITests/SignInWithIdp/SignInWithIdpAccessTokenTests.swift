import EmuTestSupport
import Testing

@testable import EmuModel

/// Tokens of Microsoft in production are in `MicrosoftSignInTests`.
@Suite final class `accounts:signInWithIdp with an access token alone`: EmulatorSuite {
  @Test(arguments: [
    "google.com", "apple.com", "facebook.com", "github.com", "twitter.com", "microsoft.com",
    "oidc.corp",
  ])
  func `compatible accepts claims in an access token`(provider: String) async throws {
    let claims = Idp.claims("r1", name: "Ann Lee").serialized()
    let reply = await emulator.present(provider, ["access_token": claims])
    reply.expect(["oauthAccessToken": .string(claims), "oauthIdToken": nil])
    #expect(try emulator.storedUser(of: reply).link(to: provider)?.rawID == "r1")
    let token = await emulator.present(
      provider, ["access_token": "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJyMSJ9."])
    #expect(token["localId"] == reply["localId"])
  }

  @Test(arguments: [
    "google.com", "facebook.com", "github.com", "twitter.com", "microsoft.com", "oidc.corp",
  ])
  func `a foreign access token is refused with the mint call`(provider: String) async throws {
    let isBare = ["github.com", "twitter.com"].contains(provider)
    await emulator.present(provider, ["access_token": "ya29.opaque"]).expect(
      refusal: "INVALID_IDP_RESPONSE : No issuer of this emulator made this access token. POST "
        + "/emulator/v1/issuers/\(provider)/tokens makes one\(isBare ? "" : ", with an ID token beside it")."
    )
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["microsoft.com", "oidc.corp"])
  func `production refuses an access token that names no person`(provider: String) async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: provider, .init(clientID: "app"))
    for body in ["access_token=opaque", "access_token=" + #"{"sub":"r1"}"#, ""] {
      await emulator.post("providerId=\(provider)&\(body)").expect(
        400,
        beginning: "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: "
          + "http://localhost?providerId=\(provider)")
    }
    #expect(await emulator.userCount() == 0)
  }
}
