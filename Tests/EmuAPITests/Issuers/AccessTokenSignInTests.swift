import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Opaque access tokens of local issuers.
@Suite struct `signInWithIdp with an access token alone` {
  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone of Google's issuer signs its person in`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "google.com", ["account": ["email": "ann@example.com", "name": "Ann Lee"]])
    let reply = await emulator.present("google.com", ["access_token": minted.accessToken])
    reply.expectGolden("google-access-token", profile)
    #expect(try emulator.storedUser(of: reply).link(to: "google.com")?.rawID == minted.subject)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone has the claims of its sign-in's page`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    _ = await emulator.call(
      .post, "/emulator/v1/issuers/google.com/accounts", ["email": "ann@example.com"])
    let query: FormFields = [
      "client_id": "google-client", "redirect_uri": "https://app.example.com/cb",
      "response_type": "code token", "scope": "openid email profile",
      "emulator_auto": "ann@example.com", "emulator_answer": "json",
      "emulator_claims": #"{"email":"bo@example.com","hd":"example.com"}"#,
    ]
    let page = await emulator.call(.get, "/issuers/google.com/o/oauth2/v2/auth?\(query.encoded)")
    let token = try #require(page["fields"]?["access_token"]?.string, "\(page.json.serialized())")
    let reply = await emulator.present("google.com", ["access_token": token])
    #expect(reply["email"] == "bo@example.com", "\(reply.json.serialized())")
    #expect(reply["rawUserInfo"]?.string?.contains(#""hd":"example.com""#) == true)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone has the claims of userinfo`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let rules: JSON = [
      ["targets": ["userinfo"], "claims": ["name": "Of userinfo"]],
      ["targets": ["id_token"], "claims": ["name": "Of the ID token"]],
    ]
    _ = await emulator.call(.patch, "/emulator/v1/issuers/google.com", ["rules": rules])
    let minted = try await emulator.mint("google.com", ["account": ["email": "ann@example.com"]])
    let tokens = [
      ("access_token", minted.accessToken, "Of userinfo"),
      ("id_token", minted.idToken, "Of the ID token"),
    ]
    for (field, token, name) in tokens {
      let reply = await emulator.present("google.com", [field: token])
      #expect(reply["fullName"]?.string == name, "\(reply.text)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone is refused once it has expired`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com")
    emulator.advance(.seconds(3600))
    await emulator.present("google.com", ["access_token": minted.accessToken]).expect(
      refusal: "INVALID_IDP_RESPONSE : The google.com access token is expired or revoked.")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone is refused when it was made for another client`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com", ["clientId": "other"])
    let reply = await emulator.present("google.com", ["access_token": minted.accessToken])
    reply.expect(
      refusal: "INVALID_IDP_RESPONSE : The google.com access token was issued to other, which is "
        + "not a client of this project.")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with an access token alone is refused at another provider`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com")
    #expect(
      await emulator.present("apple.com", ["access_token": minted.accessToken]).errorCode
        == "INVALID_IDP_RESPONSE")
  }

  @Test
  func `signInWithIdp with an access token alone is refused by production for an OpenID provider`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("oidc.corp")
    #expect(
      await emulator.present("oidc.corp", ["access_token": minted.accessToken]).errorCode
        == "INVALID_CREDENTIAL_OR_PROVIDER_ID")
  }
}
