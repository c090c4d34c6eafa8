import EmuCrypto
import EmuHTTP
import EmuJOSE
import EmuJSON
import EmuModel
import EmuIdentity
import EmuTestSupport
import Testing

/// The pitfalls about Apple, by their numbers in docs/pitfalls.md#pitfalls. Others: 1 and 7 are in
/// EmuAPITests (`AppleFlagTests`, `ReplayTests`), 6 in `AppleClientSecretTests`, 24 in
/// `AppleNotificationTests`, 25 in `AppleClaimTests`.
@Suite struct `issuers: the pitfalls of Apple` {
  private let bench: Bench

  init() async throws { bench = try await Bench.apple() }

  @Test func `2: subject and relay address are the team's, consent and name the app's`()
    async throws
  {
    let relay = try await bench.hideAnn()
    let app = try await bench.signInAnn(["clientId": .string(AppleApp.bundleID)])
    let web = try await bench.signInAnn(["clientId": .string(AppleApp.servicesID)])
    #expect(app["sub"] == web["sub"])
    #expect(app["claims"]?["email"] == .string(relay))
    #expect(web["claims"]?["email"] == .string(relay))
    #expect(app["appleUser"] != nil)
    #expect(web["appleUser"] != nil, "another app, another consent")
    #expect(try await bench.signInAnn()["appleUser"] == nil)
    let token = try #require(app["accessToken"]?.string)
    #expect(try await bench.revoke(token, client: AppleApp.bundleID).status == 200)
    #expect(try await bench.credentialState(AppleApp.bundleID) == "revoked")
    #expect(try await bench.credentialState(AppleApp.servicesID) == "authorized")
    let team = try await bench.mint(
      "apple.com", ["account": ["email": "ann@example.com", "hideEmail": true]], in: "other")
    #expect(team["sub"] != app["sub"])
    #expect(team["claims"]?["email"] != .string(relay))
  }

  @Test func `3: the user text is there once, in a form, unsigned, with the relay address`()
    async throws
  {
    let relay = try await bench.hideAnn()
    let query = try await bench.webSignIn([
      "client_id": AppleApp.servicesID, "scope": "", "response_type": "code",
      "response_mode": "query",
    ])
    #expect(query.handed["user"] == nil)
    _ = try await bench.notify("consent-revoked")
    let first = try await bench.webSignIn()
    let user = try JSON(parsing: #require(first.handed["user"]))
    #expect(user["email"] == .string(relay))
    let claims = try Bench.claims(first.handed["id_token"].map(JSON.string))
    for name in ["name", "given_name", "user", "picture"] { #expect(claims[name] == nil) }
    #expect(try await bench.webSignIn().handed["user"] == nil)
  }

  @Test func `4: a bundle id's code is refused for a Services ID, at every step`() async throws {
    let minted = try await bench.signInAnn()
    #expect(minted["claims"]?["aud"] == .string(AppleApp.bundleID))
    let code = try #require(minted["authorizationCode"]?.string)
    let wrong = try await bench.exchange(code, client: AppleApp.servicesID)
    #expect(
      wrong["error_description"]
        == "client_id mismatch. The code was not issued to com.example.web.")
    let tokens = try await bench.exchange(code, client: AppleApp.bundleID)
    #expect(try Bench.claims(tokens["id_token"])["aud"] == .string(AppleApp.bundleID))
    let refresh = try #require(tokens["refresh_token"]?.string)
    #expect(
      try await bench.revoke(refresh, client: AppleApp.servicesID)["error"] == "invalid_client")
    #expect(try await bench.revoke(refresh, client: AppleApp.bundleID).status == 200)
  }

  @Test func `5: a native code has no redirect URI, a page's code has its own, both five minutes`()
    async throws
  {
    let native = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    let web = try #require(try await bench.webSignIn().handed["code"])
    #expect(
      try await bench.exchange(web, client: AppleApp.servicesID)["error"] == "invalid_grant")
    bench.advance(by: .milliseconds(299_999))
    #expect(try await bench.exchange(native, client: AppleApp.bundleID).status == 200)
    #expect(
      try await bench.exchange(
        web, client: AppleApp.servicesID, redirectURI: AppleApp.callback
      ).status == 200)
    let late = try #require(try await bench.signInAnn()["authorizationCode"]?.string)
    bench.advance(by: .seconds(300))
    #expect(
      try await bench.exchange(late, client: AppleApp.bundleID)["error_description"]
        == "The code has expired or has been revoked.")
  }

  @Test func `8: hashing the nonce is the client's job`() async throws {
    for nonce in ["raw", Digest.sha256.hex(Array("raw".utf8)), "ÄÖ %2B+"] {
      let web = try await bench.webSignIn(["nonce": nonce])
      #expect(
        try Bench.claims(web.handed["id_token"].map(JSON.string))["nonce"] == .string(nonce))
      #expect(
        try await bench.signInAnn(["nonce": .string(nonce)])["claims"]?["nonce"] == .string(nonce))
    }
  }

  @Test func `17: several keys are published, none of them private, chosen by kid alone`() async {
    let keys = await bench.get("/issuers/apple.com/auth/keys")["keys"]?.array ?? []
    #expect(keys.count > 1)
    for key in keys {
      #expect(Set(key.object?.keys ?? []) == ["kty", "kid", "use", "alg", "n", "e"])
      #expect(key["kty"] == "RSA")
      #expect(key["use"] == "sig")
      #expect(key["alg"] == "RS256")
      #expect(key["e"] == "AQAB")
      #expect(key["kid"]?.string?.contains(#/^[A-Za-z0-9]{10}$/#) == true)
    }
    #expect(Set(keys.compactMap { $0["kid"]?.string }).count == keys.count)
  }

  @Test func `19: revoking an unknown token is 200, and a wrong client is refused`() async throws {
    #expect(try await bench.revoke("r0", client: AppleApp.bundleID).status == 200)
    #expect(try await bench.revoke("r0", client: "com.example.other")["error"] == "invalid_client")
  }

  @Test func `20: a refresh token is never replaced`() async throws {
    let tokens = try await bench.annsTokens()
    for _ in 0..<3 {
      let reply = try await bench.refresh(tokens.refresh, client: AppleApp.bundleID)
      #expect(reply.status == 200)
      #expect(reply["refresh_token"] == nil)
    }
  }

  @Test(arguments: Profile.allCases)
  func `21: localhost and http are for the compatible profile`(profile: Profile) async throws {
    let bench = try await Bench.apple(profile: profile)
    for uri in ["http://localhost:3000/cb", "https://localhost/cb", "http://app.example.com/cb"] {
      let reply = try await bench.webSignIn(["redirect_uri": uri, "scope": ""])
      #expect(reply.status == (profile == .production ? 400 : 200))
    }
    #expect(try await bench.webSignIn(["scope": ""]).status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `22: a plus between scopes is a trap, which the log reports`(profile: Profile) async throws {
    let bench = try await Bench.apple(profile: profile)
    let query =
      "client_id=\(AppleApp.servicesID)&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb"
      + "&response_type=code&response_mode=form_post&emulator_auto=\(AppleApp.ann)&scope="
    let plus = await bench.get(Bench.authorize("apple.com") + "?" + query + "name+email")
    #expect(plus.handed["code"] != nil)
    #expect(plus.reasons.contains("write %20"))
    let escaped = await bench.get(Bench.authorize("apple.com") + "?" + query + "name%20email")
    #expect(escaped.handed["code"] != nil)
    #expect(!escaped.reasons.contains("%20"))
  }

  @Test func `23: the form is sent from Apple's origin to the app's`() async throws {
    let reply = try await Bench.apple().webSignIn()
    #expect(reply.status == 200)
    #expect(reply.text.contains(#"<form method="post" action="\#(AppleApp.callback)">"#))
    #expect(reply.headers["Set-Cookie"] == nil)
    #expect(reply.headers["Referrer-Policy"] == "origin", "else the Origin is null")
    #expect(
      reply.headers["Content-Security-Policy"]?
        .contains("form-action 'self' https://app.example.com;") == true)
  }
}
