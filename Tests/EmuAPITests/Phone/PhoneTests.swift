import EmuTestSupport
import Testing

@Suite final class `Phone sign-in`: EmulatorSuite {
  static let number = "+15555550100"

  /// Returns the unused codes of the project.
  private func codes(query: String = "") async -> [JSON] {
    let reply = await emulator.control(.get, "projects/demo-project/verificationCodes\(query)")
    return reply["verificationCodes"]?.array ?? []
  }

  /// Returns the answer to the attempt of a new user to link a number that another user has.
  private func conflict() async throws -> (owner: Reply, other: JSON, proof: JSONObject, Reply) {
    let owner = await emulator.signIn(text: try await emulator.evidence())
    let other = await emulator.client("accounts:signUp").idToken
    let reply = await emulator.signIn(text: try await emulator.evidence(), ["idToken": other])
    let proof = reply["temporaryProof"] ?? .null
    return (owner, other, ["phoneNumber": .string(Self.number), "temporaryProof": proof], reply)
  }

  @Test func `phone sign-in makes an account, and signs in to it the next time`() async throws {
    let first = try await emulator.evidence()
    let code = try #require(first["code"]?.string)
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    let sentence = "To verify the phone number +15555550100, use the code \(code)"
    #expect(emulator.outbox.messages.map(\.sentence) == [sentence])
    Golden.expect(.array(await codes()), "signInWithPhoneNumber/codes")
    let new = await emulator.signIn(text: first)
    Golden.expect(new.json, "signInWithPhoneNumber/new", masking: ["refreshToken"])
    #expect(await codes().isEmpty)
    #expect(await emulator.signIn(text: first).errorMessage == "INVALID_SESSION_INFO")
    let known = await emulator.signIn(text: try await emulator.evidence())
    known.expect(["localId": new["localId"], "isNewUser": false])
  }

  @Test func `phone sign-in links, updates and reauthenticates`() async throws {
    let account = await emulator.client("accounts:signUp")
    for (number, operation) in [(Self.number, "LINK"), ("+15555550101", "UPDATE")] {
      let reply = await emulator.signIn(
        text: try await emulator.evidence(number),
        ["idToken": account.idToken, "operation": .string(operation)])
      reply.expect(["localId": account["localId"], "phoneNumber": .string(number)])
      // iOS aborts on a phone update without tokens.
      reply.expect(has: "idToken", "refreshToken")
    }
    let again = await emulator.signIn(
      text: try await emulator.evidence("+15555550101"), ["operation": "REAUTH"])
    #expect(again["localId"] == account["localId"])
    await emulator.signIn(text: try await emulator.evidence(), ["operation": "REAUTH"])
      .expect(refusal: "USER_NOT_FOUND")
  }

  @Test(arguments: ["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "UPDATE", "LINK"])
  func `phone sign-in ignores the operation`(_ operation: String) async throws {
    let named: JSONObject = ["operation": .string(operation)]
    #expect(await emulator.signIn(text: try await emulator.evidence(), named)["isNewUser"] == true)
    let account = await emulator.client("accounts:signUp")
    await emulator.signIn(
      text: try await emulator.evidence("+15555550101"), named.merging(["idToken": account.idToken])
    ).expect(["localId": account["localId"]])
  }

  @Test func `phone sign-in returns a proof for a number of another user`() async throws {
    let (owner, other, proof, conflict) = try await conflict()
    conflict.expect(golden: "signInWithPhoneNumber/conflict")
    await emulator.signIn(text: proof, ["idToken": other]).expect(refusal: "PHONE_NUMBER_EXISTS")
    #expect(await emulator.signIn(text: proof)["localId"] == owner["localId"])
    #expect(await emulator.signIn(text: proof).errorMessage == "INVALID_TEMPORARY_PROOF")
  }

  @Test(
    arguments: [
      (["phoneNumber": "+15555550199"], "INVALID_TEMPORARY_PROOF", SwitchValue.warn),
      (["temporaryProof": "x"], "INVALID_TEMPORARY_PROOF", .warn),
      (["tenantId": "acme"], "INVALID_TEMPORARY_PROOF", .warn), ([:], nil, .warn),
      ([:], "INVALID_TEMPORARY_PROOF", .on),
    ] as [(JSONObject, String?, SwitchValue)])
  func `phone sign-in refuses a proof that is not good`(
    _ change: JSONObject, _ error: String?, _ expiry: SwitchValue
  ) async throws {
    try emulator.set([.codeExpiry: expiry])
    let proof = try await conflict().proof
    emulator.advance(TemporaryProof.lifetime)
    #expect(await emulator.signIn(text: proof, change).errorMessage == error)
  }

  static let rows: [CodeRow] = [
    CodeRow("operation as number", nil, ["operation": 1]),
    CodeRow("bad ID token", "INVALID_ID_TOKEN", ["idToken": "x"]),
    CodeRow("old code, compatible", nil, wait: CodeLimits.verificationCodeLifetime),
    CodeRow("new users are not allowed", "ADMIN_ONLY_OPERATION") {
      try $0.configure(["client": ["permissions": ["disabledUserSignup": true]]])
    },
    CodeRow("phones are disabled", "OPERATION_NOT_ALLOWED") {
      try $0.configure(["signIn": ["phoneNumber": ["enabled": false]]])
    },
  ]

  @Test(arguments: rows)
  func `phone sign-in answers by its row`(_ row: CodeRow) async throws {
    let good = try await emulator.evidence()
    try await row.prepare(emulator)
    #expect(await emulator.signIn(text: good, row.more).errorCode == row.error)
  }

  @Test func `phone sign-in accepts any number of wrong codes for a test number`() async throws {
    try emulator.set([.attemptLimits: .on])
    try emulator.configure(testNumbers: [Self.number: "123456"])
    let good = try await emulator.evidence()
    for _ in 0...CodeLimits.wrongAttempts {
      #expect(await emulator.signIn(text: good, ["code": "x"]).errorMessage == "INVALID_CODE")
    }
    #expect(await emulator.signIn(text: good).status == 200)
  }

  @Test func `phone sign-in sends no message to test numbers, whose code is fixed`() async throws {
    try emulator.configure(testNumbers: ["+1 555-555-0100": "123456"])
    let good = try await emulator.evidence()
    #expect(good["code"] == "123456")
    #expect(emulator.outbox.messages.isEmpty)
    #expect(await emulator.signIn(text: good).status == 200)
  }

  @Test func `phone sign-in serves tenants`() async throws {
    let good = try await emulator.evidence(tenant: "acme")
    #expect(await codes().isEmpty)
    let claims = await emulator.signIn(text: good, ["tenantId": "acme"]).claims
    claims.expect(["firebase.tenant": "acme", "firebase.sign_in_provider": "phone"])
  }

  @Test(arguments: [nil, "", "5555550100", "+"])
  func `phone sign-in sends nothing to an invalid number`(_ number: String?) async {
    let body: JSON = number.map { ["phoneNumber": .string($0)] } ?? [:]
    let reply = await emulator.client("accounts:sendVerificationCode", body)
    #expect(reply.errorCode == "INVALID_PHONE_NUMBER")
    #expect(await codes().isEmpty)
  }

  @Test func `phone sign-in lists the codes of one number, escaped or not`() async throws {
    _ = try await emulator.evidence()
    _ = try await emulator.evidence("+15555550101")
    for query in ["?phoneNumber=+15555550101", "?phoneNumber=%2B15555550101"] {
      #expect(await codes(query: query).map { $0["phoneNumber"] } == ["+15555550101"])
    }
  }

  @Test func `phone sign-in returns what apps need for reCAPTCHA`() async {
    let prefix = "/identitytoolkit.googleapis.com"
    let params = await emulator.get("\(prefix)/v1/recaptchaParams?key=any")
    Golden.expect(params.json, "recaptcha/params")
    let config = await emulator.get(
      "\(prefix)/v2/recaptchaConfig?key=any&clientType=CLIENT_TYPE_IOS"
        + "&version=RECAPTCHA_ENTERPRISE")
    Golden.expect(config.json, "recaptcha/config")
    let legacy = await emulator.get(
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam?key=any")
    #expect(legacy.json == params.json)
  }
}

extension TestEmulator {
  /// Requests a text message, and returns the evidence that an app presents.
  func evidence(
    _ number: String = "+15555550100", tenant: String? = nil
  ) async throws -> JSONObject {
    let reply = await text(number, tenant: tenant)
    let session = try #require(reply["sessionInfo"], "\(reply.json)")
    return ["sessionInfo": session, "code": await smsCode(tenant: tenant)]
  }

  /// Signs in with a text message, or links its number.
  func signIn(text evidence: JSONObject, _ more: JSONObject = [:]) async -> Reply {
    await client("accounts:signInWithPhoneNumber", .object(evidence.merging(more)))
  }

  /// Requests a text message.
  func text(
    _ number: String = "+15555550100", proof: JSONObject = [:], tenant: String? = nil
  ) async -> Reply {
    var body = proof.merging(["phoneNumber": .string(number)])
    if let tenant { body["tenantId"] = .string(tenant) }
    return await client("accounts:sendVerificationCode", .object(body))
  }
}
