import EmuIdentity
import EmuIssuers
import EmuTestSupport
import Testing

@testable import EmuModel

/// `createAuthUri` with a provider, and its sign-in.
@Suite struct `a sign-in that createAuthUri begins` {
  static let callback = "https://demo.example.com/__/auth/handler"
  static let providers = ProviderSites.standard.providers.issuerIDs + ["oidc.corp"]

  private static func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator.issuing(profile)
    try emulator.configure(["authorizedDomains": ["demo.example.com"]])
    return emulator
  }

  private func begin(
    _ emulator: TestEmulator, _ provider: String, _ more: JSONObject = [:]
  ) async -> Reply {
    let body: JSONObject = [
      "providerId": .string(provider), "continueUri": .string(Self.callback),
      "customParameter": ["emulator_auto": "new"],
    ]
    return await emulator.client("accounts:createAuthUri", .object(body.merging(more)))
  }

  @Test func `a sign-in begins at createAuthUri whichever way the fields are spelt`() async throws {
    let reply = await (try Self.emulator(.compatible)).client(
      "accounts:createAuthUri",
      ["provider_id": "google.com", "continue_uri": .string(Self.callback)])
    #expect(
      reply["authUri"]?.string?.hasPrefix("http://localhost:9099/issuers/google.com/") == true)
  }

  /// Follows the redirects of a browser; returns the request of the handler page.
  private func follow(_ emulator: TestEmulator, _ begun: Reply) async throws -> JSONObject {
    let url = try #require(begun["authUri"]?.string, "\(begun.json.serialized())")
    #expect(url.hasPrefix("http://localhost:9099/issuers/"))
    let page = await emulator.call(.get, String(url.dropFirst("http://localhost:9099".count)))
    var body: JSONObject = [
      "sessionId": begun["sessionId"] ?? "", "returnSecureToken": true,
      "requestUri": .string(page.headers["Location"] ?? Self.callback),
    ]
    if page.headers["Location"] == nil {
      body["postBody"] = .string(page.form.encoded)
    }
    return body
  }

  private func signIn(_ emulator: TestEmulator, _ body: JSONObject) async -> Reply {
    await emulator.client("accounts:signInWithIdp", .object(body))
  }

  @Test(arguments: providers, Profile.allCases)
  func `a sign-in of createAuthUri ends with what the browser brings, once`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try Self.emulator(profile)
    let begun = await begin(emulator, provider, ["context": "where I was"])
    begun.expect(["providerId": .string(provider), "kind": "identitytoolkit#CreateAuthUriResponse"])
    let body = try await follow(emulator, begun)
    let reply = await signIn(emulator, body)
    try reply.expectSession()
    reply.expect(["providerId": .string(provider), "isNewUser": true, "context": "where I was"])
    #expect(reply["oauthAccessToken"] != nil)
    #expect((reply["oauthTokenSecret"] != nil) == (provider == "twitter.com"))
    // The code is spent. Production gives a token in its place for Microsoft and `oidc.*` alone.
    let hasPendingToken =
      profile == .compatible || ["microsoft.com", "oidc.corp"].contains(provider)
    #expect((reply["pendingToken"] != nil) == hasPendingToken)
    #expect(try emulator.storedUser(of: reply).link(to: provider) != nil)

    #expect(await signIn(emulator, body).errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 1)
    // The content of a replay: a state of this session with another sign-in's code.
    var mixed = try await follow(emulator, await begin(emulator, provider))
    mixed["sessionId"] = body["sessionId"]
    #expect((await signIn(emulator, mixed).status == 200) == (profile == .compatible))
  }

  @Test(arguments: providers)
  func `a sign-in of createAuthUri belongs to no other`(provider: String) async throws {
    let emulator = try Self.emulator(.production)
    let good = try await follow(emulator, await begin(emulator, provider))
    let uri = good["requestUri"]?.string ?? ""
    let elsewhere = uri.replacing("https://demo.example.com", with: "https://evil.example.com")
    for (field, value) in [
      ("sessionId", nil), ("sessionId", "another"), ("requestUri", .string(elsewhere)),
    ] as [(String, JSON?)] {
      var bad = good
      bad[field] = value
      await signIn(emulator, bad).expect(
        refusal: "INVALID_IDP_RESPONSE : The session does not match the one of this sign-in.")
    }
    try await signIn(emulator, good).expectSession()
  }

  @Test func `a sign-in of createAuthUri keeps the session that the app names`() async throws {
    let emulator = try Self.emulator(.production)
    let begun = await begin(emulator, "github.com", ["sessionId": "my own"])
    #expect(begun["sessionId"] == "my own")
    try await signIn(emulator, try await follow(emulator, begun)).expectSession()
  }

  @Test func `a sign-in of createAuthUri passes on only what an app may ask for`() async throws {
    let emulator = try Self.emulator(.production)
    let begun = await begin(
      emulator, "google.com",
      [
        "oauthScope": "https://www.googleapis.com/auth/drive", "hostedDomain": "example.com",
        "customParameter": [
          "prompt": "select_account", "login_hint": "ann@example.com", "client_id": "evil",
          "state": "evil", "redirect_uri": "https://evil.example.com/",
        ],
      ])
    let url = try #require(begun["authUri"]?.string)
    let query = FormFields(parsing: String(url.drop { $0 != "?" }.dropFirst()))
    #expect(query.first("prompt") == "select_account")
    #expect(query.first("login_hint") == "ann@example.com")
    #expect(query.first("hd") == "example.com")
    #expect(query.all("client_id") == ["google-client"])
    #expect(query.all("redirect_uri") == [Self.callback])
    #expect(query.all("state").count == 1)
    #expect(query.first("scope")?.hasSuffix("https://www.googleapis.com/auth/drive") == true)
    #expect(query.first("response_type") == "code")
    await emulator.call(.get, String(url.dropFirst("http://localhost:9099".count))).expect(200)
  }

  @Test(arguments: [
    ("", "common"), ("organizations", "organizations"), ("corp.example", "corp.example"),
  ])
  func `a sign-in of createAuthUri is in the named tenant of Microsoft, else in common`(
    tenant: String, path: String
  ) async throws {
    let begun = await begin(
      try Self.emulator(.compatible), "microsoft.com",
      ["customParameter": ["tenant": .string(tenant)]])
    let root = "http://localhost:9099/issuers/microsoft.com/\(path)/oauth2/"
    #expect(begun["authUri"]?.string?.hasPrefix(root) == true, "\(begun.json)")
  }

  @Test func `a sign-in of createAuthUri without a code has a nonce`() async throws {
    let emulator = try Self.emulator(.production)
    try emulator.configure(
      provider: "oidc.corp",
      .init(
        clientID: "corp-client", clientSecret: "secret",
        responseType: ProviderConfig.ResponseType(idToken: true)))
    let begun = await begin(emulator, "oidc.corp")
    let url = try #require(begun["authUri"]?.string)
    let query = FormFields(parsing: String(url.drop { $0 != "?" }.dropFirst()))
    #expect(query.first("response_type") == "id_token")
    let nonce = try #require(query.first("nonce"))
    #expect(nonce.count == 64)
    let body = try await follow(emulator, begun)
    #expect(body["requestUri"]?.string?.contains("#id_token=") == true)
    let reply = await signIn(emulator, body)
    try reply.expectSession()
    #expect(JSON.claims(ofToken: reply["oauthIdToken"]?.string)["nonce"] == .string(nonce))
  }

  @Test(arguments: providers.filter { $0 != "apple.com" })
  func `a sign-in of createAuthUri ends when the person cancels`(provider: String) async throws {
    let emulator = try Self.emulator(.production)
    let begun = await begin(
      emulator, provider, ["customParameter": ["emulator_fail": "access_denied"]])
    await signIn(emulator, try await follow(emulator, begun)).expect(
      refusal: "INVALID_IDP_RESPONSE : The identity provider refused the sign-in: access_denied")
    #expect(await emulator.userCount() == 0)
  }

  @Test(
    arguments: [
      ("github.com", nil, "MISSING_CONTINUE_URI"),
      ("github.com", "nonsense", "INVALID_CONTINUE_URI"),
      ("github.com", "https://a.b/#c", "INVALID_CONTINUE_URI"),
      ("github.com", "https://demo.example.com/#\u{301}c", "INVALID_CONTINUE_URI"),
      ("github.com", "https://demo.example.com/?\u{301}=b&state=c", "INVALID_CONTINUE_URI"),
      ("github.com", "https://demo.example.com/?a=b&state=c", "INVALID_CONTINUE_URI"),
      ("password", "https://a.b/", "INVALID_PROVIDER_ID"),
      ("github.com", "https://evil.example.com/", "UNAUTHORIZED_DOMAIN"),
      ("oidc.other", "https://demo.example.com/", "OPERATION_NOT_ALLOWED"),
    ] as [(String, JSON?, String)])
  func `a sign-in does not begin at createAuthUri with what is wrong`(
    provider: String, continueURI: JSON?, code: String
  ) async throws {
    var body: JSONObject = ["providerId": .string(provider)]
    body["continueUri"] = continueURI
    await (try Self.emulator(.production)).client("accounts:createAuthUri", .object(body)).expect(
      400, code: code)
  }

  @Test func `a sign-in of createAuthUri is refused where the emulator has no page`() async throws {
    let emulator = try Self.emulator(.compatible)
    try emulator.configure(
      provider: "google.com", .init(clientID: "c", issuer: "https://elsewhere.example"))
    for (provider, words) in [
      ("playgames.google.com", "accounts:signInWithIdp"),
      ("google.com", "https://elsewhere.example"),
    ] {
      let reply = await begin(emulator, provider)
      #expect(reply.status == 501, "\(provider)")
      #expect(reply.errorMessage?.contains(words) == true, "\(provider)")
    }
  }

  @Test(arguments: ["github.com", "twitter.com"])
  func `a sign-in of createAuthUri in a tenant is for its client`(provider: String) async throws {
    let emulator = try Self.emulator(.production)
    await emulator.allowTenants()
    let tenant = try await emulator.tenant(["displayName": "Corp"])
    let set = await emulator.postV2(
      "tenants/\(tenant)/defaultSupportedIdpConfigs?idpId=\(provider)",
      ["clientId": "tenant-client", "clientSecret": "s", "enabled": true])
    #expect(set.status == 200, "\(set.text)")
    let inTenant: JSONObject = ["tenantId": .string(tenant)]
    let body = try await follow(emulator, await begin(emulator, provider, inTenant))
    await signIn(emulator, body).expect(
      refusal: "INVALID_IDP_RESPONSE : The session does not match the one of this sign-in.")
    try await signIn(emulator, body.merging(inTenant)).expectSession()
  }

  @Test func `a sign-in of createAuthUri needs no configuration in compatible`() async throws {
    let emulator = try TestEmulator(profile: .compatible, isStored: true)
    for provider in Self.providers {
      let reply = await signIn(
        emulator, try await follow(emulator, await begin(emulator, provider)))
      try reply.expectSession()
    }
  }
}
