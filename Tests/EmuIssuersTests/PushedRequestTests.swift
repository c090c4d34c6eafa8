import EmuTestSupport
import Testing

/// RFC 9126.
@Suite final class `issuers: pushed authorization requests`: BenchSuite {
  private static let path = "/issuers/oidc.corp/par"

  private static let fields: Fields = [
    "client_id": "client", "client_secret": "s", "redirect_uri": Bench.callback,
    "response_type": "code", "scope": "openid email", "state": "s1",
  ]

  private func push(_ fields: Fields = [:]) async -> Reply {
    await bench.form(Self.path, Bench.form(Self.fields.with(fields)))
  }

  private func open(_ uri: String, _ fields: Fields = ["emulator_auto": "new"]) async -> Reply {
    let all = ["client_id": "client", "request_uri": uri].merging(fields) { $1 }
    return await bench.get("/issuers/oidc.corp/authorize?" + Bench.form(all).encoded)
  }

  private func uri(_ reply: Reply) throws -> String {
    reply.expect(201, ["expires_in": 60])
    return try reply.value("request_uri")
  }

  private func patch(_ options: JSON) async { await bench.set("oidc.corp", options) }

  @Test func `a pushed request signs in once`() async throws {
    let document = await bench.get(Bench.discovery(of: "oidc.corp"))
    #expect(document["pushed_authorization_request_endpoint"]?.string == Bench.base + Self.path)
    #expect(document["require_pushed_authorization_requests"] == false)
    let uri = try uri(await push())
    let back = await open(uri)
    #expect(back.destination == Bench.callback)
    #expect(back.handed["state"] == "s1")
    try await bench.redeem("oidc.corp", back.value("code")).expect(["scope": "openid email"])
    let again = await open(uri)
    #expect(again.handed["error"] == "invalid_request_uri")
    #expect(again.handed["error_description"]?.contains("used before") == true)
  }

  @Test func `the page of a pushed request may be loaded again, and is sent once`() async throws {
    try await bench.makePerson("oidc.corp", ["sub": "ann", "email": "ann@example.com"])
    let uri = try uri(await push())
    let pages = [await open(uri, [:]), await open(uri, [:])]
    // The page outlives the lifetime of the address.
    bench.advance(by: .seconds(120))
    let first = try await bench.choose("oidc.corp", pages[0], ["person": "ann"])
    #expect(first.handed["code"] != nil, "\(first.text)")
    let second = try await bench.choose("oidc.corp", pages[1], ["person": "ann"])
    #expect(second.handed["error"] == "invalid_request_uri")
  }

  @Test func `a pushed request is spent by a refusal too`() async throws {
    let uri = try uri(await push(["prompt": "none"]))
    #expect(await open(uri, [:]).handed["error"] == "login_required")
    #expect(await open(uri, [:]).handed["error"] == "invalid_request_uri")
  }

  @Test func `an expired, unknown or foreign request_uri stays on the page`() async throws {
    let uri = try uri(await push())
    let other = await open(uri, ["client_id": "other"])
    #expect(other.status == 400 && other.text.contains("not the client that pushed the request"))
    for wrong in [uri + "x", "urn:ietf:params:oauth:request_uri:nothing"] {
      await open(wrong, ["emulator_answer": "json"]).expect(400, "invalid_request_uri")
    }
    let away = await bench.get(
      "/issuers/oidc.other/authorize?"
        + Bench.form(["client_id": "client", "request_uri": uri]).encoded)
    #expect(away.status == 400)
    bench.advance(by: .seconds(60))
    await open(uri).expect(400, text: "push the request again")
  }

  @Test(
    arguments: [
      (["redirect_uri": nil], 400, "invalid_request"),
      (["redirect_uri": "javascript:alert(1)"], 400, "invalid_request"),
      (["response_type": "nothing"], 400, "unsupported_response_type"),
      (["code_challenge_method": "S256"], 400, "invalid_request"),
      (["request_uri": "urn:x"], 400, "invalid_request"),
      (["client_id": nil], 400, "invalid_request"),
      (["dpop_jkt": "x"], 400, "invalid_request"),
      (["emulator_claims": "x"], 400, "invalid_request"),
    ] as [(Fields, Int, String)])
  func `a wrong request is not pushed`(fields: Fields, status: Int, error: String) async throws {
    await push(fields).expect(status, ["error": .string(error)]).expect(has: "error_description")
  }

  @Test func `the client authenticates as at the token endpoint`() async throws {
    await patch(
      [
        "clients": [
          [
            "clientId": "client", "clientSecret": "right",
            "redirectUris": [.string(Bench.callback)],
          ]
        ]
      ])
    await push().expect(401, "invalid_client")
    #expect(await push(["client_id": "other"])["error"] == "invalid_client")
    let elsewhere = await push(["client_secret": "right", "redirect_uri": "https://evil.example/"])
    #expect(elsewhere["error"] == "invalid_request", "\(elsewhere.text)")
    let uri = try uri(await push(["client_secret": "right"]))
    #expect(await open(uri).handed["code"] != nil)
  }

  @Test func `an issuer may require pushed requests`() async throws {
    await patch(["requiresPushedRequests": true])
    let document = await bench.get(Bench.discovery(of: "oidc.corp"))
    #expect(document["require_pushed_authorization_requests"] == true)
    let plain = try await bench.authorize("oidc.corp", ["emulator_auto": "new"])
    #expect(plain.handed["error"] == "invalid_request")
    #expect(plain.handed["error_description"]?.contains("RFC 9126") == true)
    let uri = try uri(await push())
    #expect(await open(uri).handed["code"] != nil)
  }
}
