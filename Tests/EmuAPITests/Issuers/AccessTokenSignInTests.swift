import EmuTestSupport
import Testing

/// Opaque access tokens of local issuers.
@Suite struct `signInWithIdp with an access token alone` {
  @Test(arguments: Profile.allCases)
  func `an access token of Google's signs in until it expires`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "google.com", ["account": ["email": "ann@example.com", "name": "Ann Lee"]])
    let reply = await emulator.presentAccessToken(of: minted)
    reply.expectGolden("google-access-token", profile)
    #expect(try emulator.storedUser(of: reply).link(to: "google.com")?.rawID == minted.subject)
    let elsewhere = await emulator.present("apple.com", ["access_token": minted.accessToken])
    #expect(elsewhere.errorCode == "INVALID_IDP_RESPONSE")
    emulator.advance(.seconds(3600))
    await emulator.presentAccessToken(of: minted).expect(
      refusal: "INVALID_IDP_RESPONSE : The google.com access token is expired or revoked.")
  }

  @Test(arguments: Profile.allCases)
  func `an access token alone has the claims of its sign-in's page`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    _ = await emulator.post(
      "/emulator/v1/issuers/google.com/accounts", ["email": "ann@example.com"])
    let query: FormFields = [
      "client_id": "google-client", "redirect_uri": "https://app.example.com/cb",
      "response_type": "code token", "scope": "openid email profile",
      "emulator_auto": "ann@example.com", "emulator_answer": "json",
      "emulator_claims": #"{"email":"bo@example.com","hd":"example.com"}"#,
    ]
    let page = await emulator.get("/issuers/google.com/o/oauth2/v2/auth?\(query.encoded)")
    let token = try #require(page["fields"]?["access_token"]?.string, "\(page.text)")
    let reply = await emulator.present("google.com", ["access_token": token])
    #expect(reply["email"] == "bo@example.com", "\(reply.text)")
    #expect(reply["rawUserInfo"]?.string?.contains(#""hd":"example.com""#) == true)
  }

  @Test(arguments: Profile.allCases)
  func `an access token alone has the claims of userinfo`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let rules: JSON = [
      ["targets": ["userinfo"], "claims": ["name": "Of userinfo"]],
      ["targets": ["id_token"], "claims": ["name": "Of the ID token"]],
    ]
    _ = await emulator.call(.patch, "/emulator/v1/issuers/google.com", ["rules": rules])
    let minted = try await emulator.mint("google.com", ["account": ["email": "ann@example.com"]])
    await emulator.presentAccessToken(of: minted).expect(["fullName": "Of userinfo"])
    await emulator.signIn(with: minted).expect(["fullName": "Of the ID token"])
  }

  @Test(arguments: Profile.allCases)
  func `an access token alone is refused to another client`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com", ["clientId": "other"])
    await emulator.presentAccessToken(of: minted).expect(
      refusal: "INVALID_IDP_RESPONSE : The google.com access token was issued to other, which is "
        + "not a client of this project.")
    #expect(await emulator.userCount() == 0)
  }

  @Test func `production refuses an access token alone of an OpenID provider`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let reply = await emulator.presentAccessToken(of: try await emulator.mint("oidc.corp"))
    #expect(reply.errorCode == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
  }
}
