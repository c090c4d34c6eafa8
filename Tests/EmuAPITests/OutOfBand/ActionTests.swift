import EmuTestSupport
import Testing

@Suite final class `/emulator/action`: EmulatorSuite {
  static let page = Headers(dictionaryLiteral: ("Accept", "text/html,application/xhtml+xml"))

  /// Creates an account and a link for it; returns the link's path and query.
  private func link(_ type: String, _ fields: JSONObject = [:]) async throws -> String {
    _ = try await emulator.signUpForCode(type, fields)
    return try target(await emulator.oobCodes().last?["oobLink"]?.string)
  }

  private func target(_ link: String?) throws -> String {
    let link = try #require(link)
    let path = try #require(link.firstRange(of: "/emulator/action"))
    return String(link[path.lowerBound...])
  }

  @Test(arguments: ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
  func `the action handler does what the link says, once`(_ type: String) async throws {
    let link = try await link(type)
    await emulator.get(link).expect(golden: "action/\(type)")
    await emulator.get(link).expect(golden: "action/used", status: 400)
  }

  @Test func `the action handler reverts an e-mail change without a redirect`() async throws {
    let idToken = await emulator.signUpReply("ada@example.com").idToken
    _ = await emulator.client(
      "accounts:update", ["idToken": idToken, "email": "mallory@example.com"])
    let link = try target(await emulator.oobCodes().last?["oobLink"]?.string)
    let reply = await emulator.get(link + "&continueUrl=http%3A%2F%2Flocalhost%2F")
    reply.expect(golden: "action/RECOVER_EMAIL")
  }

  @Test func `the action handler asks programs for the password, and sets it`() async throws {
    let link = try await link("PASSWORD_RESET")
    for query in ["", "&newPassword=NEW_PASSWORD_HERE", "&newPassword="] {
      await emulator.get(link + query).expect(golden: "action/missingPassword", status: 400)
    }
    let weak = await emulator.get(link + "&newPassword=short")
    Golden.expect(weak.json, "action/weakPassword")
    let long = await emulator.get(link + "&newPassword=\(String(repeating: "a", count: 5000))")
    Golden.expect(long.json, "action/longPassword")
    try emulator.set([.passwordPolicy: .on])
    try emulator.enforcePolicy([
      "containsUppercaseCharacter": true, "containsNonAlphanumericCharacter": true,
    ])
    let plain = await emulator.get(link + "&newPassword=secret2")
    Golden.expect(plain.json, "action/passwordBelowPolicy")
    try emulator.configure(["passwordPolicyConfig": [:]])
    let reply = await emulator.get(link + "&newPassword=secret%2B2")
    Golden.expect(reply.json, "action/PASSWORD_RESET")
    #expect(await emulator.signInWithPassword(password: "secret+2").status == 200)
  }

  @Test(arguments: [Headers(), page])
  func `the action handler redirects to the continue URL`(_ headers: Headers) async throws {
    for (type, query) in [("VERIFY_EMAIL", ""), ("PASSWORD_RESET", "&newPassword=secret2")] {
      let link = try await link(type, ["continueUrl": "http://localhost:3000/ä?a=1"])
      let reply = await emulator.get(link + query, headers: headers)
      reply.expect(303).expect(headers: ["Location": "http://localhost:3000/%C3%A4?a=1"])
      _ = await emulator.call(.delete, "/emulator/v1/projects/\(emulator.project)/accounts")
    }
  }

  @Test func `the action handler hands a sign-in link to the app`() async throws {
    let link = try await link(
      "EMAIL_SIGNIN", ["continueUrl": "http://localhost:3000/in?a=1&mode=x#there"])
    let reply = await emulator.get(link, headers: Self.page)
    #expect(reply.status == 303)
    let code = try #require(await emulator.oobCodes().last?["oobCode"]?.string)
    #expect(
      reply.headers["Location"]
        == "http://localhost:3000/in?a=1&apiKey=emulator-demo-project&mode=signIn&oobCode=\(code)"
        + "&lang=en#there")
  }

  /// A link that fails, and the code of its answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    let type: String
    /// The replacement in the link.
    let replace: (String, String)
    let append: String
    let on: Switch?
    let wait: Duration

    init(
      _ name: String, _ code: String, type: String = "VERIFY_EMAIL",
      _ replace: (String, String) = ("", ""), append: String = "", on: Switch? = nil,
      wait: Duration = .zero
    ) {
      (testDescription, self.code, self.type, self.replace) = (name, code, type, replace)
      (self.append, self.on, self.wait) = (append, on, wait)
    }
  }

  static let rows: [Row] = [
    Row("no code", "MISSING_OOB_CODE", ("oobCode=", "x=")),
    Row("no key", "MISSING_OOB_CODE", ("apiKey=", "x=")),
    Row("no mode", "INVALID_REQ_TYPE", ("mode=", "x=")),
    Row("unknown mode", "INVALID_REQ_TYPE", ("verifyEmail", "<b>")),
    Row("unknown code", "INVALID_OOB_CODE", ("oobCode=", "oobCode=x")),
    Row("another kind", "INVALID_OOB_CODE", ("verifyEmail", "recoverEmail")),
    Row("another project's", "INVALID_OOB_CODE", ("emulator-demo-project", "emulator-other")),
    Row("another tenant", "INVALID_OOB_CODE", append: "&tenantId=acme"),
    Row("expired", "EXPIRED_OOB_CODE", on: .codeExpiry, wait: .seconds(3 * 24 * 3600)),
    Row(
      "continue URL that runs something", "INVALID_CONTINUE_URI",
      append: "&continueUrl=javascript%3A%2F%2Fx%2F%250Aalert(1)"),
    Row(
      "continue URL with a line break", "INVALID_CONTINUE_URI",
      append: "&continueUrl=http%3A%2F%2Flocalhost%2F%0D%0AX-Y%3A%20z"),
    Row(
      "foreign continue URL, checked", "UNAUTHORIZED_DOMAIN",
      append: "&continueUrl=https%3A%2F%2Felse.example%2F", on: .authorizedDomains),
    Row(
      "continue URL whose slash carries a mark", "UNAUTHORIZED_DOMAIN",
      append: "&continueUrl=http%3A%2F%2Fevil.example%2F%CC%81%40localhost%2F",
      on: .authorizedDomains),
    Row("sign-in without continue URL", "MISSING_CONTINUE_URI", type: "EMAIL_SIGNIN"),
  ]

  @Test(arguments: rows, [false, true])
  func `the action handler explains a link that fails`(_ row: Row, _ isBrowser: Bool) async throws {
    _ = try emulator.key(of: "other")
    var link = try await link(row.type)
    if !row.replace.0.isEmpty { link = link.replacing(row.replace.0, with: row.replace.1) }
    if let name = row.on { try emulator.set([name: .on]) }
    emulator.advance(row.wait)
    let reply = await emulator.get(link + row.append, headers: isBrowser ? Self.page : Headers())
    reply.expect(400).expect(headers: ["Location": nil])
    if isBrowser {
      #expect(reply.text.contains("role=\"alert\""))
      #expect(!reply.text.contains("<b>"))
    } else {
      #expect(reply["authEmulator"]?["code"]?.string == row.code)
      #expect(reply["authEmulator"]?["error"]?.string?.isEmpty == false)
      #expect(reply["authEmulator"]?["instructions"]?.string?.isEmpty == false)
    }
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test func `the action handler shows people a form for the new password`() async throws {
    let link = try await link(
      "PASSWORD_RESET", ["continueUrl": "http://localhost:3000/\"><script>x</script>"])
    let form = await emulator.get(link, headers: Self.page)
    form.expect(200).expect(headers: ["Content-Type": "text/html; charset=utf-8"])
    let policy = try #require(form.headers["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(form.headers["Referrer-Policy"] == "no-referrer")
    let page = form.text
    #expect(page.contains("<form method=\"post\" action=\"?\">"))
    #expect(page.contains("name=\"newPassword\""))
    #expect(page.contains("value=\"ada@example.com\""))
    #expect(!page.contains("type=\"email\""), "browsers rewrite an address that is not ASCII")
    #expect(page.contains("/&quot;&gt;&lt;script&gt;x"))
    #expect(!page.contains("<script"))
    #expect(!page.contains("NEW_PASSWORD_HERE"))

    var body = FormFields(parsing: String(link.split(separator: "?")[1]))
    body.add("newPassword", "short")
    let weak = await post(body)
    weak.expect(400).expect(text: "role=\"alert\"", "name=\"newPassword\"")
    #expect(!weak.text.contains("short<"))
    #expect(await emulator.oobCodes().count == 1)
  }

  @Test func `the action handler sets the password that its form sends`() async throws {
    let link = try await link("PASSWORD_RESET", ["continueUrl": "http://localhost:3000/?a=1&b=2"])
    var body = FormFields(parsing: String(link.split(separator: "?")[1]))
    body.add("newPassword", "secret 2&=")
    let done = await post(body)
    done.expect(200).expect(text: "The password of ada@example.com is changed.")
    #expect(done.text.contains("href=\"http://localhost:3000/?a=1&amp;b=2\""))
    #expect(await emulator.signInWithPassword(password: "secret 2&=").status == 200)
    await post(body).expect(400).expect(text: "Request a new one in the app.")
  }

  @Test func `the action handler says that it is done`() async throws {
    let link = try await link("VERIFY_EMAIL")
    let reply = await emulator.get(link, headers: Self.page)
    reply.expect(200).expect(text: "The e-mail address ada@example.com is verified.")
  }

  private func post(_ body: FormFields) async -> Reply {
    var headers = Self.page
    headers["Origin"] = "http://localhost:9099"
    return await emulator.form("/emulator/action", body, headers: headers)
  }
}
