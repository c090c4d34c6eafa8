import EmuJOSE
import EmuServer
import EmuTestSupport
import Testing

@testable import EmuIssuers
@testable import EmuModel

/// A provider is a folder, like this one, and a line: `adding(AcmeIssuer())`.
@Suite struct `A provider that a test adds` {
  private static let callback = "http://localhost/__/auth/handler"
  private static let ann: JSON = [
    "sub": "acme-1", "email": "ann@example.com", "name": ["givenName": "Ann", "familyName": "Lee"],
  ]

  private let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator(profile: .production) { configuration in
      configuration.sites = .standard.adding(AcmeIssuer())
    }
    try emulator.configure(
      provider: "acme.example", .init(clientID: "acme-client", clientSecret: "secret"))
  }

  private func mint() async throws -> Minted {
    try await emulator.mint("acme.example", ["account": Self.ann])
  }

  @Test func `an added provider has a discovery document and keys in its format`() async throws {
    let document = await emulator.get("/issuers/acme.example/.well-known/openid-configuration")
    #expect(document["issuer"] == "http://localhost:9099/issuers/acme.example")
    #expect(document["token_endpoint"] == "http://localhost:9099/issuers/acme.example/exchange")
    #expect(document["id_token_signing_alg_values_supported"] == ["ES256"])
    let keys = await emulator.get("/issuers/acme.example/keys")
    #expect(keys["keys"]?.array?.count == 1)
    #expect(keys["keys"]?[0]?["kid"]?.string?.hasPrefix("acme-key-") == true)
    let listed = await emulator.get("/emulator/v1/issuers/acme.example")
    #expect(listed["discoveryUrl"]?.string?.contains("/issuers/acme.example/") == true)
  }

  @Test func `an added provider has a sign-in page that offers its people`() async throws {
    _ = await emulator.post("/emulator/v1/issuers/acme.example/accounts", Self.ann)
    let page = await emulator.get(
      "/issuers/acme.example/login?client_id=acme-client&response_type=code&scope=openid"
        + "&redirect_uri=" + PercentEncoding.queryComponent(Self.callback))
    page.expect(200).expect(text: "Fake Acme", "ann@example.com")
  }

  @Test func `an added provider mints tokens that sign its person in`() async throws {
    let minted = try await mint()
    #expect(minted.accessToken.hasPrefix("acme_access_"))
    let keys = await emulator.get("/issuers/acme.example/keys")
    let set = try JWKSet(parsing: keys.bytes)
    #expect(try JWTVerifier.verifies(CompactJWT(minted.idToken), keys: set.verificationKeys))
    #expect(minted.claims["department"] == "roadrunners")
    let reply = await emulator.signIn(with: minted)
    try reply.expectSession()
    reply.expect(["federatedId": "acme:acme-1", "displayName": "Ann Lee", "emailVerified": true])
  }

  @Test func `an added provider returns the same tokens for a code either way`() async throws {
    var codes: [String] = []
    for _ in 1...2 {
      let answer = await emulator.get(
        "/issuers/acme.example/login?client_id=acme-client&response_type=code"
          + "&scope=openid%20email%20profile&nonce=n&emulator_auto=new&redirect_uri="
          + PercentEncoding.queryComponent(Self.callback))
      let location = try #require(answer.headers["Location"], "\(answer.status)")
      let query = FormFields(parsing: String(location.drop { $0 != "?" }.dropFirst()))
      codes.append(try #require(query.first("code")))
    }
    let form: FormFields = [
      "grant_type": "authorization_code", "code": codes[0], "redirect_uri": Self.callback,
      "client_id": "acme-client", "client_secret": "secret",
    ]
    let issued = await emulator.form("/issuers/acme.example/exchange", form)
    let told = await emulator.present(
      "acme.example", ["code": codes[1]],
      options: ["requestUri": .string(Self.callback), "returnRefreshToken": true])
    try told.expectSession()
    for token in [issued["access_token"], told["oauthAccessToken"]] {
      #expect(token?.string?.hasPrefix("acme_access_") == true)
    }
    for token in [issued["refresh_token"], told["oauthRefreshToken"]] {
      #expect(token?.string?.hasPrefix("acme_refresh_") == true)
    }
    #expect(
      issued.claims.object?.keys == JSON.claims(ofToken: told["oauthIdToken"]?.string).object?.keys)
    let info = await emulator.get(
      "/issuers/acme.example/me",
      headers: ["Authorization": "Bearer \(told["oauthAccessToken"]?.string ?? "")"])
    #expect(info["department"] == "roadrunners")
  }

  @Test func `an added provider is linked to an account`() async throws {
    let anonymous = await emulator.client("accounts:signUp", ["returnSecureToken": true])
    let reply = await emulator.present(
      "acme.example", ["id_token": try await mint().idToken],
      options: ["idToken": anonymous["idToken"] ?? .null])
    try reply.expectSession()
    #expect(reply["localId"] == anonymous["localId"])
    #expect(try emulator.storedUser(of: reply).link(to: "acme.example")?.rawID == "acme-1")
  }

  @Test func `an added provider accepts accounts and settings of a seed`() async throws {
    let seeded = await emulator.call(
      .post, "/emulator/v1/seed",
      [
        "version": 1, "projects": ["demo-project": ["people": ["acme.example": [Self.ann]]]],
        "issuers": ["acme.example": ["options": ["idTokenLifetimeSeconds": 99]]],
      ])
    #expect(seeded.status == 200, "\(seeded.json)")
    let people = await emulator.get("/emulator/v1/issuers/acme.example/accounts")
    #expect(people["accounts"]?[0]?["email"] == "ann@example.com")
    let claims = JSON.claims(ofToken: try await mint().idToken)
    #expect((claims["exp"]?.int ?? 0) - (claims["iat"]?.int ?? 0) == 99)
  }

  @Test func `an added provider is configured and begun like Google's`() async throws {
    let listed = await emulator.get(
      "/identitytoolkit.googleapis.com/v2/defaultSupportedIdps",
      headers: ["Authorization": "Bearer owner"])
    let ids = listed["defaultSupportedIdps"]?.array?.compactMap { $0["idpId"]?.string }
    #expect(ids?.contains("acme.example") == true)
    let begun = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "acme.example", "continueUri": .string(Self.callback)])
    #expect(
      begun["authUri"]?.string?.hasPrefix("http://localhost:9099/issuers/acme.example/login?")
        == true)
  }
}

extension ProviderSites {
  fileprivate func adding(_ issuer: any FakeIssuer) -> ProviderSites {
    ProviderSites(issuers + [issuer], others: others)
  }
}
