import EmuCrypto
import EmuHTTP
import EmuJOSE
import EmuJSON
import EmuModel
import EmuIdentity
import EmuTestSupport
import Testing

/// docs/reference/apple.md#authorization.
@Suite struct `issuers: Apple's authorization endpoint` {
  private let bench: Bench

  init() async throws { bench = try await Bench.apple() }

  @Test(arguments: ["code id_token", "id_token code"])
  func `hybrid returns code and token, bound to each other, in any order of their names`(
    type: String
  ) async throws {
    let handed = try await bench.webSignIn(["response_type": type, "nonce": "+/= é"]).handed
    #expect(Set(handed.keys) == ["code", "id_token", "state", "user"])
    let token = try await bench.verify(
      #require(handed["id_token"]), discovery: Bench.discovery(of: "apple.com"))
    #expect(token.signature.isValid)
    #expect(token.claims["iss"] == .string(token.expectedIssuer))
    #expect(token.claims["aud"] == .string(AppleApp.servicesID))
    #expect(token.claims["nonce"] == "+/= é", "byte for byte")
    let code = try #require(handed["code"])
    #expect(token.claims["c_hash"] == .string(TokenHash.value(for: code, algorithm: .rs256)))
    #expect(token.claims["at_hash"] == nil)
    #expect(token.claims["real_user_status"] == nil, "never on the web")
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
    ] as [([String: String?], Int, Set<String>)])
  func `each mode returns every available value`(
    fields: [String: String?], status: Int, names: Set<String>
  ) async throws {
    let plain: [String: String?] = ["response_type": "code", "response_mode": nil]
    let reply = try await bench.webSignIn(plain.merging(fields) { _, new in new })
    #expect(reply.status == status)
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
    let first = try await bench.webSignIn(["scope": scope])
    #expect(first.handed["user"] == user)
    #expect(try await bench.webSignIn(["scope": scope]).handed["user"] == nil)
  }

  struct Refusal: Sendable {
    var fields: [String: String?]
    var code: String
    var words: String
  }

  static let refusals: [Refusal] = [
    Refusal(fields: ["client_id": nil], code: "invalid_request", words: "client_id is missing"),
    Refusal(
      fields: ["client_id": "COM.EXAMPLE.WEB"], code: "invalid_client", words: "Invalid client id"),
    Refusal(
      fields: ["client_id": "TEAM123456.com.example.web"], code: "invalid_client",
      words: "Invalid client id"),
    Refusal(
      fields: ["redirect_uri": nil], code: "invalid_request", words: "redirect_uri is missing"),
    Refusal(
      fields: ["redirect_uri": "https://a.example/#x"], code: "invalid_request",
      words: "Invalid web redirect url."),
    Refusal(fields: ["response_type": nil], code: "invalid_request", words: "response_type"),
    Refusal(fields: ["response_type": "id_token"], code: "invalid_request", words: "response_type"),
    Refusal(fields: ["response_type": "token"], code: "invalid_request", words: "response_type"),
    Refusal(
      fields: ["response_mode": "web_message"], code: "invalid_request",
      words: "Invalid response mode"),
    Refusal(
      fields: ["response_mode": "query"], code: "invalid_request", words: "Invalid response mode"),
    Refusal(
      fields: ["response_mode": "fragment"], code: "invalid_request",
      words: "form_post when name or email"),
    Refusal(fields: ["scope": "name phone"], code: "invalid_scope", words: "no scope phone"),
    Refusal(
      fields: ["emulator_auto": "nobody"], code: "unknown_account", words: "has no account nobody"),
    Refusal(fields: ["emulator_fail": "server_error"], code: "server_error", words: "asked for"),
  ]

  @Test(arguments: refusals)
  func `every mistake stays at Apple, as a page or as JSON`(row: Refusal) async throws {
    let page = try await bench.webSignIn(row.fields)
    #expect(page.status == 400)
    #expect(page.headers["Location"] == nil)
    #expect(page.text.contains("<code>\(row.code)</code>"), "\(page.text)")
    #expect(page.text.contains(row.words), "\(page.text)")
    var query: FormFields = [:]
    let all: [String: String?] = [
      "client_id": AppleApp.servicesID, "redirect_uri": AppleApp.callback,
      "response_type": "code id_token", "response_mode": "form_post", "scope": "name email",
      "emulator_auto": AppleApp.ann,
    ].merging(row.fields) { _, new in new }
    for name in all.keys.sorted() {
      if let value = all[name] ?? nil { query.add(name, value) }
    }
    let target = Bench.authorize("apple.com") + "?" + query.encoded
    let json = await bench.call(.get, target, headers: ["Accept": "application/json"])
    #expect(json.status == 400)
    #expect(json.json == ["error": .string(row.code)])
    #expect(await bench.get(AppleApp.grants)["grants"] == [], "nobody has consented")
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
      #expect(reply.status == (profile == .production ? 400 : 200))
      #expect(reply.reasons.contains("is a bundle id"))
      if profile == .production { #expect(reply.text.contains("unauthorized_client")) }
    }
  }

  @Test func `a challenge is ignored`() async throws {
    let code = try #require(
      try await bench.webSignIn(["code_challenge": "x", "code_challenge_method": "S9"])
        .handed["code"])
    let reply = try await bench.exchange(
      code, client: AppleApp.servicesID, redirectURI: AppleApp.callback)
    #expect(reply.status == 200)
  }

  @Test(arguments: ["locale", "language"])
  func `the page reports the language that was asked for, escaped`(name: String) async throws {
    let page = try await bench.webSignIn(["emulator_auto": nil, name: "fr_FR<"])
    #expect(page.text.contains("<dd>fr_FR&lt;</dd>"))
  }
}
