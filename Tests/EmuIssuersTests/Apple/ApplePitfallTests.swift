import EmuCrypto
import EmuTestSupport
import Testing

/// The pitfalls about Apple, by their numbers in docs/pitfalls.md#pitfalls. Others: 1 and 7 are in
/// EmuAPITests (`AppleFlagTests`, `ReplayTests`), 6 in `AppleClientSecretTests`, 24 in
/// `AppleNotificationTests`, 25 in `AppleClaimTests`.
@Suite final class `issuers: the pitfalls of Apple`: AppleSuite {
  @Test func `2: subject and relay are the team's, consent and name the app's`() async throws {
    let relay = try await bench.hideAnn()
    let app = try await bench.signInAnn(["clientId": .string(AppleApp.bundleID)])
    let web = try await bench.signInAnn(["clientId": .string(AppleApp.servicesID)])
    app.expect(["sub": web["sub"], "claims.email": .string(relay)])
    #expect(web["claims"]?["email"] == .string(relay))
    #expect(app["appleUser"] != nil)
    #expect(web["appleUser"] != nil, "another app, another consent")
    #expect(try await bench.signInAnn()["appleUser"] == nil)
    let token = try app.value("accessToken")
    #expect(try await bench.revoke(token, client: AppleApp.bundleID).status == 200)
    #expect(try await bench.credentialState(AppleApp.bundleID) == "revoked")
    #expect(try await bench.credentialState(AppleApp.servicesID) == "authorized")
    let team = try await bench.mint(
      "apple.com", ["account": ["email": "ann@example.com", "hideEmail": true]], in: "other")
    #expect(team["sub"] != app["sub"])
    #expect(team["claims"]?["email"] != .string(relay))
  }

  @Test func `3: the user text comes once, unsigned, in a form, with the relay`() async throws {
    let relay = try await bench.hideAnn()
    try await bench.webSignIn([
      "client_id": AppleApp.servicesID, "scope": "", "response_type": "code",
      "response_mode": "query",
    ]).handed.expect(["user": nil])
    _ = try await bench.notify("consent-revoked")
    let first = try await bench.webSignIn()
    try JSON(parsing: first.value("user")).expect(["email": .string(relay)])
    try first.claims("id_token")
      .expect(["name": nil, "given_name": nil, "user": nil, "picture": nil])
    #expect(try await bench.webSignIn().handed["user"] == nil)
  }

  @Test func `4: a bundle id's code is refused for a Services ID, at every step`() async throws {
    let minted = try await bench.signInAnn()
    #expect(minted["claims"]?["aud"] == .string(AppleApp.bundleID))
    let code = try minted.value("authorizationCode")
    let mismatch: JSON = "client_id mismatch. The code was not issued to com.example.web."
    try await bench.exchange(code, client: AppleApp.servicesID)
      .expect(400, ["error_description": mismatch])
    let tokens = try await bench.exchange(code, client: AppleApp.bundleID)
    #expect(try tokens.claims("id_token")["aud"] == .string(AppleApp.bundleID))
    let refresh = try tokens.value("refresh_token")
    try await bench.revoke(refresh, client: AppleApp.servicesID).expect(400, "invalid_client")
    #expect(try await bench.revoke(refresh, client: AppleApp.bundleID).status == 200)
  }

  @Test func `5: a native code has no redirect URI, a page's has; both last 300 s`() async throws {
    let native = try await bench.signInAnn().value("authorizationCode")
    let web = try await bench.webSignIn().value("code")
    #expect(try await bench.exchange(web, client: AppleApp.servicesID)["error"] == "invalid_grant")
    bench.advance(by: .milliseconds(299_999))
    #expect(try await bench.exchange(native, client: AppleApp.bundleID).status == 200)
    #expect(
      try await bench.exchange(
        web, client: AppleApp.servicesID, redirectURI: AppleApp.callback
      ).status == 200)
    let late = try await bench.signInAnn().value("authorizationCode")
    bench.advance(by: .seconds(300))
    #expect(
      try await bench.exchange(late, client: AppleApp.bundleID)["error_description"]
        == "The code has expired or has been revoked.")
  }

  @Test func `8: hashing the nonce is the client's job`() async throws {
    for nonce in ["raw", Digest.sha256.hex(Array("raw".utf8)), "ÄÖ %2B+"] {
      let web = try await bench.webSignIn(["nonce": nonce])
      #expect(try web.claims("id_token")["nonce"] == .string(nonce))
      #expect(
        try await bench.signInAnn(["nonce": .string(nonce)])["claims"]?["nonce"] == .string(nonce))
    }
  }

  @Test func `17: several keys are published, none of them private, chosen by kid alone`() async {
    let keys = await bench.get("/issuers/apple.com/auth/keys")["keys"]?.array ?? []
    #expect(keys.count == 3)
    for key in keys {
      #expect(Set(key.object?.keys ?? []) == ["kty", "kid", "use", "alg", "n", "e"])
      key.expect(["kty": "RSA", "use": "sig", "alg": "RS256", "e": "AQAB"])
      #expect(key["kid"]?.string?.contains(#/^[A-Za-z0-9]{10}$/#) == true)
    }
    #expect(Set(keys.compactMap { $0["kid"]?.string }).count == keys.count)
  }

  @Test func `20: a refresh token is never replaced`() async throws {
    let tokens = try await bench.annsTokens()
    for _ in 0..<3 {
      bench.advance(by: .seconds(86_400 * 30))
      let reply = try await bench.refresh(tokens.refresh, client: AppleApp.bundleID)
      reply.expect(200, ["refresh_token": nil])
      #expect(reply["access_token"]?.string != tokens.access)
    }
  }

  @Test(arguments: Profile.allCases)
  func `21: localhost and http are for the compatible profile`(profile: Profile) async throws {
    let bench = try await Bench.apple(profile: profile)
    for uri in [
      "http://localhost:3000/cb", "https://localhost/cb", "http://app.example.com/cb",
      "https://127.0.0.1/cb",
    ] {
      let reply = try await bench.webSignIn(["redirect_uri": uri, "scope": ""])
      #expect(reply.status == (profile == .production ? 400 : 200), "\(uri)")
      if profile == .production { #expect(reply.text.contains("Invalid web redirect url.")) }
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
}
