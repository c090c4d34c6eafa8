import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `issuers: the sign-in page`: BenchSuite {
  @Test(arguments: ["oidc.corp", "google.com", "apple.com"])
  func `a person who is picked has consented`(issuer: String) async throws {
    try await bench.makePerson(issuer, ["sub": "ann", "email": "ann@example.com"])
    let page = try await bench.authorize(issuer).expect(
      200, text: "made by auth-emulator", #"name="person" value="ann""#)
    let reply = try await bench.choose(issuer, page, ["person": "ann"]).expect(303)
    #expect(reply.destination == Bench.callback)
    #expect(reply.handed["code"] != nil)
    #expect(reply.handed["state"] == "s t&1")
    let grants = await bench.get("/emulator/v1/issuers/\(issuer)/grants")
    #expect(grants["grants"]?[0]?["clientId"] == "client")
  }

  @Test func `the first hundred are listed, and the hinted account before them`() async throws {
    for number in 1...103 {
      try await bench.makePerson(
        "oidc.corp", ["sub": .string("p\(number)"), "email": .string("p\(number)@example.com")])
    }
    func listed(_ fields: Fields) async throws -> [String] {
      let page = try await bench.authorize("oidc.corp", fields)
      #expect(page.text.contains("There are more: add login_hint"))
      return page.text.matches(of: /name="person" value="([^"]*)"/).map { String($0.1) }
    }
    let plain = try await listed([:])
    #expect(plain == (1...100).map { "p\($0)" })
    for hint in ["p103", "P103@example.com"] {
      #expect(try await listed(["login_hint": hint]) == ["p103"] + plain.dropLast())
    }
  }

  @Test func `a person is made as the form says`() async throws {
    let page = try await bench.authorize("apple.com")
    let reply = try await bench.choose(
      "apple.com", page,
      [
        "action": "create", "email": "Bob@Example.com", "name": "Bob B. Brown", "hideEmail": "1",
        "picture": "https://example.com/b.png", "claims": #"{"team":"x"}"#,
      ])
    #expect(reply.handed["code"] != nil)
    let accounts = await bench.get("/emulator/v1/issuers/apple.com/accounts")["accounts"]
    try #require(accounts?[0]).expect([
      "email": "bob@example.com", "emailVerified": false, "hideEmail": true,
      "name": ["givenName": "Bob B.", "familyName": "Brown"],
      "picture": "https://example.com/b.png", "claims": ["team": "x"],
    ])
  }

  @Test(
    arguments: [
      (
        ["action": "create", "email": "nobody"],
        "is not an e-mail address; write it as name@example.com"
      ),
      (["action": "create", "claims": "{"], "The claims are not JSON"),
      (["action": "create", "claims": "[1]"], "claims: write an object"),
      (["action": "fail", "error": "made_up"], "Choose one of the failures"),
      (["action": "jump"], "Pick an account"),
      ([:], "Pick an account"),
    ] as [(FormFields, String)])
  func `the sign-in page shows a mistake`(choice: FormFields, message: String) async throws {
    let page = try await bench.authorize("oidc.corp")
    let reply = try await bench.choose("oidc.corp", page, choice).expect(400, text: message)
    if let email = choice.first("email") { #expect(reply.text.contains(#"value="\#(email)""#)) }
    #expect(await bench.get("/emulator/v1/issuers/oidc.corp/accounts")["accounts"] == [])
    #expect(try await bench.choose("oidc.corp", reply, ["action": "create"]).handed["code"] != nil)
  }

  @Test(
    arguments: [
      ("oidc.corp", ["action": "cancel"], "access_denied"),
      ("google.com", ["action": "deny"], "access_denied"),
      ("oidc.corp", ["action": "fail", "error": "server_error"], "server_error"),
      ("apple.com", ["action": "cancel"], "user_cancelled_authorize"),
    ] as [(String, FormFields, String)])
  func `a sign-in that a person cancels returns the provider's error`(
    issuer: String, choice: FormFields, error: String
  ) async throws {
    let page = try await bench.authorize(issuer)
    let reply = try await bench.choose(issuer, page, choice)
    #expect(reply.destination == Bench.callback)
    reply.handed.expect(["error": error, "state": "s t&1"])
    if issuer == "apple.com" { #expect(reply.handed.count == 2) }
  }

  @Test func `a request that was not sealed here causes no redirect`() async throws {
    let page = try await bench.authorize("oidc.corp")
    let parts = try #require(page.hidden["request"]).split(separator: ".").map(String.init)
    let other = try await bench.authorize("google.com").hidden["request"] ?? ""
    let forgeries = [
      "", "x", "\(parts[0]).\(parts[1])x.\(parts[2])", "9\(parts[0]).\(parts[1]).\(parts[2])",
      "\(parts[0]).\(parts[1]).", other,
    ]
    for forgery in forgeries {
      let reply = await bench.form(
        "/issuers/oidc.corp/emulator/sign-in", ["request": forgery, "action": "create"])
      #expect(reply.status == 400, "\(forgery)")
      reply.expect(text: "start again").expect(headers: ["Location": nil])
    }
    bench.advance(by: .seconds(3600))
    try await bench.choose("oidc.corp", page, ["action": "create"]).expect(text: "start again")
  }

  @Test func `nothing breaks out of the sign-in page`() async throws {
    let evil = #"<script>alert("1")</script>'&"#
    try await bench.makePerson(
      "oidc.corp", ["sub": .string(evil), "name": .string(evil), "email": "a@example.com"])
    let page = try await bench.authorize(
      "oidc.corp",
      ["client_id": evil, "login_hint": evil, "scope": "openid <script>alert(1)</script>'&"]
    ).expect(200).expect(lacking: "<script", #"alert("1")"#)
    #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"), "the scope")
    #expect(page.text.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"))
    let form = try await bench.authorize(
      "oidc.corp", ["response_mode": "form_post", "state": evil, "emulator_auto": "new"])
    #expect(form.handed["state"] == evil)
    #expect(form.text.components(of: "<script").count == 2, "the page's own, and no other")
  }

  @Test func `a page loads nothing, and runs nothing that is not its own`() async throws {
    let page = try await bench.authorize("oidc.corp")
    let policy = try #require(page.headers["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.contains("form-action 'self' "))
    #expect(policy.contains(" https://app.example.com;"))
    #expect(policy.hasSuffix("base-uri 'none'; frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(page.headers["Cache-Control"] == "no-store")
    let form = try await bench.authorize(
      "oidc.corp", ["response_mode": "form_post", "emulator_auto": "new"])
    let scripts = try #require(form.headers["Content-Security-Policy"])
    #expect(scripts.contains("script-src 'sha256-"))
    #expect(scripts.contains("form-action 'self' https://app.example.com;"))
    #expect(form.text.contains(#"<button class="main">Continue</button>"#))
  }

  @Test func `the hinted account is listed first`() async throws {
    for name in ["ann", "bob"] {
      try await bench.makePerson(
        "google.com", ["sub": .string(name), "email": .string("\(name)@example.com")])
    }
    let page = try await bench.authorize("google.com", ["login_hint": "BOB@example.com"])
    page.expect(text: #"value="bob" autofocus"#).expect(lacking: #"value="ann" autofocus"#)
    let filled = #"type="text" autocomplete="off" value="carl@example.com""#
    #expect(!page.text.contains(#"value="bob@example.com""#), "who is there need not be made")
    try await bench.authorize("google.com", ["login_hint": "carl@example.com"]).expect(text: filled)
  }

  @Test func `the form asks for what the provider has`() async throws {
    for (issuer, own, others) in [
      ("apple.com", ["hideEmail"], ["picture", "tenant"]),
      ("google.com", ["picture"], ["hideEmail", "tenant"]),
    ] {
      let page = try await bench.authorize(issuer, ["scope": ""])
      for name in own + ["email", "emailVerified", "name", "claims"] {
        #expect(page.text.contains(#" name="\#(name)""#), "\(issuer) \(name)")
      }
      for name in others { #expect(!page.text.contains(#" name="\#(name)""#)) }
    }
  }

  @Test func `the project of a client is the one that lists it, or that is named`() async throws {
    try bench.configure("oidc.corp", ProviderConfig(clientID: "client"), project: "second")
    #expect(try await bench.authorize("oidc.corp").text.contains("<dd>second</dd>"))
    let named = try await bench.authorize("oidc.corp", ["emulator_project": "third"])
    #expect(named.text.contains("<dd>third</dd>"))
    let other = try await bench.authorize("oidc.corp", ["client_id": "other"])
    #expect(other.text.contains("<dd>demo-project</dd>"))
  }
}

extension String {
  fileprivate func components(of text: String) -> [Substring] { split(separator: text) }
}
