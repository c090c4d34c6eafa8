import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// Every error of the standards at every endpoint, with its body and status
/// (docs/reference/openid-connect.md#endpoints-and-errors).
@Suite struct `issuers: the errors of OpenID Connect` {
  private let bench: Bench

  init() throws { bench = try Bench() }

  // MARK: - The authorization endpoint

  static let names = [
    "invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type",
    "invalid_scope", "server_error", "temporarily_unavailable", "interaction_required",
    "login_required", "account_selection_required", "consent_required", "invalid_request_uri",
    "invalid_request_object", "request_not_supported", "request_uri_not_supported",
    "registration_not_supported",
  ]

  /// By GET and by POST, in each response mode.
  @Test(arguments: names, ["query", "fragment", "form_post"])
  func `the errors of OpenID Connect reach the client, with state and issuer`(
    name: String, mode: String
  ) async throws {
    let reply = try await bench.authorize(
      "oidc.corp", ["emulator_fail": name, "response_mode": mode])
    let form = await bench.form(
      Bench.authorize("oidc.corp"),
      [
        "client_id": "client", "redirect_uri": Bench.callback, "response_type": "code",
        "state": "s t&1", "emulator_fail": name, "response_mode": mode,
      ])
    for (reply, status) in [(reply, 302), (form, 303)] {
      #expect(reply.status == (mode == "form_post" ? 200 : status))
      if mode != "form_post" { #expect(reply.destination == Bench.callback) }
      #expect(reply.handed["error"] == name)
      #expect(reply.handed["error_description"]?.isEmpty == false)
      #expect(reply.handed["state"] == "s t&1")
      #expect(reply.handed["iss"] == "\(Bench.base)/issuers/oidc.corp")
      #expect(reply.handed["code"] == nil)
    }
  }

  @Test func `the errors of OpenID Connect can all be chosen on the page`() async throws {
    let page = try await bench.authorize("oidc.corp")
    // A cancel and a refusal to share are access_denied, with separate buttons.
    for name in Self.names where name != "access_denied" {
      #expect(page.text.contains(#"<option value="\#(name)">"#), "\(name)")
      let reply = try await bench.choose("oidc.corp", page, ["action": "fail", "error": name])
      #expect(reply.handed["error"] == name)
    }
  }

  // MARK: - The others

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var endpoint: String
    /// The fields that are added to a valid request or, if nil, removed; `{…}` is a placeholder of
    /// a token.
    var fields: [String: String?]
    var headers: Headers = [:]
    var status: Int
    var error: String?
    var challenge: String?

    init(
      _ name: String, _ endpoint: String, _ fields: [String: String?], _ status: Int,
      _ error: String?, headers: Headers = [:], challenge: String? = nil
    ) {
      testDescription = "\(endpoint): \(name)"
      self.endpoint = endpoint
      self.fields = fields
      self.status = status
      self.error = error
      self.headers = headers
      self.challenge = challenge
    }
  }

  /// `client` with a wrong secret, in the header.
  private static let wrongHeader: Headers = ["Authorization": "Basic Y2xpZW50Ondyb25n"]
  private static let basic = #"Basic realm="auth-emulator""#
  private static let noSecret: [String: String?] = ["client_id": nil, "client_secret": nil]

  static let rows: [Row] = [
    Row("a code", "token", ["code": "{code}"], 200, nil),
    Row("no code", "token", [:], 400, "invalid_request"),
    Row("no grant type", "token", ["grant_type": nil], 400, "invalid_request"),
    Row("another grant type", "token", ["grant_type": "magic"], 400, "unsupported_grant_type"),
    Row("a code that is none", "token", ["code": "x"], 400, "invalid_grant"),
    Row("a code that was used", "token", ["code": "{used}"], 400, "invalid_grant"),
    Row("a code that is too old", "token", ["code": "{late}"], 400, "invalid_grant"),
    Row(
      "more than was consented to", "token",
      ["grant_type": "refresh_token", "refresh_token": "{refresh}", "scope": "admin"], 400,
      "invalid_scope"),
    Row(
      "a client for whom it is not meant", "token", ["emulator_fail": "unauthorized_client"], 400,
      "unauthorized_client"),
    Row(
      "another secret in the form", "token", ["code": "{code}", "client_secret": "wrong"], 401,
      "invalid_client", challenge: basic),
    Row(
      "another secret in the header", "token",
      ["code": "{code}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      headers: wrongHeader, challenge: basic),
    Row(
      "a header that is none", "token",
      ["code": "{code}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      headers: ["Authorization": "Basic !"], challenge: basic),
    Row(
      "two ways at once", "token", ["code": "{code}"], 400, "invalid_request",
      headers: wrongHeader),

    Row("a token", "introspect", ["token": "{access}"], 200, nil),
    Row("no token", "introspect", [:], 400, "invalid_request"),
    Row(
      "nobody who asks", "introspect",
      ["token": "{access}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      challenge: basic),
    Row(
      "a header that is none", "introspect",
      ["token": "{access}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      headers: ["Authorization": "Basic Y2xpZW50"], challenge: basic),
    Row(
      "another secret", "introspect", ["token": "{access}", "client_secret": "wrong"], 401,
      "invalid_client", challenge: basic),
    Row(
      "no secret", "introspect", ["token": "{access}", "client_secret": nil], 401,
      "invalid_client", challenge: basic),

    Row("a token", "revoke", ["token": "{access}"], 200, nil),
    Row("an unknown token", "revoke", ["token": "x"], 200, nil),
    Row(
      "a hint that is none", "revoke", ["token": "{access}", "token_type_hint": "saml"], 200, nil),
    Row("an ID token", "revoke", ["token": "{id}"], 400, "unsupported_token_type"),
    Row("no token", "revoke", [:], 400, "invalid_request"),
    Row(
      "nobody who asks", "revoke",
      ["token": "{access}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      challenge: basic),
    Row(
      "a header that is none", "revoke",
      ["token": "{access}"].merging(noSecret) { _, new in new }, 401, "invalid_client",
      headers: ["Authorization": "Basic Y2xpZW50"], challenge: basic),
    Row(
      "another secret", "revoke", ["token": "{access}", "client_secret": "wrong"], 401,
      "invalid_client", challenge: basic),
    Row(
      "no secret", "revoke", ["token": "{access}", "client_secret": nil], 401, "invalid_client",
      challenge: basic),
    Row(
      "a client that is unknown", "revoke", ["token": "{access}", "client_id": "stranger"], 401,
      "invalid_client", challenge: basic),

    Row("a token", "userinfo", ["access_token": "{access}"], 200, nil),
    Row("no token", "userinfo", [:], 401, "invalid_request", challenge: "Bearer"),
    Row(
      "a token that is none", "userinfo", ["access_token": "x"], 401, "invalid_token",
      challenge: #"Bearer error="invalid_token""#),
    Row(
      "another kind of token", "userinfo", ["access_token": "{refresh}"], 401, "invalid_token",
      challenge: #"Bearer error="invalid_token""#),
    Row(
      "too few scopes", "userinfo", ["access_token": "{poor}"], 403, "insufficient_scope",
      challenge: #"Bearer error="insufficient_scope""#),
  ]

  @Test(arguments: rows)
  func `the errors of OpenID Connect have their body, status and header`(row: Row) async throws {
    try bench.configure("oidc.corp", ProviderConfig(clientID: "client", clientSecret: "s"))
    let secrets = try await secrets()
    var all: [String: String?] = ["client_id": "client", "client_secret": "s"]
    if row.endpoint == "token" {
      all["grant_type"] = "authorization_code"
      all["redirect_uri"] = Bench.callback
    }
    all.merge(row.fields) { _, new in new }
    var form = FormFields()
    for name in all.keys.sorted() {
      if let value = all[name] ?? nil { form.add(name, secrets[value] ?? value) }
    }
    let reply = await bench.form(
      "/issuers/oidc.corp/\(row.endpoint)", form, headers: row.headers)
    #expect(reply.status == row.status, "\(reply.text) \(reply.reasons)")
    #expect(reply["error"]?.string == row.error)
    #expect(reply.headers["WWW-Authenticate"] == row.challenge)
    guard row.error != nil else { return }
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(!reply.reasons.isEmpty, "the log tells why")
    #expect(reply["error_description"]?.string?.isEmpty == false, "and so does the answer")
    #expect(try await bench.userInfo("oidc.corp", secrets["{access}"]).status == 200)
  }

  /// If a provider has its own message, or none, the reason is only in the log.
  @Test(
    arguments: [
      ("apple.com", nil), ("google.com", nil), ("yahoo.com", nil), ("linkedin.com", nil),
      ("twitter.com", nil),
      ("oidc.corp", "The parameter code is missing from the form in the body."),
    ] as [(String, String?)])
  func `the errors of OpenID Connect are explained to clients here alone`(
    issuer: String, words: String?
  ) async throws {
    let reply = try await Bench().redeem(
      issuer, "", ["code": nil], headers: ["Accept": "application/json"])
    #expect(reply["error"] == "invalid_request", "\(reply.text)")
    #expect(reply["error_description"]?.string == words)
    #expect(reply.reasons.contains("The parameter code is missing"))
  }

  private func secrets() async throws -> [String: String] {
    let late = try await bench.code("oidc.corp")
    bench.advance(by: .seconds(3000))
    let used = try await bench.code("oidc.corp")
    let poor = try await bench.redeem(
      "oidc.corp", try await bench.code("oidc.corp", ["scope": "email"]))
    let whole = try await bench.redeem("oidc.corp", try await bench.code("oidc.corp"))
    _ = try await bench.redeem("oidc.corp", used)
    return [
      "{late}": late, "{used}": used, "{code}": try await bench.code("oidc.corp"),
      "{poor}": try #require(poor["access_token"]?.string),
      "{access}": try #require(whole["access_token"]?.string),
      "{refresh}": try #require(whole["refresh_token"]?.string),
      "{id}": try #require(whole["id_token"]?.string),
    ]
  }

  /// RFC 7009 §2.2.1.
  @Test(arguments: ["token", "revoke", "introspect", "keys", "discovery"])
  func `an endpoint that is out of order says when to come back`(endpoint: String) async {
    _ = await bench.post(
      "/emulator/v1/issuers/oidc.corp/faults",
      ["match": ["endpoint": .string(endpoint)], "effect": ["status": 503], "times": 1])
    let path =
      switch endpoint {
      case "keys": "jwks"
      case "discovery": ".well-known/openid-configuration"
      default: endpoint
      }
    let isForm = ["token", "revoke", "introspect"].contains(endpoint)
    let reply = await bench.call(isForm ? .post : .get, "/issuers/oidc.corp/\(path)")
    #expect(reply.status == 503)
    #expect(reply.headers["Retry-After"] == "1")
  }
}
