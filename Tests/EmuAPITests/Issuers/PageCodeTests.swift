import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The code of an issuer's page, presented to the backend by the app.
@Suite struct `signInWithIdp with the code of an issuer's page` {
  /// The page of each issuer with a code flow; Firebase does not accept Twitter's code.
  static let pages = [
    ("apple.com", "/auth/authorize", Client.servicesID),
    ("microsoft.com", "/common/oauth2/v2.0/authorize", "microsoft-client"),
    ("google.com", "/o/oauth2/v2/auth", "google-client"),
    ("facebook.com", "/v19.0/dialog/oauth", "facebook-client"),
    ("github.com", "/login/oauth/authorize", "github-client"),
    ("linkedin.com", "/oauth/v2/authorization", "linkedin-client"),
    ("yahoo.com", "/oauth2/request_auth", "yahoo-client"),
    ("oidc.corp", "/authorize", "corp-client"),
  ]

  private static let callback = "https://demo-project.firebaseapp.com/__/auth/handler"

  private func code(
    _ emulator: TestEmulator, _ page: (provider: String, path: String, client: String)
  ) async throws -> String {
    var query: FormFields = [
      "client_id": page.client, "redirect_uri": Self.callback, "response_type": "code",
      "emulator_auto": "ann@example.com",
    ]
    if page.provider != "apple.com" { query.add("scope", "openid email profile") }
    let answer = await emulator.call(
      .get, "/issuers/\(page.provider)\(page.path)?\(query.encoded)")
    let location = try #require(answer.headers["Location"], "\(answer.status)")
    return try #require(
      FormFields(parsing: String(location.drop { $0 != "?" }.dropFirst())).first("code"))
  }

  @Test(arguments: pages, Profile.allCases)
  func `the code of an issuer's page signs its person in, once`(
    page: (provider: String, path: String, client: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let made = await emulator.call(
      .post, "/emulator/v1/issuers/\(page.provider)/accounts",
      ["email": "ann@example.com", "name": "Ann Lee"])
    let reply = await emulator.present(
      page.provider, ["code": try await code(emulator, page)],
      options: ["requestUri": .string(Self.callback)])
    try reply.expectSession()
    #expect(reply["isNewUser"] == true)
    #expect(reply["oauthAccessToken"]?.string?.isEmpty == false)
    let link = try #require(try emulator.storedUser(of: reply).link(to: page.provider))
    #expect(link.rawID == made["sub"]?.string)
    // Another code signs in the same person, and a repeated code is rejected.
    let code = try await code(emulator, page)
    let options: JSONObject = ["requestUri": .string(Self.callback)]
    let again = await emulator.present(page.provider, ["code": code], options: options)
    #expect(again["localId"] == reply["localId"])
    let replayed = await emulator.present(page.provider, ["code": code], options: options)
    #expect(replayed.errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: pages, Profile.allCases)
  func `the code of an issuer's page is refused for another provider, and stays valid for its own`(
    page: (provider: String, path: String, client: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    _ = await emulator.call(
      .post, "/emulator/v1/issuers/\(page.provider)/accounts", ["email": "ann@example.com"])
    let code = try await code(emulator, page)
    let other = await emulator.present(
      page.provider == "google.com" ? "oidc.corp" : "google.com", ["code": code])
    #expect(other.errorCode == "INVALID_IDP_RESPONSE")
    let reply = await emulator.present(
      page.provider, ["code": code], options: ["requestUri": .string(Self.callback)])
    try reply.expectSession()
  }

  /// The backend can revoke only Apple's.
  @Test(arguments: Profile.allCases)
  func `the code of Apple's page is revoked, and Apple is then asked as if for the first time`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    _ = await emulator.call(
      .post, "/emulator/v1/issuers/apple.com/accounts", ["email": "ann@example.com"])
    let page = Self.pages[0]
    let ann = try await emulator.present(
      "apple.com", ["code": try await code(emulator, page)],
      options: ["requestUri": .string(Self.callback)]
    ).expectSession()
    let reply = await emulator.revokeToken(
      try await code(emulator, page), "CODE", idToken: ann.idToken,
      options: ["redirectUri": .string(Self.callback)])
    #expect(reply.status == 200, "\(reply.json.serialized())")
    let grants = await emulator.call(.get, "/emulator/v1/issuers/apple.com/grants")
    #expect(grants["grants"]?[0]?["state"] == "revoked")
    #expect(grants["grants"]?[0]?["clientId"] == .string(page.2))
  }
}
