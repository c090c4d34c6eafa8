import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `issuers: faults`: BenchSuite {
  static let root = "/emulator/v1/issuers/oidc.corp/faults"

  private func set(_ fault: JSON, issuer: String = "oidc.corp") async throws {
    await bench.post("/emulator/v1/issuers/\(issuer)/faults", fault).expect(200)
  }

  @Test func `faults are listed with what remains of them, and removed`() async throws {
    try await set(["effect": ["defect": "expired"], "times": 2])
    try await set(
      ["match": ["endpoint": "keys"], "effect": ["status": 503, "delayMilliseconds": 1]])
    var faults = await bench.get(Self.root)["faults"]?.array ?? []
    #expect(faults.count == 2)
    #expect(faults[0]["remaining"] == 2)
    #expect(faults[1]["match"] == ["providerId": "oidc.corp", "endpoint": "keys"])
    #expect(faults[1]["effect"] == ["status": 503, "delayMilliseconds": 1])
    _ = try await bench.mint("oidc.corp")
    faults = await bench.get(Self.root)["faults"]?.array ?? []
    #expect(faults[0]["remaining"] == 1)
    let id = try #require(faults[1]["id"]?.string)
    #expect(await bench.call(.delete, "\(Self.root)/\(id)").status == 200)
    #expect(await bench.call(.delete, "\(Self.root)/\(id)").status == 404)
    #expect(await bench.call(.delete, Self.root).status == 200)
    #expect(await bench.get(Self.root)["faults"] == [])
  }

  static let refusals: [(JSON, String)] = [
    (["effect": [:]], "effect must say what happens"),
    (["effect": ["status": 503]], "match.endpoint must say where"),
    (["effect": ["defect": "late"]], "effect.defect late is unknown"),
    (["match": ["endpoint": "keys"], "effect": ["defect": "expired"]], "leave match.endpoint out"),
    (["match": ["endpoint": "key"], "effect": ["status": 503]], "match.endpoint may be discovery"),
    (
      ["match": ["endpoint": "keys"], "effect": ["status": 99]],
      "effect.status must be an HTTP status from 200 to 599"
    ),
    (["effect": ["defect": "expired"], "times": 0], "times must be 1 to"),
    (["effect": ["defect": "expired", "status": 500]], "make two faults"),
    (["effect": ["defect": "expired"], "often": 1], "often: there is no such field"),
    (
      ["match": ["endpoint": "keys"], "effect": ["delayMilliseconds": 999_999]],
      "effect.delayMilliseconds must be 1 to"
    ),
  ]

  @Test(arguments: refusals)
  func `faults that cannot be are refused`(body: JSON, message: String) async {
    await bench.post(Self.root, body).expectRefusal(message)
  }

  /// An endpoint or token that the issuer lacks cannot have a fault.
  @Test(
    arguments: [
      (["match": ["endpoint": "keys"], "effect": ["status": 503]], "may be authorize, signIn, "),
      (["effect": ["defect": "expired"]], "github.com makes no ID tokens"),
      (["effect": ["timeOffsetSeconds": 60]], "github.com makes no ID tokens"),
    ] as [(JSON, String)])
  func `faults of what the issuer has not are refused`(body: JSON, message: String) async {
    await bench.post("/emulator/v1/issuers/github.com/faults", body).expectRefusal(message)
  }

  @Test(arguments: ["apple.com", "google.com", "microsoft.com", "oidc.corp"])
  func `faults corrupt the next token only`(issuer: String) async throws {
    try await set(["effect": ["defect": "expired"], "times": 1], issuer: issuer)
    let first = try await bench.mint(issuer)
    #expect((first["claims"]?["exp"]?.int ?? 0) < Bench.start.seconds)
    let second = try await bench.mint(issuer)
    #expect((second["claims"]?["exp"]?.int ?? 0) > Bench.start.seconds)
  }

  @Test func `faults corrupt the tokens of one person, or of one client`() async throws {
    try await set(["match": ["email": "Ann@example.com"], "effect": ["defect": "wrong-audience"]])
    try await set(["match": ["clientId": "broken"], "effect": ["timeOffsetSeconds": -7200]])
    func claims(_ email: String, _ client: String) async throws -> JSON {
      let order: JSON = ["account": ["email": .string(email)], "clientId": .string(client)]
      return try await bench.mint("oidc.corp", order)["claims"] ?? .null
    }
    let ann = try await claims("ann@example.com", "good")
    ann.expect(["aud": "someone-else.example.com", "iat": .int(Bench.start.seconds)])
    let ben = try await claims("ben@example.com", "broken")
    ben.expect(["aud": "broken", "iat": .int(Bench.start.seconds - 7200)])
    let good = try await claims("ben@example.com", "good")
    good.expect(["aud": "good", "iat": .int(Bench.start.seconds)])
  }

  @Test func `faults reach the tokens of a page and of a code as well`() async throws {
    try await set(["effect": ["defect": "missing-nonce"]])
    let page = try await bench.authorize(
      "oidc.corp", ["emulator_auto": "new", "response_type": "code id_token", "nonce": "n"])
    for reply in [page, try await bench.redeem("oidc.corp", page.value("code"))] {
      #expect(try reply.claims("id_token")["nonce"] == nil)
    }
  }

  // MARK: Answers

  /// RFC 7009 §2.2.1: it says when to come back.
  @Test(arguments: [
    (Method.get, "keys", "jwks"), (.get, "discovery", ".well-known/openid-configuration"),
    (.get, "userinfo", "userinfo"), (.get, "authorize", "authorize"),
    (.get, "endSession", "logout"), (.post, "token", "token"), (.post, "revoke", "revoke"),
    (.post, "introspect", "introspect"),
  ]) func `an endpoint is down once`(method: Method, endpoint: String, path: String) async throws {
    try await set(["match": ["endpoint": .string(endpoint)], "effect": ["status": 503], "times": 1])
    let down = await bench.call(method, "/issuers/oidc.corp/\(path)").expect(503)
    #expect(down.headers["Retry-After"] == "1")
    #expect(await bench.call(method, "/issuers/oidc.corp/\(path)").status != 503)
  }

  @Test(arguments: ["authorize", "logout", "emulator/device"])
  func `a page that is down answers a caller who asks for JSON`(path: String) async {
    await bench.post(
      "/emulator/v1/faults",
      [
        "match": ["path": .string("/issuers/oidc.corp/\(path)")],
        "effect": ["error": ["code": 503, "message": "temporarily_unavailable"]],
      ]
    ).expect(200)
    let reply = await bench.get("/issuers/oidc.corp/\(path)?emulator_answer=json").expect(503)
    #expect(reply["error"] == "temporarily_unavailable", "\(reply.text)")
  }

  @Test func `the token endpoint refuses by the fault's error, and spends nothing`() async throws {
    let code = try await bench.code("oidc.corp")
    try await set(
      [
        "match": ["endpoint": "token", "clientId": "client"], "times": 1,
        "effect": [
          "error": ["code": 503, "message": "temporarily_unavailable", "description": "Later."]
        ],
      ])
    let refused = try await bench.redeem("oidc.corp", code).expect(503)
    #expect(refused.json == ["error": "temporarily_unavailable", "error_description": "Later."])
    #expect(try await bench.redeem("oidc.corp", code).status == 200)
  }

  @Test func `an answer is late, halved, of another type, or another one`() async throws {
    let whole = await bench.get("/issuers/oidc.corp/jwks")
    func faulty(_ effect: JSON) async throws -> Reply {
      try await set(["match": ["endpoint": "keys"], "effect": effect, "times": 1])
      return await bench.get("/issuers/oidc.corp/jwks")
    }
    #expect(try await faulty(["delayMilliseconds": 1]).text == whole.text)
    #expect(try await faulty(["malformed": true]).text.count == whole.text.count / 2)
    let typed = try await faulty(["contentType": "text/html"])
    #expect(typed.headers["Content-Type"] == "text/html")
    #expect(typed.text == whole.text)
    #expect(try await faulty(["body": ["keys": []]]).text == #"{"keys":[]}"#)
    #expect(await bench.get("/issuers/oidc.corp/jwks").text == whole.text)
  }

  @Test func `a person's requests alone fail`() async throws {
    try await set(
      ["match": ["endpoint": "userinfo", "email": "ann@example.com"], "effect": ["status": 500]])
    for (email, status) in [("ann@example.com", 500), ("ben@example.com", 200)] {
      let minted = try await bench.mint("oidc.corp", ["account": ["email": .string(email)]])
      let token = minted["accessToken"]?.string
      #expect(try await bench.userInfo("oidc.corp", token).status == status)
    }
  }

  /// Whatever the provider's name of the endpoint is.
  @Test(arguments: [
    ("github.com", "/user"), ("facebook.com", "/v19.0/me"), ("twitter.com", "/2/users/me"),
    ("twitter.com", "/1.1/account/verify_credentials.json"), ("linkedin.com", "/v2/me"),
    ("microsoft.com", "/graph/v1.0/me"), ("microsoft.com", "/graph/oidc/userinfo"),
    ("google.com", "/oauth2/v2/userinfo"), ("yahoo.com", "/openid/v1/userinfo"),
  ]) func `every provider's userinfo may be down`(issuer: String, path: String) async throws {
    try await set(["match": ["endpoint": "userinfo"], "effect": ["status": 503]], issuer: issuer)
    #expect(await bench.get("/issuers/\(issuer)\(path)").status == 503)
  }

  @Test(arguments: ["oidc.corp", "apple.com", "microsoft.com", "twitter.com"])
  func `a page fails for one client`(issuer: String) async throws {
    let base = issuer == "microsoft.com" ? "microsoft.com/common" : issuer
    var pages: [Reply] = []
    for client in ["client", "other"] {
      let fields = ["client_id": client, "code_challenge": OAuth.challenge, "nonce": "n"]
      pages.append(try await bench.authorize(issuer, fields))
    }
    try await set(
      ["match": ["endpoint": "signIn", "clientId": "client"], "effect": ["status": 503]],
      issuer: issuer)
    for (page, isDown) in zip(pages, [true, false]) {
      let reply = try await bench.choose(base, page, ["action": "cancel"])
      #expect((reply.status == 503) == isDown, "\(reply.text)")
    }
  }

  @Test(arguments: [
    ("authorize", "ann@example.com"), ("authorize", "ann"), ("signIn", "ann"),
  ]) func `a page fails for one person`(endpoint: String, name: String) async throws {
    for sub in ["ann", "ben"] {
      try await bench.makePerson(
        "oidc.corp", ["sub": .string(sub), "email": .string("\(sub)@example.com")])
    }
    try await set(
      [
        "match": ["endpoint": .string(endpoint), "email": "ann@example.com"],
        "effect": ["status": 503],
      ])
    for (name, isDown) in [(name, true), (name.replacing("ann", with: "ben"), false)] {
      if endpoint == "authorize" {
        for field in ["emulator_auto", "login_hint"] {
          let reply = try await bench.authorize("oidc.corp", [field: name])
          #expect((reply.status == 503) == isDown, "\(field)")
        }
      } else {
        let page = try await bench.authorize("oidc.corp")
        let reply = try await bench.choose("oidc.corp", page, ["person": name])
        #expect((reply.status == 503) == isDown)
      }
    }
  }

  @Test(arguments: [false, true])
  func `answers for programs become plain text, pages stay pages`(isStanding: Bool) async throws {
    let code = try await bench.code("oidc.corp")
    if isStanding {
      await bench.set("oidc.corp", ["defects": ["content-type"]])
    } else {
      try await set(["effect": ["defect": "content-type"], "times": 2])
    }
    let page = try await bench.authorize("oidc.corp")
    #expect(page.headers["Content-Type"]?.hasPrefix("text/html") == true)
    let tokens = try await bench.redeem("oidc.corp", code)
    #expect(tokens.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(tokens["access_token"] != nil)
    let discovery = await bench.get("/issuers/oidc.corp/.well-known/openid-configuration")
    #expect(discovery.headers["Content-Type"] == "text/plain; charset=utf-8")
    let keys = await bench.get("/issuers/oidc.corp/jwks")
    #expect((keys.headers["Content-Type"]?.hasPrefix("text/plain") == true) == isStanding)
  }

  @Test(arguments: [("oidc.corp", "content-type"), ("github.com", "expired")])
  func `the mint call refuses a defect that no token has`(issuer: String, defect: String) async {
    await bench.post("/emulator/v1/issuers/\(issuer)/tokens", ["defect": .string(defect)])
      .expectRefusal("issuers/\(issuer)/faults")
  }

  @Test func `userinfo reports another person`() async throws {
    let minted = try await bench.mint("oidc.corp", ["account": ["sub": "ann"]])
    let token = minted["accessToken"]?.string
    try await set(["effect": ["defect": "userinfo-subject"], "times": 1])
    #expect(try await bench.userInfo("oidc.corp", token)["sub"] == "not-ann")
    #expect(try await bench.userInfo("oidc.corp", token)["sub"] == "ann")
  }

  // MARK: The provider's words

  /// A token endpoint, the error of a fault, and the client's view.
  static let words: [(String, String, @Sendable (Reply) -> Void)] = [
    (
      "oidc.corp/token", "odd_error",
      { #expect($0.json == ["error": "odd_error", "error_description": "Odd."]) }
    ),
    (
      "microsoft.com/common/oauth2/v2.0/token", "AADSTS53003",
      { #expect($0["error_codes"] == [53003]) }
    ),
    (
      "microsoft.com/common/oauth2/v2.0/token", "odd_error",
      { #expect($0["error"] == "odd_error") }
    ),
    (
      "facebook.com/v19.0/oauth/access_token", "odd_error",
      {
        #expect($0["error"]?["message"] == "Odd.")
        #expect($0["error"]?["type"] == "OAuthException")
      }
    ),
    (
      "github.com/login/oauth/access_token", "odd_error",
      { #expect($0.text.hasPrefix("error=odd_error&error_description=Odd.")) }
    ),
  ]

  @Test(arguments: 0..<words.count)
  func `a fault's error has the provider's form and the set status`(_ row: Int) async throws {
    let (path, name, check) = Self.words[row]
    let issuer = String(path.prefix { $0 != "/" })
    try await set(
      [
        "match": ["endpoint": "token"],
        "effect": ["error": ["code": 403, "message": .string(name), "description": "Odd."]],
      ], issuer: issuer)
    let reply = await bench.call(.post, "/issuers/\(path)").expect(403)
    check(reply)
  }
}
