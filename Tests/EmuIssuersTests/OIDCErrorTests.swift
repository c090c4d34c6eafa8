import EmuTestSupport
import Testing

@testable import EmuModel

/// Every error of the standards at every endpoint, with its body and status
/// (docs/reference/openid-connect.md#endpoints-and-errors).
@Suite final class `issuers: the errors of OpenID Connect`: BenchSuite {
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
  func `the errors of OpenID Connect reach the client`(name: String, mode: String) async throws {
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
      reply.handed.expect(["state": "s t&1", "iss": "\(Bench.base)/issuers/oidc.corp", "code": nil])
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
    var fields: Fields
    var headers: Headers = [:]
    var status: Int
    var error: String?
    var challenge: String?

    /// - Parameter challenge: nil for that of a client without its secret.
    init(
      _ name: String, _ endpoint: String, _ fields: Fields, _ status: Int, _ error: String? = nil,
      headers: Headers = [:], challenge: String? = nil
    ) {
      testDescription = "\(endpoint): \(name)"
      (self.endpoint, self.fields, self.headers) = (endpoint, fields, headers)
      (self.status, self.error) = (status, error)
      self.challenge = challenge ?? (status == 401 ? #"Basic realm="auth-emulator""# : nil)
    }
  }

  /// `client` with a wrong secret, in the header.
  private static let wrongHeader: Headers = ["Authorization": "Basic Y2xpZW50Ondyb25n"]
  private static let noPair: Headers = ["Authorization": "Basic Y2xpZW50"]
  private static let codeAlone: Fields = ["code": "{code}", "client_id": nil, "client_secret": nil]
  private static let tokenAlone: Fields = [
    "token": "{access}", "client_id": nil, "client_secret": nil,
  ]
  private static let noSecret: Fields = ["token": "{access}", "client_secret": nil]
  private static let wrongSecret: Fields = ["token": "{access}", "client_secret": "wrong"]
  private static let more: Fields = [
    "grant_type": "refresh_token", "refresh_token": "{refresh}", "scope": "admin",
  ]
  private static let exchange: Fields = [
    "grant_type": OAuth.exchange, "subject_token": "{access}",
    "subject_token_type": OAuth.accessToken,
  ]

  private static func exchanged(_ token: String, as type: String) -> Fields {
    exchange.with([
      "subject_token": token, "subject_token_type": "urn:ietf:params:oauth:token-type:\(type)",
    ])
  }

  private static func app(for resource: String) -> Fields {
    ["grant_type": "client_credentials", "resource": resource]
  }

  private static let invalid = #"Bearer error="invalid_token""#

  static let rows: [Row] = [
    Row("a code", "token", ["code": "{code}"], 200),
    Row("no code", "token", [:], 400, "invalid_request"),
    Row("no grant type", "token", ["grant_type": nil], 400, "invalid_request"),
    Row("another grant type", "token", ["grant_type": "magic"], 400, "unsupported_grant_type"),
    Row("a code that is none", "token", ["code": "x"], 400, "invalid_grant"),
    Row("a code that was used", "token", ["code": "{used}"], 400, "invalid_grant"),
    Row("a code that is too old", "token", ["code": "{late}"], 400, "invalid_grant"),
    Row("more than was consented to", "token", more, 400, "invalid_scope"),
    Row(
      "a client for whom it is not meant", "token", ["emulator_fail": "unauthorized_client"], 400,
      "unauthorized_client"),
    Row(
      "another secret in the form", "token", ["code": "{code}", "client_secret": "wrong"], 401,
      "invalid_client"),
    Row(
      "another secret in the header", "token", codeAlone, 401, "invalid_client",
      headers: wrongHeader),
    Row(
      "a header that is none", "token", codeAlone, 401, "invalid_client",
      headers: ["Authorization": "Basic !"]),
    Row("a token to exchange", "token", exchange, 200),
    Row("an ID token to exchange", "token", exchanged("{id}", as: "id_token"), 200),
    Row("no token to exchange", "token", exchanged("x", as: "jwt"), 400, "invalid_request"),
    Row(
      "a refresh token to exchange", "token", exchanged("{refresh}", as: "access_token"), 400,
      "invalid_request"),
    Row("an ID token as SAML", "token", exchanged("{id}", as: "saml2"), 400, "invalid_request"),
    Row(
      "an ID token as a refresh token", "token", exchanged("{id}", as: "refresh_token"), 400,
      "invalid_request"),
    Row(
      "an access token as an ID token", "token", exchanged("{access}", as: "id_token"), 400,
      "invalid_request"),
    Row("a resource", "token", app(for: "urn:api"), 200),
    Row("a resource of a file", "token", app(for: "file:///x"), 200),
    Row("a resource that is no URI", "token", app(for: "not a uri"), 400, "invalid_target"),
    Row("a resource with a fragment", "token", app(for: "https://a#b"), 400, "invalid_target"),
    Row(
      "a scope of wrong characters", "token",
      ["grant_type": "client_credentials", "scope": #"a"b"#], 400, "invalid_scope"),
    Row("two ways", "token", ["code": "{code}"], 400, "invalid_request", headers: wrongHeader),

    Row("a token", "introspect", ["token": "{access}"], 200),
    Row("no token", "introspect", [:], 400, "invalid_request"),
    Row("a request without a client", "introspect", tokenAlone, 401, "invalid_client"),
    Row("no pair in the header", "introspect", tokenAlone, 401, "invalid_client", headers: noPair),
    Row("another secret", "introspect", wrongSecret, 401, "invalid_client"),
    Row("no secret", "introspect", noSecret, 401, "invalid_client"),

    Row("a token", "revoke", ["token": "{access}"], 200),
    Row("an unknown token", "revoke", ["token": "x"], 200),
    Row("a hint that is none", "revoke", ["token": "{access}", "token_type_hint": "saml"], 200),
    Row("an ID token", "revoke", ["token": "{id}"], 400, "unsupported_token_type"),
    Row("no token", "revoke", [:], 400, "invalid_request"),
    Row("a request without a client", "revoke", tokenAlone, 401, "invalid_client"),
    Row("no pair in the header", "revoke", tokenAlone, 401, "invalid_client", headers: noPair),
    Row("another secret", "revoke", wrongSecret, 401, "invalid_client"),
    Row("no secret", "revoke", noSecret, 401, "invalid_client"),
    Row(
      "a client that is unknown", "revoke", ["token": "{access}", "client_id": "stranger"], 401,
      "invalid_client"),

    Row("a token", "userinfo", ["access_token": "{access}"], 200),
    Row("no token", "userinfo", [:], 401, "invalid_request", challenge: "Bearer"),
    Row("no access token", "userinfo", bearer("x"), 401, "invalid_token", challenge: invalid),
    Row(
      "a refresh token", "userinfo", bearer("{refresh}"), 401, "invalid_token", challenge: invalid),
    Row("an ID token", "userinfo", bearer("{id}"), 401, "invalid_token", challenge: invalid),
    Row(
      "too few scopes", "userinfo", bearer("{poor}"), 403, "insufficient_scope",
      challenge: #"Bearer error="insufficient_scope""#),
  ]

  private static func bearer(_ token: String) -> Fields { ["access_token": token] }

  @Test(arguments: rows)
  func `the errors of OpenID Connect have their body, status and header`(row: Row) async throws {
    try bench.configure("oidc.corp", ProviderConfig(clientID: "client", clientSecret: "s"))
    let secrets = try await secrets()
    var all: Fields = ["client_id": "client", "client_secret": "s"]
    if row.endpoint == "token" {
      all["grant_type"] = "authorization_code"
      all["redirect_uri"] = Bench.callback
    }
    all.merge(row.fields) { $1 }
    let form = Bench.form(all.mapValues { value in value.flatMap { secrets[$0] } ?? value })
    let reply = await bench.form("/issuers/oidc.corp/\(row.endpoint)", form, headers: row.headers)
    reply.expect(row.status, ["error": row.error.map(JSON.string)])
      .expect(headers: ["WWW-Authenticate": row.challenge])
    guard row.error != nil else { return }
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(!reply.reasons.isEmpty, "the log has the reason")
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
  func `only OpenID Connect's errors are explained`(issuer: String, words: String?) async throws {
    let reply = try await bench.redeem(
      issuer, "", ["code": nil], headers: ["Accept": "application/json"])
    reply.json.expect(["error": "invalid_request", "error_description": words.map(JSON.string)])
    reply.expect(reasons: "The parameter code is missing")
  }

  private func secrets() async throws -> [String: String] {
    let late = try await bench.code("oidc.corp")
    bench.advance(by: .seconds(3000))
    let used = try await bench.code("oidc.corp")
    let poor = try await bench.tokens("oidc.corp", ["scope": "email"])
    let whole = try await bench.tokens("oidc.corp")
    _ = try await bench.redeem("oidc.corp", used)
    return [
      "{late}": late, "{used}": used, "{code}": try await bench.code("oidc.corp"),
      "{poor}": try poor.value("access_token"),
      "{access}": try whole.value("access_token"),
      "{refresh}": try whole.value("refresh_token"),
      "{id}": try whole.value("id_token"),
    ]
  }
}
