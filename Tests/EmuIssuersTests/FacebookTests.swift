import EmuCrypto
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/social.md#facebook.
@Suite final class `issuers: Facebook`: BenchSuite {
  private static let ann: JSON = [
    "sub": "10158412345678901", "email": "ann@example.com",
    "name": ["givenName": "Ann", "familyName": "Lee"],
    "picture": "https://example.com/ann.png",
  ]
  private static let root = "/issuers/facebook.com"

  private func token(scope: String? = "email") async throws -> String {
    try await bench.makePerson("facebook.com", Self.ann)
    let code = try await bench.code(
      "facebook.com", ["scope": scope, "emulator_auto": "ann@example.com"])
    let reply = try await bench.redeem("facebook.com", code, ["grant_type": nil])
    return try reply.value("access_token")
  }

  private func graph(_ path: String, _ query: FormFields) async throws -> Reply {
    await bench.get("\(Self.root)\(path)?\(query.encoded)")
  }

  @Test(arguments: ["", "/v19.0"], [Method.get, .post])
  func `a code is exchanged by each method and path`(version: String, method: Method) async throws {
    let dialog: FormFields = [
      "client_id": "client", "redirect_uri": Bench.callback, "state": "x", "scope": "email",
      "emulator_auto": "new",
    ]
    let back = await bench.get("\(Self.root)\(version)/dialog/oauth?\(dialog.encoded)")
    #expect(back.handed["state"] == "x")
    let fields: FormFields = [
      "client_id": "client", "client_secret": "s", "redirect_uri": Bench.callback,
      "code": try back.value("code"),
    ]
    let path = "\(Self.root)\(version)/oauth/access_token"
    let reply =
      method == .get
      ? await bench.get("\(path)?\(fields.encoded)") : await bench.form(path, fields)
    #expect(reply.status == 200, "\(reply.text)")
    #expect(reply["access_token"]?.string?.hasPrefix("EAA") == true)
    reply.expect([
      "token_type": "bearer", "expires_in": 5_184_000, "refresh_token": nil, "id_token": nil,
    ])
  }

  @Test(
    arguments: [
      (["code": "unknown"], 100, nil, "Invalid verification code format."),
      (["redirect_uri": "https://o.example.com/"], 100, 36008, "Error validating verification"),
      (["client_secret": "wrong"], 1, nil, "Error validating client secret."),
      (["client_id": "stranger"], 1, nil, "Error validating client secret."),
      (["client_id": nil], 100, nil, "client_id"),
      (["code": nil], 100, nil, "code"),
    ] as [(Fields, Int64, Int64?, String)])
  func `a refusal reads as Graph's, and spends nothing`(
    fields: Fields, code number: Int64, subcode: Int64?, text: String
  ) async throws {
    try bench.configure("facebook.com", ProviderConfig(clientID: "client", clientSecret: "s"))
    let code = try await bench.code("facebook.com")
    let reply = try await bench.redeem(
      "facebook.com", code, ["grant_type": nil].merging(fields) { $1 })
    #expect(reply.status == 400)
    let error = try #require(reply["error"])
    #expect(error["type"] == "OAuthException")
    error.expect(["code": .int(number), "error_subcode": subcode.map { .int($0) }])
    #expect(error["message"]?.string?.contains(text) == true)
    #expect(error["fbtrace_id"] != nil)
    #expect(try await bench.redeem("facebook.com", code).status == 200)
  }

  @Test(arguments: [(Method.get, "query"), (.post, "form in the body")])
  func `a missing value is reported for its location`(method: Method, place: String) async throws {
    let fields = "client_id=client&client_secret=s&redirect_uri=https://app.example.com/cb"
    let path = Bench.token("facebook.com")
    await bench.call(
      method, method == .get ? "\(path)?\(fields)" : path,
      bytes: method == .get ? [] : Array(fields.utf8),
      headers: method == .get ? [:] : ["Content-Type": "application/x-www-form-urlencoded"]
    ).expect(400).expect(reasons: "The parameter code is missing from the \(place).")
  }

  @Test func `a code says whether it was used or is too old`() async throws {
    let code = try await bench.code("facebook.com")
    let token = try await bench.redeem("facebook.com", code).value("access_token")
    #expect(try await bench.redeem("facebook.com", code)["error"]?["error_subcode"] == 36009)
    let dead = try await graph("/me", ["access_token": token])
    #expect(dead["error"]?["code"] == 190, "what came of a code that comes twice ends")
    let old = try await bench.code("facebook.com")
    bench.advance(by: .seconds(600))
    #expect(try await bench.redeem("facebook.com", old)["error"]?["error_subcode"] == 36007)
  }

  @Test(
    arguments: [
      (nil, "email", #"{"name":"Ann Lee","id":"10158412345678901"}"#),
      (
        "id,name,email,first_name,last_name", "email",
        #"{"name":"Ann Lee","email":"ann@example.com","first_name":"Ann","last_name":"Lee","id":"10158412345678901"}"#
      ),
      ("id,email", nil, #"{"id":"10158412345678901"}"#),
      ("birthday,id", "email", #"{"id":"10158412345678901"}"#),
      (
        "picture.width(200){url,width}", "email",
        #"{"picture":{"data":{"height":50,"is_silhouette":false,"url":"https://example.com/ann.png","width":50}},"id":"10158412345678901"}"#
      ),
    ] as [(String?, String?, String)])
  func `me reports permitted fields`(fields: String?, scope: String?, body: String) async throws {
    var query: FormFields = ["access_token": try await token(scope: scope)]
    if let fields { query.add("fields", fields) }
    for version in ["", "/v19.0"] { #expect(try await graph(version + "/me", query).text == body) }
  }

  @Test func `me refuses an invalid token`() async throws {
    let token = try await token()
    #expect(try await graph("/me", [:])["error"]?["code"] == 2500)
    #expect(try await graph("/me", ["access_token": "EAAx"]).expect(400)["error"]?["code"] == 190)
    #expect(try await graph("/nineteen/me", ["access_token": token])["error"]?["code"] == 2500)
    #expect(
      try await graph("/me", ["access_token": token, "fields": "id,,"])["error"]?["code"]
        == 2500)
    bench.advance(by: .seconds(5_184_000))
    #expect(try await graph("/me", ["access_token": token])["error"]?["error_subcode"] == 463)
  }

  @Test func `a proof of the secret is checked where it is sent`() async throws {
    try bench.configure("facebook.com", ProviderConfig(clientID: "client", clientSecret: "s"))
    let token = try await token()
    let proof = Hex.encode(HMAC.code(for: Array(token.utf8), key: Array("s".utf8), using: .sha256))
    #expect(
      try await graph("/me", ["access_token": token, "appsecret_proof": proof]).status == 200)
    try await graph("/me", ["access_token": token, "appsecret_proof": String(proof.reversed())])
      .expect(400, ["error.message": "Invalid appsecret_proof provided in the API argument"])
  }

  @Test func `a client of the issuer's own proves its secret like a project's`() async throws {
    await bench.set("facebook.com", ["clients": [["clientId": "client", "clientSecret": "s"]]])
    let token = try await token()
    let wrong = try await graph("/me", ["access_token": token, "appsecret_proof": "00"])
    #expect(wrong["error"]?["message"] == "Invalid appsecret_proof provided in the API argument")
    for (secret, isGood) in [("s", true), ("wrong", false)] {
      let told = try await graph(
        "/debug_token", ["input_token": token, "access_token": "client|\(secret)"])
      #expect((told["data"]?["is_valid"] == true) == isGood, "\(told.text)")
    }
  }

  @Test func `debug_token reports an app about its own tokens`() async throws {
    try bench.configure("facebook.com", ProviderConfig(clientID: "client", clientSecret: "s"))
    let token = try await token()
    func ask(_ input: String, _ access: String) async throws -> Reply {
      try await graph("/debug_token", ["input_token": input, "access_token": access])
    }
    try await ask(token, "client|s")["data"].expect([
      "is_valid": true, "app_id": "client", "user_id": "10158412345678901",
      "scopes": ["email", "public_profile"], "expires_at": .int(Bench.start.seconds + 5_184_000),
    ])
    #expect(try await ask("EAAx", "client|s")["data"]?["is_valid"] == false)
    #expect(try await ask(token, "client|wrong")["error"]?["code"] == 190)
    #expect(try await ask(token, "")["error"]?["code"] == 102)
    bench.advance(by: .seconds(5_184_000))
    try await ask(token, "client|s")["data"].expect(["is_valid": false, "error.subcode": 463])
  }

  @Test func `permissions are revoked, and with them the token`() async throws {
    try await bench.makePerson("facebook.com", Self.ann)
    let front = try await bench.authorize(
      "facebook.com", ["response_type": "token", "emulator_auto": "ann@example.com"])
    #expect(front.handed["expires_in"] == "7200")
    let token = try front.value("access_token")
    let gone = await bench.call(.delete, "\(Self.root)/v19.0/me/permissions?access_token=\(token)")
    #expect(gone["success"] == true)
    #expect(try await graph("/me", ["access_token": token])["error"]?["code"] == 190)
  }

  @Test func `Limited Login's token has the hashed nonce and no email_verified`() async throws {
    let minted = try await bench.mint(
      "facebook.com", ["account": Self.ann, "rawNonce": "raw", "clientId": "client"])
    let token = try await bench.verified(minted["idToken"], by: "facebook.com")
    #expect(token.claims["nonce"] == .string(Digest.sha256.hex(Array("raw".utf8))))
    token.claims.expect(["email": "ann@example.com", "email_verified": nil])
    #expect(token.claims["jti"] != nil)
    #expect(token.claims["nbf"] == nil)
  }

  @Test func `a person who cancels is redirected with Facebook's fields`() async throws {
    let page = try await bench.authorize("facebook.com", ["response_type": nil])
    let back = try await bench.choose("facebook.com", page, ["action": "cancel"])
    #expect(back.handed["error"] == "access_denied")
    back.handed.expect(["error_reason": "user_denied", "error_code": "200"])
  }
}
