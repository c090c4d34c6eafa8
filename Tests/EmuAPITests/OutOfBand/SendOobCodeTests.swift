import EmuTestSupport
import Testing

@Suite final class `accounts:sendOobCode`: EmulatorSuite {
  /// A request, its caller, and the expected answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: JSONObject
    let isAdmin: Bool
    let on: Switch?
    let allowsLinks: Bool
    let error: String?

    /// - Parameter error: nil for success.
    /// - Parameter more: members beside or in place of the type and Ada's address; null for none.
    /// - Parameter isAdmin: true for an administrator, who asks for the link.
    init(
      _ name: String, _ type: JSON, _ error: String?, _ more: JSONObject = [:],
      isAdmin: Bool = false, on: Switch? = nil, allowsLinks: Bool = true
    ) {
      testDescription = name
      var body: JSONObject = ["requestType": type, "email": "ada@example.com"]
      if isAdmin { body["returnOobLink"] = true }
      for member in more { body[member.key] = member.value.isNull ? nil : member.value }
      (self.body, self.error, self.isAdmin) = (body, error, isAdmin)
      (self.on, self.allowsLinks) = (on, allowsLinks)
    }
  }

  private static let reset: JSON = "PASSWORD_RESET"
  private static let change: JSON = "VERIFY_AND_CHANGE_EMAIL"
  private static let signIn: JSON = "EMAIL_SIGNIN"
  private static let revert: JSON = "REVERT_SECOND_FACTOR_ADDITION"
  private static let verify: JSON = "VERIFY_EMAIL"
  private static let bob: JSONObject = ["newEmail": "bob@example.com"]
  private static let eve: JSONObject = ["email": "eve@example.com"]
  private static let noAddress: JSONObject = ["email": nil, "newEmail": "new@example.com"]
  private static let long = JSON.string("http://localhost/" + String(repeating: "a", count: 4096))

  /// The settings of a link domain.
  private static func domain(_ name: JSON) -> JSONObject {
    ["continueUrl": "http://localhost/", "linkDomain": name]
  }

  static let rows: [Row] = [
    Row("unspecified type", "OOB_REQ_TYPE_UNSPECIFIED", "MISSING_REQ_TYPE"),
    Row("a type that no client can request", revert, "INVALID_REQ_TYPE", isAdmin: true),
    Row("type as number", 1, nil), Row("type as numeric text", "1", nil),
    Row("reset for a bad address", reset, "INVALID_EMAIL", ["email": "nobody"]),
    Row("protected link", reset, nil, eve, isAdmin: true, on: .emailEnumerationProtection),
    Row("URL that no link can carry", reset, "INVALID_CONTINUE_URI", ["continueUrl": long]),
    Row("e-mail links are disabled", signIn, "OPERATION_NOT_ALLOWED", allowsLinks: false),
    Row("verification without ID token", verify, "INVALID_ID_TOKEN"),
    Row("change without ID token and old address", change, "MISSING_ID_TOKEN", noAddress),
    Row("change without ID token and new address", change, "MISSING_NEW_EMAIL"),
    Row("change without anything", change, "MISSING_ID_TOKEN", ["email": nil]),
    Row("administrator without old address", change, "MISSING_EMAIL", noAddress, isAdmin: true),
    Row("administrator without new address", change, "MISSING_NEW_EMAIL", isAdmin: true),
    Row("bad ID token", verify, "INVALID_ID_TOKEN", ["email": nil, "idToken": "x"]),
    Row("administrator's verification", verify, nil, ["email": "ADA@example.com"], isAdmin: true),
    Row("administrator's, of an unknown user", verify, "USER_NOT_FOUND", eve, isAdmin: true),
    Row("change to a bad address", change, "INVALID_NEW_EMAIL", ["newEmail": "x"], isAdmin: true),
    Row("change to another user's address", change, "EMAIL_EXISTS", bob, isAdmin: true),
    Row(
      "administrators are told in spite of protection", change, "EMAIL_EXISTS", bob, isAdmin: true,
      on: .emailEnumerationProtection),
    Row("link for a client", reset, "INSUFFICIENT_PERMISSION", ["returnOobLink": true]),
    Row("sign-in for a stranger", signIn, nil, eve),
    Row(
      "subdomain of an authorized domain", signIn, nil,
      ["continueUrl": "https://beta.demo-project.web.app/x"], on: .authorizedDomains),
    Row("sign-in without continue URL, checked", signIn, nil, on: .authorizedDomains),
    Row(
      "link domain that is more than a domain, checked", signIn, "INVALID_HOSTING_LINK_DOMAIN",
      domain("evil.example/.localhost"), on: .authorizedDomains),
    Row(
      "link domain of the project, checked", signIn, nil, domain("App.demo-project.web.app"),
      on: .authorizedDomains),
    Row(
      "continue URL at a subdomain of localhost, checked", reset, "UNAUTHORIZED_DOMAIN",
      ["continueUrl": "http://app.localhost/"], on: .authorizedDomains),
    Row(
      "continue URL whose slash carries a mark, checked", reset, "UNAUTHORIZED_DOMAIN",
      ["continueUrl": "http://evil.example/\u{301}@localhost/"], on: .authorizedDomains),
  ]

  @Test(arguments: rows)
  func `accounts:sendOobCode answers by its row`(_ row: Row) async throws {
    await emulator.signUpReply("ada@example.com")
    await emulator.signUpReply("bob@example.com")
    if let name = row.on { try emulator.set([name: .on]) }
    try emulator.configure(["signIn": ["email": ["passwordRequired": .bool(!row.allowsLinks)]]])
    let reply =
      row.isAdmin
      ? await emulator.admin("accounts:sendOobCode", .object(row.body))
      : await emulator.client("accounts:sendOobCode", .object(row.body))
    #expect(reply.errorCode == row.error)
    #expect(reply.status == (row.error == nil ? 200 : 400))
    if row.error != nil { #expect(await emulator.oobCodes().isEmpty) }
  }

  @Test func `accounts:sendOobCode refuses a setting that is too long, and names it`() async {
    let id = JSON.repeating("a", 256)
    let reply = await emulator.client(
      "accounts:sendOobCode",
      ["requestType": Self.signIn, "email": "ada@example.com", "iOSBundleId": id])
    reply.expect(400, saying: "'iOSBundleId'")
  }

  @Test func `accounts:sendOobCode makes codes that are listed in order`() async {
    let idToken = await emulator.signUpReply("ada@example.com").idToken
    for body: JSONObject in [
      ["requestType": "PASSWORD_RESET", "email": "ada@example.com"],
      ["requestType": Self.verify, "idToken": idToken],
      ["requestType": Self.change, "idToken": idToken, "newEmail": "lovelace@example.com"],
      [
        "requestType": "EMAIL_SIGNIN", "email": "bob+1@example.com", "canHandleCodeInApp": true,
        "continueUrl": "http://localhost:3000/?a=1&b=ä", "iOSBundleId": "com.example.app",
        "iOSAppStoreId": "123", "androidPackageName": "com.example.app",
        "androidInstallApp": true, "androidMinimumVersionCode": "12",
        "linkDomain": "links.example",
      ],
    ] {
      let reply = await emulator.client("accounts:sendOobCode", .object(body))
      reply.expect(["kind": "identitytoolkit#GetOobConfirmationCodeResponse", "oobCode": nil])
    }
    Golden.expect(.array(await emulator.oobCodes()), "sendOobCode/codes")
    #expect(await emulator.oobCodes(query: "?email=ADA@example.com").count == 3)
    #expect(await emulator.oobCodes(query: "?email=lovelace@example.com").count == 1)
    #expect(await emulator.oobCodes(query: "?email=bob+1@example.com").count == 1)
    #expect(await emulator.oobCodes(query: "?email=eve@example.com").isEmpty)
  }

  @Test func `accounts:sendOobCode hands an administrator the link unsent`() async throws {
    await emulator.signUpReply("ada@example.com")
    let reply = await emulator.adminCode(Self.reset, ["continueUrl": "http://localhost/done"])
    Golden.expect(reply.json, "sendOobCode/link")
    #expect(emulator.outbox.messages.isEmpty)
    _ = await emulator.admin(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"])
    let sentences = emulator.outbox.messages.map(\.sentence)
    let link = try #require(await emulator.oobCodes().last?["oobLink"]?.string)
    #expect(sentences == ["To reset the password of ada@example.com, open \(link)"])
  }

  @Test func `accounts:sendOobCode says nothing of strangers under protection`() async throws {
    try emulator.set([.emailEnumerationProtection: .on])
    let idToken = await emulator.signUpReply("ada@example.com").idToken
    await emulator.signUpReply("bob@example.com")
    let reset = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "eve@example.com"])
    #expect(reset["email"] == "eve@example.com")
    let change: JSONObject = ["requestType": Self.change, "idToken": idToken]
    let reply = await emulator.client("accounts:sendOobCode", .object(change.merging(Self.bob)))
    #expect(reply["email"] == "ada@example.com")
    #expect(await emulator.oobCodes().isEmpty)
  }

  /// iOS cuts a wrapped link at its first `&`, so the order matters.
  @Test(arguments: Profile.allCases)
  func `the parameters of a link are in production's order`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.signUpReply("ada@example.com")
    let reply = await emulator.adminCode(
      Self.reset, ["continueUrl": "https://demo-project.web.app/done"])
    let link = reply["oobLink"]?.string ?? ""
    let fields = FormFields(parsing: String(link.drop { $0 != "?" }.dropFirst()))
    #expect(fields.map(\.name) == ["apiKey", "mode", "oobCode", "continueUrl", "lang"])
  }

  @Test(arguments: [
    ("PASSWORD_RESET", "RESET_PASSWORD_EXCEED_LIMIT"),
    ("EMAIL_SIGNIN", "TOO_MANY_ATTEMPTS_TRY_LATER"),
  ])
  func `accounts:sendOobCode sends a few an hour`(_ type: String, _ error: String) async throws {
    try emulator.set([.attemptLimits: .on])
    await emulator.signUpReply("ada@example.com")
    let body: JSON = ["requestType": .string(type), "email": "ada@example.com"]
    for _ in 1...CodeLimits.sendsPerRecipient {
      #expect(await emulator.client("accounts:sendOobCode", body).status == 200)
    }
    #expect(await emulator.client("accounts:sendOobCode", body).errorMessage == error)
    emulator.advance(CodeLimits.sendingWindow)
    #expect(await emulator.client("accounts:sendOobCode", body).status == 200)
  }

  @Test func `accounts:sendOobCode answers in v3, a tenant, and a language`() async {
    let reply = await emulator.post(
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/getOobConfirmationCode?key=any",
      ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "tenantId": "acme"],
      headers: ["X-Firebase-Locale": "pt-BR"])
    #expect(reply.status == 200)
    #expect(await emulator.oobCodes().isEmpty)
    Golden.expect(.array(await emulator.oobCodes(tenant: "acme")), "sendOobCode/tenant")
  }

  @Test func `accounts:sendOobCode loses codes by a reset, not by a wipe`() async throws {
    _ = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    _ = await emulator.call(.delete, "/emulator/v1/projects/\(emulator.project)/accounts")
    #expect(await emulator.oobCodes().count == 1)
    try emulator.reset()
    #expect(await emulator.oobCodes().isEmpty)
  }

  // MARK: Senders

  @Test(
    arguments: [("VERIFY_EMAIL", nil), ("VERIFY_AND_CHANGE_EMAIL", "MISSING_EMAIL")]
      as [(JSON, String?)])
  func `an administrator verifies by an ID token`(_ type: JSON, _ error: String?) async throws {
    let emulator = try TestEmulator(profile: .production)
    let idToken = await emulator.signUpReply("ada@example.com").idToken
    let reply = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": type, "idToken": idToken, "newEmail": "new@example.com",
        "returnOobLink": true,
      ])
    #expect(reply.errorMessage == error)
  }
}
