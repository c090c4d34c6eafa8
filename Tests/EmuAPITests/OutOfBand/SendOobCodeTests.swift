import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:sendOobCode` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// A request, its caller, and the expected answer.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var body: JSONObject
    var isAdmin = false
    var switches: [Switch: SwitchValue] = [:]
    var isEmailLinkEnabled = true
    /// Nil for success.
    var error: String?

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "no type", body: ["email": "ada@example.com"], error: "MISSING_REQ_TYPE"),
    Row(
      name: "unspecified type", body: ["requestType": "OOB_REQ_TYPE_UNSPECIFIED"],
      error: "MISSING_REQ_TYPE"),
    Row(
      name: "a type that nobody can ask for",
      body: ["requestType": "RECOVER_EMAIL", "email": "ada@example.com"],
      error: "INVALID_REQ_TYPE"),
    Row(name: "type as number", body: ["requestType": 1, "email": "ada@example.com"]),
    Row(name: "type as numeric text", body: ["request_type": "1", "email": "ada@example.com"]),
    Row(
      name: "reset without address", body: ["requestType": "PASSWORD_RESET"],
      error: "MISSING_EMAIL"),
    Row(
      name: "reset for a bad address",
      body: ["requestType": "PASSWORD_RESET", "email": "nobody"], error: "INVALID_EMAIL"),
    Row(
      name: "reset for an unknown address",
      body: ["requestType": "PASSWORD_RESET", "email": "eve@example.com"],
      error: "EMAIL_NOT_FOUND"),
    Row(
      name: "reset for an unknown address under protection",
      body: ["requestType": "PASSWORD_RESET", "email": "eve@example.com"],
      switches: [.emailEnumerationProtection: .on]),
    Row(
      name: "reset link for an unknown address under protection",
      body: ["requestType": "PASSWORD_RESET", "email": "eve@example.com", "returnOobLink": true],
      isAdmin: true, switches: [.emailEnumerationProtection: .on]),
    Row(
      name: "continue URL that no link can carry",
      body: [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com",
        "continueUrl": .string("http://localhost/" + String(repeating: "a", count: 4096)),
      ], error: "INVALID_CONTINUE_URI"),
    Row(
      name: "e-mail links are disabled", body: ["requestType": "EMAIL_SIGNIN", "email": "a@b.c"],
      isEmailLinkEnabled: false, error: "OPERATION_NOT_ALLOWED"),
    Row(
      name: "verification without ID token",
      body: ["requestType": "VERIFY_EMAIL", "email": "ada@example.com"],
      error: "INVALID_ID_TOKEN"),
    Row(
      name: "change without ID token and old address",
      body: ["requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@example.com"],
      error: "MISSING_ID_TOKEN"),
    Row(
      name: "change without ID token and new address",
      body: ["requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com"],
      error: "MISSING_NEW_EMAIL"),
    Row(
      name: "change without anything", body: ["requestType": "VERIFY_AND_CHANGE_EMAIL"],
      error: "MISSING_ID_TOKEN"),
    Row(
      name: "administrator's change without old address",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "newEmail": "new@example.com",
        "returnOobLink": true,
      ], isAdmin: true, error: "MISSING_EMAIL"),
    Row(
      name: "administrator's change without new address",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com",
        "returnOobLink": true,
      ], isAdmin: true, error: "MISSING_NEW_EMAIL"),
    Row(
      name: "verification with a bad ID token",
      body: ["requestType": "VERIFY_EMAIL", "idToken": "x"], error: "INVALID_ID_TOKEN"),
    Row(
      name: "administrator's verification",
      body: ["requestType": "VERIFY_EMAIL", "email": "ADA@example.com", "returnOobLink": true],
      isAdmin: true),
    Row(
      name: "administrator's verification of nobody",
      body: ["requestType": "VERIFY_EMAIL", "email": "eve@example.com", "returnOobLink": true],
      isAdmin: true, error: "USER_NOT_FOUND"),
    Row(
      name: "change without new address",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com",
        "returnOobLink": true,
      ], isAdmin: true, error: "MISSING_NEW_EMAIL"),
    Row(
      name: "change to a bad address",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com", "newEmail": "x",
        "returnOobLink": true,
      ], isAdmin: true, error: "INVALID_NEW_EMAIL"),
    Row(
      name: "change to somebody's address",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com",
        "newEmail": "bob@example.com", "returnOobLink": true,
      ], isAdmin: true, error: "EMAIL_EXISTS"),
    Row(
      name: "administrators are told in spite of protection",
      body: [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ada@example.com",
        "newEmail": "bob@example.com", "returnOobLink": true,
      ], isAdmin: true, switches: [.emailEnumerationProtection: .on], error: "EMAIL_EXISTS"),
    Row(
      name: "link for a client",
      body: [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
      ], error: "INSUFFICIENT_PERMISSION"),
    Row(
      name: "sign-in for a stranger",
      body: ["requestType": "EMAIL_SIGNIN", "email": "eve@example.com"]),
    Row(
      name: "relative continue URL",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": "/welcome",
      ], error: "INVALID_CONTINUE_URI"),
    Row(
      name: "continue URL that runs something",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "javascript://x/%0Aalert(1)",
      ], error: "INVALID_CONTINUE_URI"),
    Row(
      name: "foreign continue URL, compatible",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "https://elsewhere.example/",
      ]),
    Row(
      name: "foreign continue URL, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "https://elsewhere.example/",
      ], switches: [.authorizedDomains: .on], error: "UNAUTHORIZED_DOMAIN"),
    Row(
      name: "subdomain of an authorized domain",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "https://beta.demo-project.web.app/x",
      ], switches: [.authorizedDomains: .on]),
    Row(
      name: "sign-in without continue URL, checked",
      body: ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"],
      switches: [.authorizedDomains: .on]),
    Row(
      name: "App Store id without bundle id, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "iOSAppStoreId": "1",
      ], switches: [.authorizedDomains: .on], error: "MISSING_IOS_BUNDLE_ID"),
    Row(
      name: "Android version without package name, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "androidMinimumVersionCode": "9",
      ], switches: [.authorizedDomains: .on]),
    Row(
      name: "foreign link domain, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "linkDomain": "links.example",
      ], switches: [.authorizedDomains: .on], error: "INVALID_HOSTING_LINK_DOMAIN"),
    Row(
      name: "link domain that is more than a domain, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "linkDomain": "evil.example/.localhost",
      ], switches: [.authorizedDomains: .on], error: "INVALID_HOSTING_LINK_DOMAIN"),
    Row(
      name: "link domain of the project, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "linkDomain": "App.demo-project.web.app",
      ], switches: [.authorizedDomains: .on]),
    Row(
      name: "continue URL at a subdomain of localhost, checked",
      body: [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com",
        "continueUrl": "http://app.localhost/",
      ], switches: [.authorizedDomains: .on], error: "UNAUTHORIZED_DOMAIN"),
    Row(
      name: "continue URL whose slash carries a mark, checked",
      body: [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com",
        "continueUrl": "http://evil.example/\u{301}@localhost/",
      ], switches: [.authorizedDomains: .on], error: "UNAUTHORIZED_DOMAIN"),
    Row(
      name: "foreign dynamic link domain, checked",
      body: [
        "requestType": "EMAIL_SIGNIN", "email": "a@example.com",
        "continueUrl": "http://localhost/", "dynamicLinkDomain": "x.page.link",
      ], switches: [.authorizedDomains: .on]),
  ]

  @Test(arguments: rows) func `accounts:sendOobCode answers by its row`(_ row: Row) async throws {
    await emulator.signUpReply("ada@example.com")
    await emulator.signUpReply("bob@example.com")
    try emulator.set(row.switches)
    try emulator.configure([
      "signIn": ["email": ["passwordRequired": .bool(!row.isEmailLinkEnabled)]]
    ])
    let reply =
      row.isAdmin
      ? await emulator.admin("accounts:sendOobCode", .object(row.body))
      : await emulator.client("accounts:sendOobCode", .object(row.body))
    #expect(reply.errorCode == row.error)
    #expect(reply.status == (row.error == nil ? 200 : 400))
    if row.error != nil { #expect(await emulator.oobCodes().isEmpty) }
  }

  @Test func `accounts:sendOobCode names the field that has the wrong type`() async {
    let reply = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": ["ada@example.com"]])
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.contains(#""email""#) == true)
  }

  @Test func `accounts:sendOobCode refuses a setting that is too long, and names it`() async {
    let reply = await emulator.client(
      "accounts:sendOobCode",
      [
        "requestType": "EMAIL_SIGNIN", "email": "ada@example.com",
        "iOSBundleId": .string(String(repeating: "a", count: 256)),
      ])
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.contains("'iOSBundleId'") == true)
  }

  @Test func `accounts:sendOobCode makes codes that the official endpoint lists in order`() async {
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    for body: JSONObject in [
      ["requestType": "PASSWORD_RESET", "email": "ada@example.com"],
      ["requestType": "VERIFY_EMAIL", "idToken": idToken],
      [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken,
        "newEmail": "lovelace@example.com",
      ],
      [
        "requestType": "EMAIL_SIGNIN", "email": "bob+1@example.com", "canHandleCodeInApp": true,
        "continueUrl": "http://localhost:3000/?a=1&b=ä", "iOSBundleId": "com.example.app",
        "iOSAppStoreId": "123", "androidPackageName": "com.example.app",
        "androidInstallApp": true, "androidMinimumVersionCode": "12",
        "linkDomain": "links.example",
      ],
    ] {
      let reply = await emulator.client("accounts:sendOobCode", .object(body))
      #expect(reply["kind"] == "identitytoolkit#GetOobConfirmationCodeResponse")
      #expect(reply["oobCode"] == nil)
    }
    Golden.expect(.array(await emulator.oobCodes()), "sendOobCode/codes")
    #expect(await emulator.oobCodes(query: "?email=ADA@example.com").count == 3)
    #expect(await emulator.oobCodes(query: "?email=lovelace@example.com").count == 1)
    #expect(await emulator.oobCodes(query: "?email=bob+1@example.com").count == 1)
    #expect(await emulator.oobCodes(query: "?email=eve@example.com").isEmpty)
  }

  @Test func `accounts:sendOobCode hands an administrator the link, and sends nothing then`()
    async throws
  {
    await emulator.signUpReply("ada@example.com")
    let reply = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
        "continueUrl": "http://localhost/done",
      ], tenant: nil)
    Golden.expect(reply.json, "sendOobCode/link")
    #expect(emulator.outbox.messages.isEmpty)
    _ = await emulator.admin(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"])
    let sentences = emulator.outbox.messages.map(\.sentence)
    let link = try #require(await emulator.oobCodes().last?["oobLink"]?.string)
    #expect(sentences == ["To reset the password of ada@example.com, open \(link)"])
  }

  @Test func `accounts:sendOobCode says nothing about strangers under protection`() async throws {
    try emulator.set([.emailEnumerationProtection: .on])
    let idToken = await emulator.signUpReply("ada@example.com")["idToken"] ?? .null
    await emulator.signUpReply("bob@example.com")
    let reset = await emulator.client(
      "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "eve@example.com"])
    #expect(reset["email"] == "eve@example.com")
    let change = await emulator.client(
      "accounts:sendOobCode",
      [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken,
        "newEmail": "bob@example.com",
      ])
    #expect(change["email"] == "ada@example.com")
    #expect(await emulator.oobCodes().isEmpty)
  }

  /// iOS cuts a wrapped link at its first `&`, so the order matters.
  @Test(arguments: Profile.allCases)
  func `the parameters of a link are in production's order`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.signUpReply("ada@example.com")
    let reply = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
        "continueUrl": "https://demo-project.web.app/done",
      ])
    let link = reply["oobLink"]?.string ?? ""
    let fields = FormFields(parsing: String(link.drop { $0 != "?" }.dropFirst()))
    #expect(fields.map(\.name) == ["apiKey", "mode", "oobCode", "continueUrl", "lang"])
  }

  @Test(arguments: [
    ("PASSWORD_RESET", "RESET_PASSWORD_EXCEED_LIMIT"),
    ("EMAIL_SIGNIN", "TOO_MANY_ATTEMPTS_TRY_LATER"),
  ]) func `accounts:sendOobCode sends one address so many an hour`(_ type: String, _ error: String)
    async throws
  {
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

  @Test
  func `accounts:sendOobCode answers under the v3 name, in a tenant and in the app's language`()
    async
  {
    let reply = await emulator.call(
      .post,
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/getOobConfirmationCode?key=any",
      ["requestType": "EMAIL_SIGNIN", "email": "ada@example.com", "tenantId": "acme"],
      headers: ["X-Firebase-Locale": "pt-BR"])
    #expect(reply.status == 200)
    #expect(await emulator.oobCodes().isEmpty)
    Golden.expect(.array(await emulator.oobCodes(tenant: "acme")), "sendOobCode/tenant")
  }

  @Test func `accounts:sendOobCode keeps codes when accounts are wiped, and loses them by reset`()
    async throws
  {
    _ = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "ada@example.com"])
    _ = await emulator.call(.delete, "/emulator/v1/projects/\(emulator.project)/accounts")
    #expect(await emulator.oobCodes().count == 1)
    try emulator.reset()
    #expect(await emulator.oobCodes().isEmpty)
  }
}
