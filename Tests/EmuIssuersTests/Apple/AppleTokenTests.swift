import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuIdentity
import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `issuers: Apple's token endpoint` {
  private let bench: Bench

  init() throws { bench = try Bench() }

  static func code(_ bench: Bench, _ body: JSON = [:]) async throws -> String {
    try #require(try await bench.mint("apple.com", body)["authorizationCode"]?.string)
  }

  /// Expects a refusal with its description, and the precise reason in the log only.
  static func expect(
    _ reply: Reply, _ error: String, _ description: String?, reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(reply.status == 400, sourceLocation: sourceLocation)
    var body: JSONObject = ["error": .string(error)]
    if let description { body["error_description"] = .string(description) }
    #expect(reply.json == .object(body), sourceLocation: sourceLocation)
    #expect(
      reply.reasons.contains(reason), "\(reply.reasons)", sourceLocation: sourceLocation)
  }

  @Test func `a minted code is exchanged for tokens that verify`() async throws {
    let minted = try await bench.mint(
      "apple.com", ["nonce": "abc", "claims": ["extra": 1]])
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = try await bench.exchange(code)
    #expect(reply.status == 200)
    #expect(
      reply.json.object?.keys == [
        "access_token", "token_type", "expires_in", "refresh_token", "id_token",
      ])
    #expect(reply["token_type"] == "Bearer")
    #expect(reply["expires_in"] == 3600)
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(reply.headers["Pragma"] == "no-cache")
    let token = try await bench.verify(
      try #require(reply["id_token"]?.string), discovery: Bench.discovery(of: "apple.com"))
    #expect(token.signature.isValid)
    #expect(token.claims["sub"] == minted["sub"])
    #expect(token.claims["nonce"] == "abc")
    #expect(token.claims["extra"] == 1)
    let access = try #require(reply["access_token"]?.string)
    #expect(
      token.claims["at_hash"] == .string(TokenHash.value(for: access, algorithm: .rs256)))
    #expect(token.claims["c_hash"] == nil)
    #expect(token.claims["real_user_status"] == nil)
  }

  @Test func `a refresh token returns new tokens, and stays valid`() async throws {
    let exchanged = try await bench.exchange(Self.code(bench))
    let token = try #require(exchanged["refresh_token"]?.string)
    for _ in 0..<2 {
      bench.advance(by: .seconds(86_400 * 30))
      let reply = try await bench.refresh(token)
      #expect(reply.status == 200)
      #expect(reply["access_token"] != exchanged["access_token"])
      #expect(reply["refresh_token"] == nil)
    }
  }

  @Test func `a code is good once`() async throws {
    let code = try await Self.code(bench)
    #expect(try await bench.exchange(code).status == 200)
    Self.expect(
      try await bench.exchange(code), "invalid_grant", "The code has already been used.",
      reason: "exchanged before")
  }

  @Test(arguments: [(299, 200), (300, 400)])
  func `a code is good for five minutes`(age: Int, status: Int) async throws {
    let code = try await Self.code(bench)
    bench.advance(by: .seconds(age))
    let reply = try await bench.exchange(code)
    #expect(reply.status == status)
    if status == 400 {
      Self.expect(
        reply, "invalid_grant", "The code has expired or has been revoked.",
        reason: "has expired")
    }
  }

  @Test func `a code is good for its client alone, and is not spent by another`() async throws {
    let code = try await Self.code(bench)
    Self.expect(
      try await bench.exchange(code, client: "com.example.web"), "invalid_grant",
      "client_id mismatch. The code was not issued to com.example.web.",
      reason: "made for the client auth-emulator-client")
    #expect(try await bench.exchange(code).status == 200)
  }

  @Test func `a native code is exchanged without a redirect URI`() async throws {
    let code = try await Self.code(bench)
    Self.expect(
      try await bench.exchange(code, redirectURI: "https://example.com/cb"), "invalid_grant",
      "redirect_uri mismatch. The code was not issued to https://example.com/cb.",
      reason: "redirect URI")
    #expect(try await bench.exchange(code).status == 200)
  }

  @Test func `parameters that Apple does not define are ignored at its token endpoint`()
    async throws
  {
    let reply = await bench.form(
      "/issuers/apple.com/auth/token",
      [
        "grant_type": "authorization_code", "code": try await Self.code(bench),
        "client_id": "auth-emulator-client", "client_secret": "anything", "scope": "email",
        "resource": "https://api.example.com", "nonsense": "1",
      ])
    #expect(reply.status == 200)
    #expect(reply["id_token"] != nil)
  }

  @Test func `an unknown code or refresh token is invalid`() async throws {
    Self.expect(
      try await bench.exchange("c0.0.x"), "invalid_grant",
      "The code has expired or has been revoked.", reason: "No issuer of this emulator")
    Self.expect(
      try await bench.refresh("r0.0.x"), "invalid_grant",
      "The token has expired or has been revoked.", reason: "No issuer of this emulator")
    let access = try #require(try await bench.mint("apple.com")["accessToken"]?.string)
    #expect(try await bench.refresh(access)["error"] == "invalid_grant")
    let google = try await bench.mint("google.com")
    let foreign = try #require(google["authorizationCode"]?.string)
    #expect(try await bench.exchange(foreign)["error"] == "invalid_grant")
  }

  @Test(
    arguments: [
      (["grant_type": "password"], "unsupported_grant_type"),
      ([:], "unsupported_grant_type"),
      (["grant_type": "authorization_code"], "invalid_request"),
      (["grant_type": "authorization_code", "client_id": "c"], "invalid_request"),
      (
        ["grant_type": "authorization_code", "client_id": "c", "client_secret": "s"],
        "invalid_request"
      ),
      (
        ["grant_type": "refresh_token", "client_id": "c", "client_secret": "s", "code": "x"],
        "invalid_request"
      ),
      (
        [
          "grant_type": "authorization_code", "client_id": "c", "client_secret": "s",
          "code": "x", "code": "y",
        ], "invalid_request"
      ),
    ] as [(FormFields, String)])
  func `an incomplete form for Apple's token endpoint is refused`(
    fields: FormFields, error: String
  ) async throws {
    let reply = try await Bench().form("/issuers/apple.com/auth/token", fields)
    #expect(reply.status == 400)
    #expect(reply.json == ["error": .string(error)])
    #expect(!reply.reasons.isEmpty)
  }

  @Test func `a JSON body is answered like a missing grant`() async throws {
    let reply = try await Bench().call(
      .post, "/issuers/apple.com/auth/token", bytes: Array(#"{"grant_type":"x"}"#.utf8),
      headers: ["Content-Type": "application/json"])
    #expect(reply.status == 400)
    #expect(reply.json == ["error": "unsupported_grant_type"])
  }

  @Test func `people whom all projects share are known by the client that lists them`()
    async throws
  {
    try bench.configure(
      "apple.com", ProviderConfig(bundleIDs: ["com.example.app"]), project: "other")
    let person = Person(issuer: "apple.com", subject: "shared-1", email: "s@example.com")
    _ = try bench.store.write { writer in
      try writer.upsert(person, in: PeopleScope(projectKey: 0, issuer: "apple.com"))
    }
    let code = try await Self.code(
      bench, ["account": ["sub": "shared-1"], "clientId": "com.example.app"])
    #expect(try await bench.exchange(code, client: "com.example.app").status == 200)
  }
}

@Suite struct `issuers: Apple's revocation endpoint` {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Returns the tokens of a new exchange.
  static func tokens(_ bench: Bench) async throws -> (refresh: String, access: String) {
    let account: JSON = ["account": ["email": "ann@example.com"]]
    let minted = try await bench.mint("apple.com", account)
    let reply = try await bench.exchange(try #require(minted["authorizationCode"]?.string))
    return (
      try #require(reply["refresh_token"]?.string), try #require(reply["access_token"]?.string)
    )
  }

  @Test(arguments: [true, false])
  func `either token revokes the consent with all its tokens`(isRefresh: Bool) async throws {
    let tokens = try await Self.tokens(bench)
    let pending = try await bench.mint("apple.com", ["account": ["email": "ann@example.com"]])
    let revoked = try await bench.revoke(isRefresh ? tokens.refresh : tokens.access)
    #expect(revoked.status == 200)
    #expect(revoked.bytes == [])
    `issuers: Apple's token endpoint`.expect(
      try await bench.refresh(tokens.refresh), "invalid_grant",
      "The token has expired or has been revoked.", reason: "revoked")
    let code = try #require(pending["authorizationCode"]?.string)
    `issuers: Apple's token endpoint`.expect(
      try await bench.exchange(code), "invalid_grant",
      "The code has expired or has been revoked.", reason: "revoked")
    let grants = await bench.get("/emulator/v1/issuers/apple.com/grants")
    #expect(grants["grants"]?[0]?["state"] == "revoked")
    #expect(grants["grants"]?[0]?["revokedAt"]?.string != nil)
  }

  @Test func `a token stays invalid after a new consent`() async throws {
    let tokens = try await Self.tokens(bench)
    _ = try await bench.revoke(tokens.refresh)
    _ = try await Self.tokens(bench)
    #expect(try await bench.refresh(tokens.refresh)["error"] == "invalid_grant")
  }

  @Test func `an invalid, unknown or malformed token is answered with 200 and changes nothing`()
    async throws
  {
    let tokens = try await Self.tokens(bench)
    let minted = try await bench.mint("apple.com", ["account": ["email": "ann@example.com"]])
    for token in ["unknown", try #require(minted["authorizationCode"]?.string)] {
      let reply = try await bench.revoke(token)
      #expect(reply.status == 200)
      #expect(reply.reasons.contains("nothing to revoke"))
    }
    bench.advance(by: .seconds(3600))
    #expect(try await bench.revoke(tokens.access).status == 200)
    #expect(try await bench.refresh(tokens.refresh).status == 200)
  }

  @Test func `another client's token is not revoked`() async throws {
    let tokens = try await Self.tokens(bench)
    let reply = try await bench.revoke(tokens.refresh, client: "com.example.web")
    #expect(reply.status == 400)
    #expect(reply.json == ["error": "invalid_client"])
    #expect(try await bench.refresh(tokens.refresh).status == 200)
  }

  @Test(
    arguments: [
      [:], ["token": "x"], ["token": "x", "client_id": "c"],
      ["client_id": "c", "client_secret": "s"],
      ["token": "x", "token": "y", "client_id": "c", "client_secret": "s"],
    ] as [FormFields])
  func `an incomplete form for Apple's revocation endpoint is refused`(fields: FormFields)
    async throws
  {
    let reply = try await Bench().form("/issuers/apple.com/auth/revoke", fields)
    #expect(reply.status == 400)
    #expect(reply.json == ["error": "invalid_request"])
  }
}
