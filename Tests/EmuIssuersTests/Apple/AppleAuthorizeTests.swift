import EmuJOSE
import EmuTestSupport
import Testing

/// docs/reference/apple.md#authorization.
@Suite final class `issuers: Apple's authorization endpoint`: AppleSuite {
  @Test(arguments: ["code id_token", "id_token code"])
  func `hybrid returns a code and its token, in either order of names`(type: String) async throws {
    let handed = try await bench.webSignIn(["response_type": type, "nonce": "+/= é"]).handed
    #expect(Set(handed.keys) == ["code", "id_token", "state", "user"])
    let token = try await bench.verified(handed["id_token"].map(JSON.string), by: "apple.com")
    let code = try #require(handed["code"])
    // The nonce byte for byte; a status never on the web.
    token.claims.expect([
      "iss": .string(token.expectedIssuer), "aud": .string(AppleApp.servicesID), "nonce": "+/= é",
      "c_hash": .string(TokenHash.value(for: code, algorithm: .rs256)), "at_hash": nil,
      "real_user_status": nil,
    ])
    #expect(handed["state"] == "s t&1")
  }

  @Test(
    arguments: [
      (["scope": ""], 302, ["code", "state"]),
      (["scope": "", "response_mode": "fragment"], 302, ["code", "state"]),
      (
        ["scope": "", "response_type": "code id_token", "response_mode": "fragment"], 302,
        ["code", "id_token", "state"]
      ),
      (["scope": "openid"], 302, ["code", "state"]),
      (["scope": "", "state": nil], 302, ["code"]),
      (["scope": "name", "response_mode": "form_post"], 200, ["code", "state", "user"]),
    ] as [(Fields, Int, Set<String>)])
  func `each response mode returns its values`(fields: Fields, status: Int, names: Set<String>)
    async throws
  {
    let plain: Fields = ["response_type": "code", "response_mode": nil]
    let reply = try await bench.webSignIn(plain.with(fields)).expect(status)
    #expect(Set(reply.handed.keys) == names)
  }

  @Test(
    arguments: [
      ("name email", #"{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}"#),
      ("name", #"{"name":{"firstName":"Ann","lastName":"Lee"}}"#),
      ("email", #"{"email":"ann@example.com"}"#),
      ("", nil), ("openid", nil),
    ] as [(String, String?)])
  func `the user text holds what was asked for`(scope: String, user: String?) async throws {
    #expect(try await bench.webSignIn(["scope": scope]).handed["user"] == user)
    #expect(try await bench.webSignIn(["scope": scope]).handed["user"] == nil)
  }

  /// The changed fields, the code and words of the page.
  static let refusals: [(Fields, String, String)] = [
    (["client_id": nil], "invalid_request", "client_id is missing"),
    (["client_id": "COM.EXAMPLE.WEB"], "invalid_client", "Invalid client id or web redirect url."),
    (["client_id": "TEAM123456.com.example.web"], "invalid_client", "Invalid client id"),
    (["redirect_uri": nil], "invalid_request", "redirect_uri is missing"),
    (["redirect_uri": "https://a.example/#x"], "invalid_request", "Invalid web redirect url."),
    (["response_type": nil], "invalid_request", "response_type"),
    (["response_type": "id_token"], "invalid_request", "response_type"),
    (["response_type": "token"], "invalid_request", "response_type"),
    (["response_mode": "web_message"], "invalid_request", "Invalid response mode"),
    (["response_mode": "query"], "invalid_request", "Invalid response mode"),
    (["response_mode": "fragment"], "invalid_request", "must be form_post when name or email"),
    (["scope": "name phone"], "invalid_scope", "no scope phone"),
    (["emulator_auto": "nobody"], "unknown_account", "has no account nobody"),
    (["emulator_fail": "server_error"], "server_error", "was requested"),
  ]

  @Test(arguments: refusals)
  func `every mistake stays at Apple`(fields: Fields, code: String, words: String) async throws {
    try await bench.webSignIn(fields).expect(400, text: "<code>\(code)</code>", words)
      .expect(headers: ["Location": nil])
    try await bench.webSignIn(fields, headers: ["Accept": "application/json"]).expectBare(code)
    #expect(await bench.get(AppleApp.grants)["grants"] == [], "no consent is stored")
  }

  @Test(arguments: ["query", "fragment", "form_post", nil] as [String?])
  func `a cancel reaches the app with its state only`(mode: String?) async throws {
    let reply = try await bench.webSignIn([
      "response_type": "code", "response_mode": mode, "scope": "",
      "emulator_auto": nil, "emulator_fail": "user_cancelled_authorize",
    ])
    #expect(reply.handed == ["error": "user_cancelled_authorize", "state": "s t&1"])
  }

  @Test func `a bundle id has no web page in the production profile`() async throws {
    for profile in Profile.allCases {
      let bench = try await Bench.apple(profile: profile)
      let reply = try await bench.webSignIn(["client_id": AppleApp.bundleID])
      reply.expect(profile == .production ? 400 : 200).expect(reasons: "is a bundle id")
      if profile == .production { #expect(reply.text.contains("<code>unauthorized_client</code>")) }
    }
  }

  @Test func `a challenge is ignored`() async throws {
    let code = try await bench.webSignIn(["code_challenge": "x", "code_challenge_method": "S9"])
      .value("code")
    try await bench.exchange(code, client: AppleApp.servicesID, redirectURI: AppleApp.callback)
      .expect(200)
  }

  @Test(arguments: ["locale", "language"])
  func `the page reports the language that was asked for, escaped`(name: String) async throws {
    let page = try await bench.webSignIn(["emulator_auto": nil, name: "fr_FR<"])
    #expect(page.text.contains("<dd>fr_FR&lt;</dd>"))
  }
}
