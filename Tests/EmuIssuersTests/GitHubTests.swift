import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/social.md#github.
@Suite final class `issuers: GitHub`: BenchSuite {
  private static let ann: JSON = [
    "sub": "583231", "email": "ann@example.com", "name": "Ann Lee", "claims": ["login": "ann"],
  ]

  private func token(_ fields: Fields = ["scope": "user:email,read:user"]) async throws -> Reply {
    try await bench.makePerson("github.com", Self.ann)
    let code = try await bench.code(
      "github.com", fields.with(["emulator_auto": "ann@example.com"]))
    return try await bench.redeem("github.com", code, headers: ["Accept": "application/json"])
  }

  private func api(_ path: String, _ header: String?) async throws -> Reply {
    await bench.call(
      .get, "/issuers/github.com\(path)", headers: header.map { ["Authorization": $0] } ?? [:])
  }

  @Test func `the token comes as a form, and as JSON where that is asked for`() async throws {
    let form = try await bench.tokens("github.com", ["scope": "user:email read:user"])
    #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let fields = FormFields(parsing: form.text)
    #expect(fields.first("access_token")?.hasPrefix("gho_") == true)
    #expect(fields.first("scope") == "read:user,user:email")
    #expect(fields.first("token_type") == "bearer")
    let json = try await token()
    #expect(json["access_token"]?.string?.hasPrefix("gho_") == true)
    json.expect(["expires_in": nil, "refresh_token": nil, "id_token": nil])
  }

  @Test(
    arguments: [
      (["code": "unknown"], "bad_verification_code"),
      (["client_id": "other"], "bad_verification_code"),
      (["redirect_uri": "https://other.example.com/"], "redirect_uri_mismatch"),
      (["client_secret": "wrong"], "incorrect_client_credentials"),
      (["client_secret": nil], "incorrect_client_credentials"),
      (["code": nil], "invalid_request"),
      (["code_verifier": OAuth.verifier], "bad_verification_code"),
      (["grant_type": "password"], "unsupported_grant_type"),
    ] as [(Fields, String)])
  func `a refusal has status 200 and consumes nothing`(fields: Fields, error: String) async throws {
    try bench.configure(
      "github.com",
      ProviderConfig(clientID: "client", clientSecret: "s", additionalClientIDs: ["other"]))
    let code = try await bench.code("github.com")
    var fields = fields
    if fields["client_id"] == "other" { fields["client_secret"] = "any" }
    let reply = try await bench.redeem(
      "github.com", code, fields, headers: ["Accept": "application/json"])
    reply.expect(["error": .string(error)]).expect(has: "error_description")
    #expect(reply["error_uri"]?.string?.hasPrefix("https://docs.github.com/") == true)
    #expect(reply["access_token"] == nil)
    let form = try await bench.redeem("github.com", code)
    #expect(FormFields(parsing: form.text).first("access_token") != nil, "the code is still good")
  }

  @Test func `a code is good once, and its token ends when it comes again`() async throws {
    let code = try await bench.code("github.com")
    let first = FormFields(parsing: try await bench.redeem("github.com", code).text)
    let token = try #require(first.first("access_token"))
    #expect(try await api("/user", "Bearer \(token)").status == 200)
    let again = try await bench.redeem("github.com", code)
    #expect(FormFields(parsing: again.text).first("error") == "bad_verification_code")
    #expect(try await api("/user", "Bearer \(token)").status == 401)
  }

  @Test(arguments: ["query", "json"])
  func `the parameters may be in a form, in a query or in JSON`(place: String) async throws {
    let code = try await bench.code("github.com")
    let fields: FormFields = [
      "client_id": "client", "client_secret": "s", "code": code,
      "redirect_uri": Bench.callback,
    ]
    let path = "/issuers/github.com/login/oauth/access_token"
    var body = JSONObject()
    for field in fields { body[field.name] = .string(field.value) }
    let reply =
      place == "query"
      ? await bench.call(.post, "\(path)?\(fields.encoded)")
      : await bench.call(
        .post, path, bytes: JSON.object(body).serializedBytes(),
        headers: ["Content-Type": "application/json"])
    #expect(FormFields(parsing: reply.text).first("access_token") != nil, "\(reply.text)")
  }

  @Test(arguments: ["Bearer", "token"])
  func `the API reports the public profile, and the address apart`(scheme: String) async throws {
    let token = try await token().value("access_token")
    for prefix in ["", "/api/v3"] {
      let user = try await api(prefix + "/user", "\(scheme) \(token)")
      user.expect([
        "id": 583231, "login": "ann", "name": "Ann Lee", "email": .null, "gravatar_id": "",
        "type": "User",
      ]).expect(headers: ["X-OAuth-Scopes": "user:email, read:user"])
      #expect(
        try await api(prefix + "/user/emails", "\(scheme) \(token)").json == [
          ["email": "ann@example.com", "primary": true, "verified": true, "visibility": "private"]
        ])
    }
  }

  @Test(
    arguments: [
      (nil, "Requires authentication"), ("Bearer nonsense", "Bad credentials"),
      ("Basic abc", "Bad credentials"), ("Bearer", "Bad credentials"),
    ] as [(String?, String)])
  func `without a valid token there is no answer`(header: String?, message: String) async throws {
    try await api("/user", header).expect(401, ["message": .string(message), "status": "401"])
  }

  @Test func `without user:email the addresses are not found`() async throws {
    let token = try await token(["scope": "read:user"]).value("access_token")
    #expect(try await api("/user", "token \(token)").status == 200)
    #expect(try await api("/user/emails", "token \(token)").status == 404)
  }

  @Test func `a person who denies is redirected with GitHub's words`() async throws {
    let page = try await bench.authorize("github.com", ["response_type": nil])
    let back = try await bench.choose("github.com", page, ["action": "deny"])
    #expect(back.handed["error"] == "access_denied")
    #expect(back.handed["error_description"] == "The user has denied your application access.")
    #expect(back.handed["error_uri"]?.contains("access-denied") == true)
    #expect(back.handed["state"] == "s t&1")
  }

  @Test func `the parameter login names the account at GitHub`() async throws {
    try await bench.makePerson("github.com", ["email": "zoe@example.com"])
    try await bench.makePerson("github.com", ["email": "ann@example.com"])
    func first(_ hint: String?) async throws -> Substring? {
      let page = try await bench.authorize("github.com", ["login": hint]).text
      return page.split(separator: "@example.com").first?.suffix(3)
    }
    for name in ["ann", "zoe"] {
      #expect(try await first("\(name)@example.com")?.hasSuffix(name) == true)
    }
  }

  @Test func `without redirect_uri the first registered address is used`() async throws {
    #expect(try await bench.authorize("github.com", ["redirect_uri": nil]).status == 400)
    try bench.configure(
      "github.com", ProviderConfig(clientID: "client", redirectURIs: [Bench.callback]))
    let back = try await bench.authorize(
      "github.com", ["redirect_uri": nil, "emulator_auto": "new"])
    #expect(back.destination == Bench.callback)
    let code = try back.value("code")
    let other = try await bench.redeem(
      "github.com", code, ["redirect_uri": "https://other.example.com/"],
      headers: ["Accept": "application/json"])
    #expect(other["error"] == "redirect_uri_mismatch")
    let tokens = try await bench.redeem(
      "github.com", code, ["redirect_uri": nil], headers: ["Accept": "application/json"])
    #expect(tokens["access_token"] != nil, "\(tokens.text)")
  }

  @Test func `GitHub has neither a discovery document nor a key`() async throws {
    #expect(try await bench.mint("github.com").expect(["idToken": nil])["accessToken"] != nil)
    let rotated = await bench.post("/emulator/v1/issuers/github.com/keys:rotate", [:])
    rotated.expectRefusal("no ID tokens")
  }
}
