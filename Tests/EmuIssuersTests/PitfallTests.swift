import EmuTestSupport
import Testing

/// The pitfalls of all providers, by their numbers in docs/pitfalls.md#pitfalls, which lists all of
/// them with their tests.
@Suite final class `issuers: the pitfalls of all`: BenchSuite {
  /// The issuers with ID tokens.
  static let issuers = [
    "apple.com", "microsoft.com", "google.com", "oidc.corp", "facebook.com", "linkedin.com",
    "yahoo.com",
  ]

  /// The backend accepts a token with a nonce once, so each attempt needs another.
  @Test(arguments: ["apple.com", "oidc.corp", "facebook.com"])
  func `7: each attempt gets a separate token`(issuer: String) async throws {
    try await bench.makePerson(issuer, ["email": "ann@example.com"])
    var tokens: Set<String> = []
    for _ in 0..<3 {
      let minted = try await bench.mint(
        issuer, ["account": ["email": "ann@example.com"], "nonce": "n"])
      tokens.insert(try minted.value("idToken"))
      guard issuer != "facebook.com" else { continue }
      let page = try await bench.authorize(
        issuer,
        ["response_type": "code id_token", "nonce": "n", "emulator_auto": "ann@example.com"])
      tokens.insert(try page.value("id_token"))
      let exchanged = try await bench.redeem(issuer, try page.value("code"))
      tokens.insert(try exchanged.value("id_token"))
    }
    #expect(tokens.count == (issuer == "facebook.com" ? 3 : 9))
  }

  @Test(arguments: issuers)
  func `9: a token has the nonce that was sent, or none if none was`(issuer: String) async throws {
    for nonce in ["n-1", nil] as [String?] {
      let code = try await bench.code(
        issuer, ["nonce": nonce, "scope": issuer == "apple.com" ? "" : "openid"])
      let reply = try await bench.redeem(issuer, code)
      guard reply["id_token"] != nil else {
        #expect(issuer == "facebook.com", "whose code gives no ID token")
        continue
      }
      let claims = try reply.claims("id_token")
      let expected = issuer == "linkedin.com" ? nil : nonce
      #expect(claims["nonce"]?.string == expected)
      #expect(claims.object?.keys.contains("nonce") == (expected != nil), "not even as null")
    }
  }

  @Test func `15: Google's issuer comes with its scheme, and without`() async throws {
    for name in ["https://accounts.google.com", "accounts.google.com"] {
      let minted = try await bench.mint("google.com", ["claims": ["iss": .string(name)]])
      let verified = try await bench.verified(minted["idToken"], by: "google.com")
      #expect(verified.claims["iss"] == .string(name))
    }
  }

  /// Keys may be rotated at any time, so no copy may be used without revalidation.
  @Test(arguments: issuers)
  func `17: what is published is asked for again, without a name`(issuer: String) async throws {
    let document = await bench.get(Bench.discovery(of: issuer))
    let path = try document.value("jwks_uri").dropFirst(Bench.base.count)
    let before = await bench.get(String(path))
    for reply in [document, before] {
      #expect(reply.headers["Cache-Control"] == "public, max-age=0, must-revalidate")
    }
    _ = await bench.post("/emulator/v1/issuers/\(issuer)/keys:rotate", [:])
    let kids = await bench.get(String(path))["keys"]?.array?.compactMap { $0["kid"]?.string }
    #expect(try #require(kids).count == (before["keys"]?.array?.count ?? 0) + 1)
    #expect(kids?.contains { $0.contains(issuer) || issuer.contains($0) } == false)
  }

  /// Microsoft's real form is cross-site like Apple's: a page of the emulator submits it, without
  /// cookies.
  @Test(arguments: ["apple.com", "microsoft.com", "google.com", "oidc.corp", "yahoo.com"])
  func `23: a page of the issuer's sends a form to the app alone`(issuer: String) async throws {
    let reply = try await bench.authorize(
      issuer, ["response_mode": "form_post", "nonce": "n", "emulator_auto": "new"]
    ).expect(200, text: #"<form method="post" action="\#(Bench.callback)">"#)
    #expect(reply.handed["code"] != nil)
    #expect(reply.headers["Set-Cookie"] == nil)
    #expect(reply.headers["Referrer-Policy"] == "origin", "else the Origin is null")
    #expect(reply.headers["Cache-Control"] == "no-store")
    #expect(
      reply.headers["Content-Security-Policy"]?
        .contains("form-action 'self' https://app.example.com;") == true)
  }

  /// OpenID Connect Discovery §3: omitted members default to true, or Basic.
  @Test(arguments: issuers)
  func `25: discovery leaves nothing to a default that is not so`(issuer: String) async throws {
    let document = await bench.get(Bench.discovery(of: issuer))
    let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    let announced = try #require(methods, "left out it means Basic alone")
    #expect(announced.contains("client_secret_post"))
    #expect(
      announced.contains("client_secret_basic")
        == !["apple.com", "linkedin.com", "facebook.com"].contains(issuer))
    #expect(document["response_types_supported"] != nil)
    #expect(document["subject_types_supported"] != nil)
    #expect(document["id_token_signing_alg_values_supported"] != nil)
    // The two issuers whose real documents contain it; all reject a request_uri.
    if ["microsoft.com", "oidc.corp"].contains(issuer) {
      #expect(document["request_uri_parameter_supported"] == false)
    }
    let reply = try await bench.authorize(issuer, ["request_uri": "https://a.example/r"])
    #expect(
      reply.handed["error"] == "request_uri_not_supported"
        || reply.text.contains("<code>request_uri_not_supported</code>"), "\(reply.text)")
  }
}
