import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: the authorization endpoint`: BenchSuite {
  static let issuers = ["oidc.corp", "google.com", "apple.com"]

  @Test(arguments: issuers)
  func `a headless request is answered with a code and the state`(issuer: String) async throws {
    let reply = try await bench.authorize(issuer, ["emulator_auto": "new"]).expect(302)
    #expect(reply.destination == Bench.callback)
    #expect(reply.handed["state"] == "s t&1")
    #expect(reply.handed["code"]?.isEmpty == false)
    #expect(
      reply.handed["iss"] == (issuer == "oidc.corp" ? "\(Bench.base)/issuers/oidc.corp" : nil))
  }

  @Test func `a refusal where providers must be configured has the command for it`() async throws {
    await bench.control(
      .patch, "projects/demo-project/settings", #"{"requireConfiguredProviders": "on"}"#
    ).expect(200)
    try await bench.authorize("google.com", ["emulator_auto": "new", "emulator_answer": "json"])
      .expect(400, text: "`auth-emulator providers set google.com --client-id client`")
  }

  private static let auot = "There is no parameter emulator_auot. Did you mean emulator_auto? "

  @Test(arguments: [
    ("oidc.corp/authorize?emulator_auot=new", auot),
    ("oidc.corp/authorize?emulator_auot=new&emulator_answer=json", auot),
    ("oidc.corp/authorize?emulator_answer=jsn", "emulator_answer is jsn; its only value is json."),
    ("oidc.corp/authorize?emulator_project=a%20b", "emulator_project is not a project id. "),
    ("apple.com/auth/authorize?emulator_auot=new", auot),
    ("microsoft.com/common/oauth2/v2.0/authorize?emulator_auot=new", auot),
    (
      "microsoft.com/common/v2.0/.well-known/openid-configuration?emulator_projct=a",
      "Did you mean emulator_project?"
    ),
    ("twitter.com/oauth/authenticate?emulator_auot=new", auot),
    ("saml.corp/sso?emulator_auot=new", auot),
    ("oidc.corp/emulator/device?emulator_auot=new", auot),
    ("oidc.corp/logout?emulator_confrmed=1", "Did you mean emulator_confirmed?"),
  ])
  func `a misspelt parameter is an error everywhere`(target: String, words: String) async throws {
    let reply = await bench.get("/issuers/\(target)").expect(400, text: words)
    let isDescribed = target.contains("emulator_answer")
    #expect((reply["error_description"] != nil) == isDescribed, "\(reply.text)")
    #expect(reply["stays_on_page"] == nil)
  }

  @Test(
    arguments: ["oidc.corp", "apple.com", "google.com", "microsoft.com"],
    [
      ["client_id": "stranger"], ["client_id": nil],
      ["redirect_uri": "https://app.example.com/other"],
    ] as [Fields])
  func `JSON says that an unknown client or redirect URI stays on the page`(
    issuer: String, fields: Fields
  ) async throws {
    try bench.configure(
      issuer, ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    let reply = try await bench.authorize(
      issuer, fields.merging(["emulator_answer": "json", "emulator_auto": "new"]) { $1 })
    reply.expect(400)
    #expect(reply["stays_on_page"] == true && reply["another_account"] == nil, "\(reply.text)")
  }

  @Test(
    arguments: ["oidc.corp", "apple.com", "google.com", "microsoft.com"],
    [nil, "", "new"])
  func `a caller who asks for JSON gets no page`(issuer: String, person: String?) async throws {
    try bench.configure(issuer, ProviderConfig(clientID: "client"))
    let reply = try await bench.authorize(
      issuer, ["emulator_answer": "json", "emulator_auto": person])
    #expect(reply.status == (person == "new" ? 200 : 400))
    #expect((reply["fields"] != nil) == (person == "new"), "\(reply.text)")
    let reason = reply["error_description"]?.string ?? ""
    #expect(reason.contains("Add emulator_auto") == (person != "new"), "\(reply.text)")
  }

  @Test func `a consent has at most 256 scopes`() async throws {
    try await bench.makePerson("oidc.corp", ["sub": "ann"])
    func authorize(_ numbers: Range<Int>) async throws -> Reply {
      let scope = numbers.map { "s\($0)" }.joined(separator: " ")
      return try await bench.authorize("oidc.corp", ["scope": scope, "emulator_auto": "ann"])
    }
    #expect(try await authorize(0..<200).handed["code"] != nil)
    #expect(try await authorize(200..<257).handed["error"] == "invalid_scope")
    #expect(try await authorize(200..<256).handed["code"] != nil)
  }

  @Test func `a misspelt parameter is an error of the token endpoint`() async throws {
    await bench.form(
      "/issuers/microsoft.com/common/oauth2/v2.0/token",
      ["grant_type": "password", "emulator_fial": "invalid_grant"]
    ).expect(400, "invalid_request").expect(description: "Did you mean emulator_fail?")
  }

  @Test(
    arguments: [
      ("oidc.corp", "code id_token", nil, ["code", "id_token", "state", "iss"]),
      ("oidc.corp", "id_token", nil, ["id_token", "state", "iss"]),
      (
        "oidc.corp", "token id_token", "form_post",
        ["id_token", "access_token", "token_type", "expires_in", "scope", "state", "iss"]
      ),
      ("google.com", "code", "form_post", ["code", "scope", "state"]),
      (
        "google.com", "id_token code token", "fragment",
        ["code", "id_token", "access_token", "token_type", "expires_in", "scope", "state"]
      ),
      ("apple.com", "id_token code", "form_post", ["code", "id_token", "state"]),
      ("apple.com", "code id_token", "fragment", ["code", "id_token", "state"]),
    ] as [(String, String, String?, [String])])
  func `each response type returns its own answer`(
    issuer: String, type: String, mode: String?, names: [String]
  ) async throws {
    let reply = try await bench.authorize(
      issuer,
      ["response_type": type, "response_mode": mode, "nonce": "n-1", "emulator_auto": "new"])
    #expect(Set(reply.handed.keys) == Set(names))
    let isForm = mode == "form_post"
    #expect(reply.status == (isForm ? 200 : 302))
    if !isForm { #expect(reply.headers["Location"]?.contains("#") == true) }
    guard let token = reply.handed["id_token"] else { return }
    let verified = try await bench.verified(.string(token), by: issuer)
    verified.claims.expect([
      "nonce": "n-1", "aud": "client", "iss": .string(verified.expectedIssuer),
    ])
    let hash = reply.handed["code"].map { TokenHash.value(for: $0, algorithm: .rs256) }
    #expect(verified.claims["c_hash"]?.string == hash)
    let access = reply.handed["access_token"].map { TokenHash.value(for: $0, algorithm: .rs256) }
    #expect(verified.claims["at_hash"]?.string == access)
  }

  @Test(
    arguments: [
      (["client_id": nil], "The parameter client_id is missing."),
      (["client_id": "a\nb"], "The parameter client_id has a control character."),
      (["redirect_uri": nil], "The parameter redirect_uri is missing."),
      (
        ["redirect_uri": "https://example.com/" + String(repeating: "a", count: 2048)],
        "The parameter redirect_uri has more than 2048 bytes."
      ),
      (["redirect_uri": "/cb"], "is not an absolute URI"),
      (["redirect_uri": "https://"], "has no valid host"),
      (["redirect_uri": "https://ann@example.com/"], "has no valid host"),
      (["redirect_uri": "https://example.com:x/"], "has no valid host"),
      (["redirect_uri": "https://example.com:65536/"], "has no valid host"),
      (["redirect_uri": "https://example.com;sandbox/"], "has no valid host"),
      (["redirect_uri": "https://[::1;x]/"], "has no valid host"),
      (["redirect_uri": "http:/evil.example.com://localhost/"], "has no valid host"),
      (["redirect_uri": "https://example.com/#x"], "no fragment"),
      (["redirect_uri": "javascript:alert(1)"], "javascript:"),
      (["redirect_uri": "data:text/html,x"], "data:"),
      (["redirect_uri": "https://example.com/<b>"], "is not an absolute URI"),
      (["redirect_uri": "https://example.com/\r\nX: y"], "redirect_uri"),
    ] as [(Fields, String)])
  func `invalid redirect URIs get no redirect`(fields: Fields, message: String) async throws {
    for issuer in Self.issuers {
      try await bench.authorize(issuer, fields).expect(400, text: message).expect(headers: [
        "Location": nil, "Content-Type": "text/html; charset=utf-8",
      ])
    }
  }

  @Test(arguments: [
    ("oidc.corp", "com.example.app:/cb", "com.example.app:/cb", true),
    ("oidc.corp", "http://127.0.0.1:5000/cb", "http://127.0.0.1/cb", true),
    ("oidc.corp", "http://127.0.0.1:5000/other", "http://127.0.0.1/cb", false),
    ("oidc.corp", "http://localhost:5000/cb", "http://localhost/cb", false),
    ("google.com", "https://app.example.com/cb/", "https://app.example.com/cb", false),
    ("google.com", "https://APP.example.com/cb", "https://app.example.com/cb", false),
    ("apple.com", "https://app.example.com/cb?x=1", "https://app.example.com/cb", false),
  ])
  func `a registered address must be equal to the letter`(
    issuer: String, uri: String, registered: String, isTaken: Bool
  ) async throws {
    try bench.configure(issuer, ProviderConfig(clientID: "client", redirectURIs: [registered]))
    let reply = try await bench.authorize(issuer, ["redirect_uri": uri, "emulator_auto": "new"])
    #expect(reply.status == (isTaken ? 302 : 400))
  }

  @Test(arguments: [
    ("apple.com", "Invalid client id or web redirect url."),
    ("google.com", "The OAuth client was not found."), ("oidc.corp", "The client is unknown."),
  ])
  func `an unknown client reads the provider's words`(issuer: String, words: String) async throws {
    try bench.configure(issuer, ProviderConfig(clientID: "mine"))
    try await bench.authorize(issuer, ["emulator_auto": "new"]).expect(
      400, text: words, "invalid_client")
    #expect(try await bench.code(issuer, ["client_id": "mine"]) != "")
  }

  @Test(
    arguments: [
      (["response_type": nil], "invalid_request"),
      (["response_type": "device"], "unsupported_response_type"),
      (["response_type": "code code2"], "unsupported_response_type"),
      (["response_mode": "web_message"], "invalid_request"),
      (
        ["response_type": "code id_token", "nonce": "n", "response_mode": "query"],
        "invalid_request"
      ),
      (["response_type": "id_token"], "invalid_request"),
      (["code_challenge": "short", "code_challenge_method": "S256"], "invalid_request"),
      (["code_challenge": "short"], "invalid_request"),
      (["code_challenge_method": "S256"], "invalid_request"),
      (["code_challenge": "x", "code_challenge_method": "S512"], "invalid_request"),
      (["prompt": "none login"], "invalid_request"),
      (["prompt": "none"], "login_required"),
      (["max_age": "-1"], "invalid_request"),
      (["request": "e30."], "request_not_supported"),
      (["request_uri": "https://x"], "request_uri_not_supported"),
      (["registration": "{}"], "registration_not_supported"),
      (["emulator_fail": "access_denied"], "access_denied"),
    ] as [(Fields, String)])
  func `the client is told of other mistakes`(fields: Fields, error: String) async throws {
    let reply = try await bench.authorize("oidc.corp", fields).expect(302)
    #expect(reply.destination == Bench.callback)
    #expect(reply.handed["error"] == error)
    #expect(reply.handed["error_description"]?.isEmpty == false)
    reply.handed.expect(["state": "s t&1", "iss": "\(Bench.base)/issuers/oidc.corp", "code": nil])
  }

  @Test func `a refused request of a new person stores neither it nor a consent`() async throws {
    let scopes = (0...AccountLimits.list).map { "s\($0)" }.joined(separator: " ")
    let refused = try await bench.authorize(
      "oidc.corp", ["scope": scopes, "emulator_auto": "new"])
    #expect(refused.handed["error"] == "invalid_scope")
    #expect(await bench.get("/emulator/v1/issuers/oidc.corp/accounts")["accounts"] == [])
    try await bench.makePerson("oidc.corp", ["sub": "ann"])
    _ = try await bench.authorize("oidc.corp", ["scope": scopes, "emulator_auto": "ann"])
    #expect(await bench.get("/emulator/v1/issuers/oidc.corp/grants")["grants"] == [])
  }

  @Test func `a request without a page succeeds only after a consent`() async throws {
    try await bench.makePerson("oidc.corp", ["sub": "ann", "email": "ann@example.com"])
    let silent: Fields = ["prompt": "none", "login_hint": "ANN@example.com"]
    #expect(try await bench.authorize("oidc.corp", silent).handed["error"] == "consent_required")
    _ = try await bench.authorize("oidc.corp", ["emulator_auto": "ann"])
    #expect(try await bench.authorize("oidc.corp", silent).handed["code"] != nil)
    bench.advance(by: .seconds(61))
    let aged = silent.with(["max_age": "60"])
    #expect(try await bench.authorize("oidc.corp", aged).handed["error"] == "login_required")
  }

  @Test(
    arguments: [
      ("oidc.corp", "calendar", "consent_required"), ("google.com", "calendar", "consent_required"),
      ("microsoft.com", "Calendars.Read", "interaction_required"),
      ("microsoft.com", "User.Read", nil),
    ] as [(String, String, String?)])
  func `a request cannot add a scope`(issuer: String, scope: String, error: String?) async throws {
    try await bench.makePerson(issuer, ["email": "ann@example.com"])
    _ = try await bench.authorize(issuer, ["emulator_auto": "ann@example.com"])
    let more: Fields = ["scope": "openid \(scope)"]
    let silent = more.with(["prompt": "none", "login_hint": "ann@example.com"])
    #expect(try await bench.authorize(issuer, silent).handed["error"] == error)
    let asked = more.with(["emulator_auto": "ann@example.com"])
    _ = try await bench.authorize(issuer, asked)
    #expect(try await bench.authorize(issuer, silent).handed["code"] != nil)
  }

  @Test(arguments: ["oidc.corp", "google.com", "microsoft.com"])
  func `a request without a page may name the person by an ID token`(issuer: String) async throws {
    let tokens = try await bench.tokens(issuer)
    let hint = try tokens.value("id_token")
    let silent: Fields = ["prompt": "none", "id_token_hint": hint]
    let code = try await bench.authorize(issuer, silent).value("code")
    let renewed = try await bench.redeem(issuer, code).claims("id_token")
    #expect(try renewed["sub"] == tokens.claims("id_token")["sub"])
    let wrong = try await bench.authorize(issuer, ["prompt": "none", "id_token_hint": "x.y.z"])
    #expect(wrong.handed["error"] == "login_required")
  }

  @Test func `emulator_auto with an unknown account names the alternatives`() async throws {
    try await bench.authorize("oidc.corp", ["emulator_auto": "unknown@example.com"]).expect(
      400, text: "has no account unknown@example.com", "emulator_auto=new")
  }

  @Test func `a request may come as a form, too`() async throws {
    let reply = await bench.form(
      "/issuers/oidc.corp/authorize",
      [
        "client_id": "client", "redirect_uri": "https://app.example.com/cb?a=1",
        "response_type": "code", "scope": "openid", "emulator_auto": "new",
      ])
    #expect(reply.status == 303)
    #expect(reply.headers["Location"]?.hasPrefix("https://app.example.com/cb?a=1&code=") == true)
  }
}
