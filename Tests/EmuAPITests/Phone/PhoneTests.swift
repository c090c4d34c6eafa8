import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Phone sign-in` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  static let number = "+15555550100"

  /// Returns the unused codes of the project or of a tenant.
  private func codes(
    tenant: String? = nil, query: String = ""
  ) async -> [JSON] {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await emulator.call(
      .get, "/emulator/v1/projects/\(emulator.project)\(scope)/verificationCodes\(query)")
    return reply["verificationCodes"]?.array ?? []
  }

  /// Requests a code, and returns the evidence that an app presents.
  private func evidence(
    _ number: String = number, tenant: String? = nil
  ) async throws -> JSONObject {
    var body: JSONObject = ["phoneNumber": .string(number)]
    if let tenant { body["tenantId"] = .string(tenant) }
    let reply = await emulator.client("accounts:sendVerificationCode", .object(body))
    let session = try #require(reply["sessionInfo"])
    let code = try #require(await codes(tenant: tenant).last?["code"])
    return ["sessionInfo": session, "code": code]
  }

  private func signIn(
    _ body: JSONObject, _ more: JSONObject = [:]
  ) async -> Reply {
    var body = body
    for member in more { body[member.key] = member.value }
    return await emulator.client("accounts:signInWithPhoneNumber", .object(body))
  }

  @Test func `phone sign-in makes an account, and signs in to it the next time`() async throws {
    let first = try await evidence()
    Golden.expect(.array(await codes()), "signInWithPhoneNumber/codes")
    let new = await signIn(first)
    Golden.expect(new.json, "signInWithPhoneNumber/new", masking: ["refreshToken"])
    #expect(await codes().isEmpty)
    #expect(await signIn(first).errorMessage == "INVALID_SESSION_INFO")
    let known = await signIn(try await evidence())
    #expect(known["localId"] == new["localId"])
    #expect(known["isNewUser"] == false)
  }

  @Test func `phone sign-in prints a sentence with six digits`() async throws {
    let code = try #require(try await evidence()["code"]?.string)
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    #expect(
      emulator.outbox.messages.map(\.sentence) == [
        "To verify the phone number +15555550100, use the code \(code)"
      ])
  }

  @Test func `phone sign-in links, updates and reauthenticates`() async throws {
    let account = await emulator.client("accounts:signUp")
    let idToken = account["idToken"] ?? .null
    for (number, operation) in [(Self.number, "LINK"), ("+15555550101", "UPDATE")] {
      let reply = await signIn(
        try await evidence(number),
        ["idToken": idToken, "operation": .string(operation)])
      #expect(reply["localId"] == account["localId"])
      #expect(reply["phoneNumber"]?.string == number)
      // iOS aborts on a phone update without tokens.
      #expect(reply["idToken"]?.string?.isEmpty == false)
      #expect(reply["refreshToken"]?.string?.isEmpty == false)
    }
    let again = await signIn(
      try await evidence("+15555550101"), ["operation": "REAUTH"])
    #expect(again["localId"] == account["localId"])
    let refused = await signIn(try await evidence(), ["operation": "REAUTH"])
    #expect(refused.errorMessage == "USER_NOT_FOUND")
  }

  @Test(arguments: ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "UPDATE", "LINK"])
  func `phone sign-in does what the ID token says, whatever the operation`(
    _ operation: String
  ) async throws {
    let named: JSONObject = ["operation": .string(operation)]
    let new = await signIn(try await evidence(), named)
    #expect(new["isNewUser"] == true)
    let account = await emulator.client("accounts:signUp")
    let linked = await signIn(
      try await evidence("+15555550101"),
      ["idToken": account["idToken"] ?? .null, "operation": .string(operation)])
    #expect(linked["localId"] == account["localId"])
  }

  @Test func `phone sign-in returns a proof for a number of another user`() async throws {
    let owner = await signIn(try await evidence())
    let other = await emulator.client("accounts:signUp")
    let conflict = await signIn(
      try await evidence(), ["idToken": other["idToken"] ?? .null])
    #expect(conflict.status == 200)
    Golden.expect(conflict.json, "signInWithPhoneNumber/conflict")
    let proof: JSONObject = [
      "phoneNumber": .string(Self.number), "temporaryProof": conflict["temporaryProof"] ?? .null,
    ]
    let retry = await signIn(proof, ["idToken": other["idToken"] ?? .null])
    #expect(retry.errorMessage == "PHONE_NUMBER_EXISTS")
    let signedIn = await signIn(proof)
    #expect(signedIn["localId"] == owner["localId"])
    #expect(await signIn(proof).errorMessage == "INVALID_TEMPORARY_PROOF")
  }

  @Test(
    arguments: [
      (["phoneNumber": "+15555550199"], "INVALID_TEMPORARY_PROOF", SwitchValue.warn),
      (["phoneNumber": ""], "MISSING_PHONE_NUMBER", .warn),
      (["temporaryProof": "x"], "INVALID_TEMPORARY_PROOF", .warn),
      (["tenantId": "acme"], "INVALID_TEMPORARY_PROOF", .warn), ([:], nil, .warn),
      ([:], "INVALID_TEMPORARY_PROOF", .on),
    ] as [(JSONObject, String?, SwitchValue)])
  func `phone sign-in refuses a proof that is not good`(
    _ change: JSONObject, _ error: String?, _ expiry: SwitchValue
  ) async throws {
    try emulator.set([.codeExpiry: expiry])
    _ = await signIn(try await evidence())
    let other = await emulator.client("accounts:signUp")
    let conflict = await signIn(
      try await evidence(), ["idToken": other["idToken"] ?? .null])
    emulator.advance(TemporaryProof.lifetime)
    let reply = await signIn(
      [
        "phoneNumber": .string(Self.number), "temporaryProof": conflict["temporaryProof"] ?? .null,
      ], change)
    #expect(reply.errorMessage == error)
  }

  /// A condition that makes the sign-in fail, and the expected answer.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var change: JSONObject = [:]
    var switches: [Switch: SwitchValue] = [:]
    var wait: Duration = .zero
    var setUp: @Sendable (TestEmulator) async throws -> Void = { _ in }
    var error: String?

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing wrong"),
    Row(name: "operation as number", change: ["operation": 1]),
    Row(name: "wrong code", change: ["code": "x"], error: "INVALID_CODE"),
    Row(name: "no code", change: ["code": ""], error: "MISSING_CODE"),
    Row(name: "no session", change: ["sessionInfo": ""], error: "MISSING_SESSION_INFO"),
    Row(name: "unknown session", change: ["sessionInfo": "x"], error: "INVALID_SESSION_INFO"),
    Row(name: "another tenant", change: ["tenantId": "acme"], error: "INVALID_SESSION_INFO"),
    Row(name: "bad ID token", change: ["idToken": "x"], error: "INVALID_ID_TOKEN"),
    Row(name: "old code, compatible", wait: CodeLimits.verificationCodeLifetime),
    Row(
      name: "old code, checked", switches: [.codeExpiry: .on],
      wait: CodeLimits.verificationCodeLifetime, error: "SESSION_EXPIRED"),
    Row(
      name: "new users are not allowed",
      setUp: { try $0.configure(["client": ["permissions": ["disabledUserSignup": true]]]) },
      error: "ADMIN_ONLY_OPERATION"),
    Row(
      name: "phones are disabled",
      setUp: { try $0.configure(["signIn": ["phoneNumber": ["enabled": false]]]) },
      error: "OPERATION_NOT_ALLOWED"),
    Row(
      name: "disabled user",
      setUp: { emulator in
        _ = await emulator.admin(
          "accounts", ["phoneNumber": .string(number), "disabled": true])
      }, error: "USER_DISABLED"),
  ]

  @Test(arguments: rows) func `phone sign-in answers by its row`(_ row: Row) async throws {
    try emulator.set(row.switches)
    let good = try await evidence()
    emulator.advance(row.wait)
    try await row.setUp(emulator)
    let reply = await signIn(good, row.change)
    #expect(reply.errorCode == row.error)
  }

  @Test func `phone sign-in refuses another project's session`() async throws {
    let good = try await evidence()
    let reply = try await emulator.call(
      .post, "/v1/accounts:signInWithPhoneNumber?key=\(emulator.key(of: "other"))", .object(good))
    #expect(reply.errorMessage == "INVALID_SESSION_INFO")
  }

  @Test func `phone sign-in accepts a limited number of wrong codes`() async throws {
    try emulator.set([.attemptLimits: .on])
    let good = try await evidence()
    for _ in 1...CodeLimits.wrongAttempts {
      #expect(await signIn(good, ["code": "x"]).errorMessage == "INVALID_CODE")
    }
    #expect(await signIn(good).errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
    try emulator.set([.attemptLimits: .warn])
    #expect(await signIn(good).status == 200)
  }

  @Test func `phone sign-in accepts any number of wrong codes for a test number`() async throws {
    try emulator.set([.attemptLimits: .on])
    try emulator.configure(testNumbers: [Self.number: "123456"])
    let good = try await evidence()
    for _ in 0...CodeLimits.wrongAttempts {
      #expect(await signIn(good, ["code": "x"]).errorMessage == "INVALID_CODE")
    }
    #expect(await signIn(good).status == 200)
  }

  @Test func `phone sign-in sends a limited number of codes to a number each hour`() async throws {
    try emulator.set([.attemptLimits: .on])
    for _ in 1...CodeLimits.sendsPerRecipient { _ = try await evidence() }
    let reply = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
    #expect(reply.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
  }

  @Test func `phone sign-in sends a limited number of messages a day`() async throws {
    try emulator.set([.quotas: .on])
    for last in 1...CodeLimits.messagesPerDay {
      let reply = await emulator.client(
        "accounts:sendVerificationCode", ["phoneNumber": .string("+1555\(last)")])
      #expect(reply.status == 200)
    }
    let reply = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": .string(Self.number)])
    #expect(reply.errorMessage == "QUOTA_EXCEEDED")
  }

  @Test func `phone sign-in sends no message to test numbers, which have a fixed code`()
    async throws
  {
    try emulator.configure(testNumbers: ["+1 555-555-0100": "123456"])
    let good = try await evidence()
    #expect(good["code"] == "123456")
    #expect(emulator.outbox.messages.isEmpty)
    #expect(await signIn(good).status == 200)
  }

  @Test func `phone sign-in serves tenants`() async throws {
    let good = try await evidence(tenant: "acme")
    #expect(await codes().isEmpty)
    let reply = await signIn(good, ["tenantId": "acme"])
    let claims = JSON.claims(ofToken: reply["idToken"]?.string)
    #expect(claims["firebase"]?["tenant"] == "acme")
    #expect(claims["firebase"]?["sign_in_provider"] == "phone")
  }

  @Test(arguments: [nil, "", "5555550100", "+"])
  func `phone sign-in sends nothing to an invalid number`(_ number: String?) async {
    let reply = await emulator.client(
      "accounts:sendVerificationCode",
      number.map { ["phoneNumber": .string($0)] } ?? [:])
    #expect(reply.errorCode == "INVALID_PHONE_NUMBER")
    #expect(await codes().isEmpty)
  }

  @Test func `phone sign-in lists the codes of one number, escaped or not`() async throws {
    _ = try await evidence()
    _ = try await evidence("+15555550101")
    for query in ["?phoneNumber=+15555550101", "?phoneNumber=%2B15555550101"] {
      let found = await codes(query: query)
      #expect(found.map { $0["phoneNumber"] } == ["+15555550101"])
    }
  }

  @Test func `phone sign-in returns what apps need for reCAPTCHA`() async {
    let prefix = "/identitytoolkit.googleapis.com"
    let params = await emulator.call(.get, "\(prefix)/v1/recaptchaParams?key=any")
    Golden.expect(params.json, "recaptcha/params")
    let config = await emulator.call(
      .get,
      "\(prefix)/v2/recaptchaConfig?key=any&clientType=CLIENT_TYPE_IOS"
        + "&version=RECAPTCHA_ENTERPRISE")
    Golden.expect(config.json, "recaptcha/config")
    let legacy = await emulator.call(
      .get, "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam?key=any")
    #expect(legacy.json == params.json)
  }

  @Test func `phone sign-in answers under the v3 names`() async throws {
    let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
    let sent = await emulator.call(
      .post, "\(base)/sendVerificationCode?key=any",
      ["phone_number": .string(Self.number), "recaptchaToken": "x"])
    let code = try #require(await codes().last?["code"])
    let reply = await emulator.call(
      .post, "\(base)/verifyPhoneNumber?key=any",
      ["sessionInfo": sent["sessionInfo"] ?? .null, "code": code])
    #expect(reply.status == 200)
  }
}
