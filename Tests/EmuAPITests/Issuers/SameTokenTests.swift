import EmuIdentity
import EmuIssuers
import EmuJOSE
import EmuTestSupport
import Testing

/// A provider and the format of its secrets.
struct SecretForm: Sendable, CustomTestStringConvertible {
  var id: String
  /// The token endpoint.
  var endpoint: String
  /// The sign-in page; nil if the backend accepts no code of it.
  var page: String?
  var client: String
  /// The format of an access token, as a pattern.
  var access: String
  /// The format of a refresh token; nil without one.
  var refresh: String?

  var testDescription: String { id }

  /// The providers whose pages have codes that the backend accepts, with the client of the page.
  static let ofPages = all.filter { $0.page != nil }.map { provider in
    var web = provider
    if web.id == "apple.com" { web.client = Client.servicesID }
    return web
  }

  private static let urlSafe43 = "[A-Za-z0-9_-]{43}"
  private static let apple = "[0-9a-f]{32}\\.0\\.[a-z]{4}\\.[A-Za-z0-9_-]{22}"

  static let all = [
    SecretForm(
      id: "apple.com", endpoint: "/auth/token", page: "/auth/authorize", client: Client.bundleID,
      access: "a\(apple)", refresh: "r\(apple)"),
    SecretForm(
      id: "google.com", endpoint: "/token", page: "/o/oauth2/v2/auth", client: "google-client",
      access: urlSafe43, refresh: urlSafe43),
    SecretForm(
      id: "microsoft.com", endpoint: "/common/oauth2/v2.0/token",
      page: "/common/oauth2/v2.0/authorize", client: "microsoft-client",
      access: "EwB[A-Za-z0-9_-]{97}", refresh: "0\\.AR[A-Za-z0-9_-]{96}"),
    SecretForm(
      id: "facebook.com", endpoint: "/oauth/access_token", page: "/dialog/oauth",
      client: "facebook-client", access: "EAA[A-Za-z0-9]{96}"),
    SecretForm(
      id: "github.com", endpoint: "/login/oauth/access_token", page: "/login/oauth/authorize",
      client: "github-client", access: "gho_[A-Za-z0-9]{36}"),
    SecretForm(
      id: "twitter.com", endpoint: "/2/oauth2/token", client: "twitter-client",
      access: "[A-Za-z0-9_-]{91}", refresh: "[A-Za-z0-9_-]{91}"),
    SecretForm(
      id: "linkedin.com", endpoint: "/oauth/v2/accessToken", page: "/oauth/v2/authorization",
      client: "linkedin-client", access: urlSafe43),
    SecretForm(
      id: "yahoo.com", endpoint: "/oauth2/get_token", page: "/oauth2/request_auth",
      client: "yahoo-client", access: urlSafe43, refresh: urlSafe43),
    SecretForm(
      id: "oidc.corp", endpoint: "/token", page: "/authorize", client: "corp-client",
      access: urlSafe43, refresh: urlSafe43),
  ]
}

/// An issuer creates the same tokens for its token endpoint and for the backend's exchange of a
/// code.
@Suite struct `a code gives the same tokens at the issuer and by signInWithIdp` {
  @Test func `a code of every provider is compared`() {
    let ids = ProviderSites.standard.providers.issuerIDs + ["oidc.corp"]
    #expect(SecretForm.all.map(\.id).sorted() == ids.sorted())
  }

  @Test(arguments: SecretForm.all, Profile.allCases)
  func `a code of a native sign-in returns the same tokens either way`(
    provider: SecretForm, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let order: JSONObject = [
      "clientId": .string(provider.client), "nonce": "n-0S6_WzA2Mj",
      "claims": ["locale": "eo", "acr": "2"],
      "account": [
        "sub": provider.id == "microsoft.com" ? .null : "1234567890", "email": "ann@example.com",
        "name": ["givenName": "Ann", "familyName": "Lee"],
        "picture": "https://example.com/ann.png",
      ],
    ]
    try await compare(minting: order, provider, emulator)
  }

  @Test(arguments: SecretForm.ofPages)
  func `a page's code with a nonce returns the same tokens`(web: SecretForm) async throws {
    let emulator = try TestEmulator.issuing(.production)
    _ = await emulator.call(
      .post, "/emulator/v1/issuers/\(web.id)/accounts",
      ["email": "ann@example.com", "name": "Ann Lee"])
    let codes = try await pageCodes(emulator, web)
    emulator.advance(.seconds(30))
    try await compare(codes, web, emulator, redirectURI: Client.callback)
  }

  /// Google issues a refresh token only for a code with `access_type=offline`, at the first
  /// consent.
  @Test(arguments: [
    ("google.com", "", false), ("google.com", "access_type=offline", true),
    ("google.com", "access_type=online", false),
    ("microsoft.com", "scope=openid%20email", false),
    ("microsoft.com", "scope=openid%20offline_access", true),
    ("yahoo.com", "", true), ("oidc.corp", "", true), ("apple.com", "", true),
    ("facebook.com", "", false), ("github.com", "", false), ("linkedin.com", "", false),
  ])
  func `a code returns a refresh token either way, or neither`(
    id: String, query: String, isRenewable: Bool
  ) async throws {
    let web = try #require(SecretForm.ofPages.first { $0.id == id })
    let emulator = try TestEmulator.issuing(.production)
    let codes = try await pageCodes(emulator, web, person: "new", FormFields(parsing: query))
    let answer = try await redeem(codes[0], web, emulator, Client.callback)
    let reply = await emulator.redeem(
      codes[1], id, options: ["returnRefreshToken": true, "requestUri": .string(Client.callback)])
    try reply.expectSession()
    #expect((answer["refresh_token"] != nil) == isRenewable)
    #expect((reply["oauthRefreshToken"] != nil) == isRenewable)
  }

  @Test(
    arguments: [
      // `at_hash` uses the hash of the signature algorithm (OpenID Connect Core §3.1.3.6).
      ["algorithms": ["ES256"]], ["algorithms": ["ES384"]], ["algorithms": ["EdDSA"]],
      ["claims": ["groups": ["staff"], "name": .null]], ["claimNames": ["email": "mail"]],
      ["idTokenLifetimeSeconds": 77, "accessTokenLifetimeSeconds": 66],
      ["defects": ["missing-kid"]],
      ["defects": ["missing-hash"]], ["defects": ["audience-array"]], ["timeOffsetSeconds": -20],
    ] as [JSON])
  func `a code returns the same tokens with the issuer's options`(options: JSON) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let patched = await emulator.call(.patch, "/emulator/v1/issuers/oidc.corp", options)
    try #require(patched.status == 200, "\(patched.text)")
    let order: JSONObject = [
      "clientId": "corp-client", "account": ["sub": "ann", "email": "ann@example.com"],
    ]
    try await compare(minting: order, try #require(SecretForm.all.last), emulator)
  }

  /// Firebase uses Twitter's OAuth 1.0a.
  @Test(arguments: Profile.allCases)
  func `Twitter's verifier returns a token with its secret`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let callback = "http://localhost/__/auth/handler"
    let begun = await emulator.client(
      "accounts:createAuthUri",
      [
        "providerId": "twitter.com", "continueUri": .string(callback),
        "customParameter": ["emulator_auto": "new"],
      ])
    let url = try #require(begun["authUri"]?.string, "\(begun.json)")
    let page = await emulator.call(.get, String(url.dropFirst("http://localhost:9099".count)))
    let reply = await emulator.client(
      "accounts:signInWithIdp",
      [
        "sessionId": begun["sessionId"] ?? .null, "returnSecureToken": true,
        "requestUri": .string(page.headers["Location"] ?? ""),
      ])
    let uid = try #require(try emulator.storedUser(of: reply).link(to: "twitter.com")).rawID
    let minted = try await emulator.mint("twitter.com", ["account": ["sub": .string(uid)]])
    for token in [minted.accessToken, reply["oauthAccessToken"]?.string ?? ""] {
      try expect(token, matches: "\(uid)-[A-Za-z0-9]{40}")
    }
    for secret in [minted["oauthTokenSecret"], reply["oauthTokenSecret"]?.string] {
      try expect(secret ?? "", matches: "[A-Za-z0-9]{45}")
    }
  }

  // MARK: - Comparing

  private func compare(
    minting order: JSONObject, _ provider: SecretForm, _ emulator: TestEmulator
  ) async throws {
    let codes = [
      try await emulator.mint(provider.id, order).code,
      try await emulator.mint(provider.id, order).code,
    ]
    try await compare(codes, provider, emulator, redirectURI: nil)
  }

  /// Redeems the first of two codes at the issuer and the second at the backend.
  private func compare(
    _ codes: [String], _ provider: SecretForm, _ emulator: TestEmulator, redirectURI: String?
  ) async throws {
    let answer = try await redeem(codes[0], provider, emulator, redirectURI)
    var options: JSONObject = ["returnRefreshToken": true]
    if let redirectURI { options["requestUri"] = .string(redirectURI) }
    let reply = await emulator.redeem(codes[1], provider.id, options: options)
    try reply.expectSession()
    for token in [answer["access_token"], reply["oauthAccessToken"]] {
      try expect(token?.string ?? "", matches: provider.access)
    }
    #expect((answer["refresh_token"] == nil) == (reply["oauthRefreshToken"] == nil))
    for token in [answer["refresh_token"], reply["oauthRefreshToken"]] {
      guard let token = token?.string else { continue }
      try expect(token, matches: try #require(provider.refresh))
    }
    #expect(reply["oauthExpireIn"]?.int == answer["expires_in"]?.int)
    try compare(
      IDToken(answer["id_token"]?.string, beside: answer["access_token"]?.string),
      IDToken(reply["oauthIdToken"]?.string, beside: reply["oauthAccessToken"]?.string))
  }

  private struct IDToken {
    var header: JWSHeader
    var claims: JSONObject
    /// The expected `at_hash`.
    var expectedHash: String?

    init?(_ text: String?, beside accessToken: String?) throws {
      guard let text else { return nil }
      let token = try CompactJWT(text)
      header = try token.header()
      claims = try JSON(parsing: token.payload()).object ?? [:]
      expectedHash = header.algorithm.map {
        TokenHash.value(for: accessToken ?? "", algorithm: $0)
      }
    }
  }

  private func compare(_ issued: IDToken?, _ told: IDToken?) throws {
    #expect((issued == nil) == (told == nil))
    guard let issued, let told else { return }
    #expect(issued.header.algorithmName == told.header.algorithmName)
    #expect(issued.header.kid == told.header.kid)
    #expect(issued.header.type == told.header.type)
    #expect(issued.claims.keys == told.claims.keys, "the same claims, in the same order")
    for name in issued.claims.keys where name != "at_hash" && name != "jti" {
      #expect(issued.claims[name] == told.claims[name], "\(name)")
    }
    for token in [issued, told] {
      if let hash = token.claims["at_hash"]?.string { #expect(hash == token.expectedHash) }
      // Facebook's id ends with the hash.
      if let id = token.claims["jti"]?.string, let hash = token.expectedHash {
        #expect(id.hasSuffix("." + hash))
      }
    }
  }

  private func expect(
    _ secret: String, matches pattern: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try Regex(pattern).wholeMatch(in: secret) != nil, "\(secret) is not \(pattern)",
      sourceLocation: sourceLocation)
  }

  private func redeem(
    _ code: String, _ provider: SecretForm, _ emulator: TestEmulator, _ redirectURI: String?
  ) async throws -> Reply {
    var form: FormFields = [
      "grant_type": "authorization_code", "code": code, "client_id": provider.client,
      "client_secret": provider.id == "apple.com"
        ? try AppleTeam.clientSecret(for: provider.client) : "secret",
    ]
    if let redirectURI { form.add("redirect_uri", redirectURI) }
    let reply = await emulator.form(
      "/issuers/\(provider.id)\(provider.endpoint)", form, headers: ["Accept": "application/json"])
    try #require(reply.status == 200, "\(reply.text)")
    return reply
  }

  /// Returns two codes of a provider's page.
  private func pageCodes(
    _ emulator: TestEmulator, _ provider: SecretForm, person: String = "ann@example.com",
    _ more: FormFields = [:]
  ) async throws -> [String] {
    var query: FormFields = ["nonce": "n-0S6_WzA2Mj", "max_age": "600"]
    for field in more { query.add(field.name, field.value) }
    if provider.id != "apple.com", more.first("scope") == nil {
      query.add("scope", "openid email profile")
    }
    var codes: [String] = []
    for _ in 1...2 {
      codes.append(
        try await emulator.pageCode(
          provider.id, provider.page ?? "", client: provider.client, person: person, query))
    }
    return codes
  }
}
