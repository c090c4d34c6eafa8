import EmuTestSupport
import Testing

@testable import EmuModel

/// Bad input at every issuer: the provider's error, and nothing is consumed.
@Suite struct `issuers: bad input` {
  private static func bench(_ family: IssuerFamily) async throws -> Bench {
    let bench = try Bench()
    try bench.configure(
      family.id,
      ProviderConfig(clientID: "client", clientSecret: "s", redirectURIs: [Bench.callback]))
    try await bench.makePerson(family.id, ["email": "ann@example.com"])
    return bench
  }

  // MARK: - The authorization endpoint

  @Test(arguments: IssuerFamily.all)
  func `an unknown client or redirect URI stays on the page`(family: IssuerFamily) async throws {
    let bench = try await Self.bench(family)
    let tooLong = "https://app.example.com/" + String(repeating: "a", count: 4096)
    for (fields, error) in [
      (["client_id": "stranger"], family.strangerOnPage),
      (["client_id": String(repeating: "c", count: 513)], "invalid_request"),
      (["redirect_uri": "https://evil.example.com/"], family.addressOnPage),
      (["redirect_uri": Bench.callback + "/"], family.addressOnPage),
      (["redirect_uri": "javascript:alert(1)"], family.addressOnPage),
      (["redirect_uri": tooLong], "invalid_request"),
    ] as [(Fields, String)] {
      let reply = try await bench.authorize(
        family.id, fields.with(["emulator_auto": "new"])
      ).expect(400).expect(headers: ["Location": nil])
      #expect(reply.text.contains("<code>\(error)</code>"), "\(fields): \(reply.text)")
    }
    try await expectNoConsent(bench, family)
  }

  @Test(arguments: IssuerFamily.all)
  func `a repeated parameter or a wrong form stays on the page`(family: IssuerFamily) async throws {
    let bench = try await Self.bench(family)
    let query: FormFields = [
      "client_id": "client", "redirect_uri": Bench.callback, "response_type": "code",
      "state": "a", "emulator_auto": "new",
    ]
    let path = Bench.authorize(family.id)
    for name in ["client_id", "redirect_uri", "response_type", "state", "anything"] {
      let twice = query.adding(name, "b").adding(name, "c")
      let reply = await bench.get("\(path)?\(twice.encoded)").expect(400)
      #expect(reply.text.contains("<code>invalid_request</code>"), "\(reply.text)")
      #expect(reply.text.contains("\(name) is repeated") || family.id == "microsoft.com")
    }
    for type in ["application/json", "text/plain"] {
      await bench.call(
        .post, path, bytes: Array(query.encoded.utf8), headers: ["Content-Type": type]
      ).expect(400, text: "<code>invalid_request</code>")
    }
    try await expectNoConsent(bench, family)
  }

  @Test(arguments: IssuerFamily.all, [("scope", 2049), ("state", 4097), ("nonce", 2049)])
  func `a parameter that is too long is an invalid request`(
    family: IssuerFamily, parameter: (name: String, length: Int)
  ) async throws {
    let bench = try await Self.bench(family)
    let text = String(repeating: "a", count: parameter.length)
    let reply = try await bench.authorize(
      family.id, [parameter.name: text, "emulator_auto": "new"])
    if family.notifiesClients {
      #expect(reply.status == 302)
      #expect(reply.handed["error"] == "invalid_request", "\(reply.text)")
    } else {
      reply.expect(400, text: "<code>invalid_request</code>")
    }
    try await expectNoConsent(bench, family)
  }

  /// RFC 6749 §3.1.
  @Test(arguments: IssuerFamily.all)
  func `an unknown parameter may have any length`(family: IssuerFamily) async throws {
    let bench = try await Self.bench(family)
    let reply = try await bench.authorize(
      family.id,
      OAuth.challenged.with([
        "x_tracking": String(repeating: "a", count: 5000), "x_odd": "a\tb", "emulator_auto": "new",
      ]))
    #expect(reply.handed["code"] != nil, "\(reply.text)")
  }

  /// RFC 6749 §3.3.
  @Test(arguments: [#"foo"bar"#, #"a\b"#, "é", "openid x\u{7f}"])
  func `a scope with invalid characters is refused`(scope: String) async throws {
    let reply = try await Bench().authorize("oidc.corp", ["scope": scope, "emulator_auto": "new"])
    let isControl = scope.contains("\u{7f}")
    #expect(reply.handed["error"] == (isControl ? "invalid_request" : "invalid_scope"))
    #expect(reply.handed["code"] == nil)
  }

  /// A state belongs to the client: it is returned unchanged, with another code each time.
  @Test(arguments: IssuerFamily.all)
  func `a repeated state gets another code, and ends none`(family: IssuerFamily) async throws {
    let bench = try await Self.bench(family)
    let fields = OAuth.challenged.with(["emulator_auto": "new"])
    let state = #"a"b&c=d+e%20é{}<>"#
    var codes: Set<String> = []
    for _ in 0..<2 {
      let reply = try await bench.authorize(
        family.id, fields.with(["state": state]))
      #expect(reply.handed["state"] == state)
      codes.insert(try reply.value("code"))
    }
    #expect(codes.count == 2)
    for code in codes { #expect(try await redeem(bench, family, code)["access_token"] != nil) }
  }

  /// Returning to the page and choosing again is not a replay: each choice is a sign-in with a new
  /// code.
  @Test(arguments: IssuerFamily.all)
  func `a page that is sent twice has one person's code`(family: IssuerFamily) async throws {
    let bench = try await Self.bench(family)
    let page = try await bench.authorize(family.id, OAuth.challenged).expect(200)
    let path =
      family.id == "microsoft.com"
      ? Bench.entra("common", "emulator/sign-in") : "/issuers/\(family.id)/emulator/sign-in"
    let form: FormFields = ["request": page.hidden["request"] ?? "", "action": "create"]
    let first = await bench.form(path, form)
    let second = await bench.form(path, form)
    let codes = [first.handed["code"], second.handed["code"]].compactMap(\.self)
    #expect(Set(codes).count == 2, "\(first.text)")
    let other = family.id == "yahoo.com" ? "linkedin.com" : "yahoo.com"
    let elsewhere = await bench.form("/issuers/\(other)/emulator/sign-in", form).expect(400)
    #expect(elsewhere.handed["code"] == nil)
  }

  private func expectNoConsent(_ bench: Bench, _ family: IssuerFamily) async throws {
    let root = "/emulator/v1/issuers/\(family.id)"
    #expect(await bench.get(root + "/accounts")["accounts"]?.array?.count == 1)
    #expect(await bench.get(root + "/grants")["grants"] == [])
  }

  // MARK: - The token endpoint

  private func redeem(
    _ bench: Bench, _ family: IssuerFamily, _ code: String, _ fields: Fields = [:]
  ) async throws -> Reply {
    try await bench.redeem(
      family.id, code, ["code_verifier": OAuth.verifier].merging(fields) { $1 },
      headers: ["Accept": "application/json"])
  }

  private func commit(
    _ mistake: TokenMistake, _ bench: Bench, _ family: IssuerFamily, _ code: String
  ) async throws -> Reply {
    switch mistake {
    case .unknownClient: return try await redeem(bench, family, code, ["client_id": "stranger"])
    case .wrongRedirect:
      return try await redeem(bench, family, code, ["redirect_uri": Bench.callback + "/"])
    case .missingVerifier: return try await redeem(bench, family, code, ["code_verifier": nil])
    case .oversizedCode:
      return try await redeem(bench, family, code + String(repeating: "a", count: 100_000))
    case .replayedCode:
      _ = try await redeem(bench, family, code)
      return try await redeem(bench, family, code)
    case .repeatedParameter, .otherContentType:
      let form: FormFields = [
        "grant_type": "authorization_code", "client_id": "client", "client_secret": "s",
        "redirect_uri": Bench.callback, "code_verifier": OAuth.verifier, "code": code,
      ]
      let isRepeated = mistake == .repeatedParameter
      return await bench.call(
        .post, Bench.token(family.id),
        bytes: Array((isRepeated ? form.adding("code", code) : form).encoded.utf8),
        headers: [
          "Content-Type": isRepeated ? "application/x-www-form-urlencoded" : "text/plain",
          "Accept": "application/json",
        ])
    }
  }

  @Test(arguments: IssuerFamily.all, TokenMistake.allCases)
  func `a mistake at the token endpoint is reported in the provider's words, and consumes nothing`(
    family: IssuerFamily, mistake: TokenMistake
  ) async throws {
    let bench = try await Self.bench(family)
    let fields = OAuth.challenged.with(["emulator_auto": "ann@example.com"])
    let code = try await bench.code(family.id, fields)
    let other = try await bench.code(family.id, fields)
    let reply = try await commit(mistake, bench, family, code)
    guard !family.overlooks.contains(mistake) else {
      #expect(reply["access_token"] != nil, "\(reply.text)")
      return
    }
    #expect(reply.refusal == family.atToken[mistake], "\(reply.text)")
    #expect(reply["access_token"] == nil)
    #expect(!reply.reasons.isEmpty, "the log has the reason")
    if mistake != .replayedCode {
      try await redeem(bench, family, code).expect(has: "access_token")
    }
    // The person's other tokens stay valid.
    #expect(try await redeem(bench, family, other)["access_token"] != nil)
    let grants = await bench.get("/emulator/v1/issuers/\(family.id)/grants")
    #expect(grants["grants"]?[0]?["state"] == "authorized")
  }
}
