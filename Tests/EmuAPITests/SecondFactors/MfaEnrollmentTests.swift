import EmuTestSupport
import Testing

@Suite final class `mfaEnrollment`: EmulatorSuite {
  @Test func `mfaEnrollment adds a phone, and later tokens report it`() async throws {
    let user = try await emulator.enrolPhone()
    Golden.expect(user.reply.json, "secondFactors/enrolledPhone", masking: ["refreshToken"])
    #expect(user.reply.firebase["sign_in_second_factor"] == "phone")
    let refreshed = await emulator.refresh(user.reply["refreshToken"]?.string ?? "")
    #expect(refreshed.claims["firebase"] == user.reply.firebase)
    Golden.expect(await emulator.lookup(user.idToken.string) ?? .null, "secondFactors/lookup")
    #expect(await emulator.smsCode() == .null)
  }

  @Test func `mfaEnrollment adds an authenticator app`() async throws {
    let user = try await emulator.verifiedUser()
    let start = await emulator.startTOTP(.string(user.idToken))
    Golden.expect(start.json, "secondFactors/totpSession", masking: ["sessionInfo"])
    let reply = await emulator.finishTOTP(.string(user.idToken), start, name: "my app")
    Golden.expect(reply.json, "secondFactors/enrolledTotp", masking: ["refreshToken"])
    let shown = await emulator.lookup(reply["idToken"]?.string)?["mfaInfo"]
    Golden.expect(shown ?? .null, "secondFactors/lookupTotp")
    let id = reply.firebase["second_factor_identifier"]
    let withdrawn = await emulator.withdraw(reply.idToken, id)
    let afterwards = await emulator.finishTOTP(withdrawn.idToken, start, name: "my app")
    #expect(afterwards.errorCode == "INVALID_SESSION_INFO", "\(afterwards.json)")
  }

  /// A recording of production: the session, then the name, then the code; no session ends.
  @Test func `production checks an authenticator app in its own order`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let idToken = JSON.string(try await emulator.verifiedUser().idToken)
    let start = await emulator.startTOTP(idToken)
    let session = start["totpSessionInfo"]?["sessionInfo"] ?? .null
    let code = JSON.string(
      emulator.code(ofSecret: start["totpSessionInfo"]?["sharedSecretKey"]?.string))
    let missingName = "MISSING_DISPLAY_NAME : display name cannot be empty"
    let rows: [(info: JSON, name: JSON?, message: String?)] = [
      (["verificationCode": code], nil, "INVALID_SESSION_INFO"),
      (["sessionInfo": session], nil, missingName),
      (["sessionInfo": session, "verificationCode": code], nil, missingName),
      (["sessionInfo": session, "verificationCode": "000000"], "app", "INVALID_CODE"),
      (["sessionInfo": session, "verificationCode": code], "app", nil),
      (
        ["sessionInfo": session, "verificationCode": code], "app",
        "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"
      ),
    ]
    for (number, row) in rows.enumerated() {
      var body: JSONObject = ["idToken": idToken, "totpVerificationInfo": row.info]
      body["displayName"] = row.name
      let reply = await emulator.v2("mfaEnrollment:finalize", body)
      #expect(reply.errorMessage == row.message, "row \(number)")
    }
    #expect(await emulator.client("accounts:lookup", ["idToken": idToken]).status == 200)
  }

  @Test func `mfaEnrollment ends other sessions, and opens one for the caller`() async throws {
    let old = try await emulator.verifiedUser()
    emulator.advance(.seconds(10))
    let reply = try await emulator.addPhone(.string(old.idToken))
    #expect(await emulator.refresh(old.refreshToken).errorCode == "TOKEN_EXPIRED")
    #expect(await emulator.lookup(reply["idToken"]?.string) != nil)
    let id = reply.firebase["second_factor_identifier"]
    let withdrawn = await emulator.withdraw(reply.idToken, id)
    Golden.expect(withdrawn.json, "secondFactors/withdrawn", masking: ["refreshToken"])
    #expect(withdrawn.firebase["sign_in_second_factor"] == nil)
    emulator.advance(.seconds(10))
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
  }

  @Test(arguments: ["anonymous", "phone", "custom", "gc.apple.com", "password"])
  func `mfaEnrollment needs a first factor that allows a second, and a verified address`(
    _ provider: String
  ) async throws {
    let user = try await emulator.signUp()
    let firebase: JSON = ["identities": [:], "sign_in_provider": .string(provider)]
    let idToken = JSON.string(Handwritten.idToken(uid: user.uid, ["firebase": firebase]))
    let error = provider == "password" ? "UNVERIFIED_EMAIL" : "UNSUPPORTED_FIRST_FACTOR"
    #expect(await emulator.startPhone(idToken).errorCode == error)
    #expect(await emulator.startTOTP(idToken).errorCode == error)
  }

  @Test(
    arguments: [
      ([:], "MISSING_ID_TOKEN"), (["idToken": "x"], "INVALID_ID_TOKEN"),
      (["idToken": "GOOD"], "INVALID_ARGUMENT"),
      (["idToken": "GOOD", "phoneEnrollmentInfo": [:]], "INVALID_PHONE_NUMBER"),
      (["idToken": "GOOD", "phoneEnrollmentInfo": ["phoneNumber": "5"]], "INVALID_PHONE_NUMBER"),
    ] as [(JSONObject, String)])
  func `mfaEnrollment starts only with an ID token and a method`(
    _ body: JSONObject, _ error: String
  ) async throws {
    let user = try await emulator.verifiedUser()
    let filled = body.filled(["GOOD": .string(user.idToken)])
    #expect(await emulator.v2("mfaEnrollment:start", filled).errorCode == error)
  }

  @Test(
    arguments: [
      ([:], "INVALID_ARGUMENT"), (["idToken": ""], "MISSING_ID_TOKEN"),
      (["phoneVerificationInfo": ["code": "1"]], "MISSING_SESSION_INFO"),
      (["phoneVerificationInfo": ["sessionInfo": "SESSION"]], "MISSING_CODE"),
      (["phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "no"]], "INVALID_CODE"),
      (["phoneVerificationInfo": ["sessionInfo": "x", "code": "CODE"]], "INVALID_SESSION_INFO"),
      (["idToken": "OTHER", "phoneVerificationInfo": "PHONE"], "INVALID_SESSION_INFO"),
      (
        ["phoneVerificationInfo": ["androidVerificationProof": "x", "phoneNumber": "+1"]],
        "INVALID_ARGUMENT"
      ),
      (["totpVerificationInfo": ["verificationCode": "1"]], "MISSING_SESSION_INFO"),
      (["totpVerificationInfo": ["sessionInfo": "TOTP"]], "MISSING_CODE"),
    ] as [(JSONObject, String)])
  func `mfaEnrollment finishes only with the user's session and code`(
    _ body: JSONObject, _ error: String
  ) async throws {
    let good = try await emulator.verifiedUser()
    let other = try await emulator.verifiedUser("eve@example.com")
    let phone = try await emulator.phoneVerification(.string(good.idToken))
    let totp = await emulator.startTOTP(.string(good.idToken))
    let filled = (["idToken": "GOOD"] as JSONObject).merging(body).filled([
      "GOOD": .string(good.idToken), "OTHER": .string(other.idToken), "PHONE": phone,
      "SESSION": phone["sessionInfo"] ?? .null, "CODE": phone["code"] ?? .null,
      "TOTP": totp["totpSessionInfo"]?["sessionInfo"] ?? .null,
    ])
    #expect(await emulator.v2("mfaEnrollment:finalize", filled).errorCode == error)
    #expect(try emulator.user(good.uid)?.secondFactors == [])
  }

  @Test func `mfaEnrollment accepts no session of a sign-in, and returns none`() async throws {
    let idToken = JSON.string(try await emulator.verifiedUser().idToken)
    let evidence = JSON.object(try await emulator.evidence())
    let reply = await emulator.v2(
      "mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": evidence])
    #expect(reply.errorCode == "INVALID_SESSION_INFO")
    let signIn = await emulator.client(
      "accounts:signInWithPhoneNumber", try await emulator.phoneVerification(idToken))
    #expect(signIn.errorCode == "INVALID_SESSION_INFO")
  }

  @Test(arguments: Profile.allCases)
  func `mfaEnrollment waits a quarter of an hour for a code`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let idToken = JSON.string(try await emulator.verifiedUser().idToken)
    let phone = try await emulator.phoneVerification(idToken)
    let totp = await emulator.startTOTP(idToken)
    emulator.advance(.seconds(15 * 60))
    let error = profile == .production ? "SESSION_EXPIRED" : nil
    #expect(await emulator.finishTOTP(idToken, totp).errorCode == error)
    guard profile == .production else { return }
    let reply = await emulator.v2(
      "mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": phone])
    #expect(reply.errorCode == error)
  }

  @Test(arguments: Profile.allCases)
  func `mfaEnrollment counts wrong codes`(_ profile: Profile) async throws {
    let error = profile == .production ? "TOO_MANY_ATTEMPTS_TRY_LATER" : "INVALID_CODE"
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let idToken = JSON.string(try await emulator.verifiedUser().idToken)
    let session = try await emulator.phoneVerification(idToken)["sessionInfo"] ?? .null
    let evidence: JSON = ["sessionInfo": session, "code": "x"]
    let body: JSONObject = ["idToken": idToken, "phoneVerificationInfo": evidence]
    for _ in 1...5 { _ = await emulator.v2("mfaEnrollment:finalize", body) }
    #expect(await emulator.v2("mfaEnrollment:finalize", body).errorCode == error)
  }

  @Test(arguments: Profile.allCases)
  func `production accepts five second factors`(_ profile: Profile) async throws {
    let error = profile == .production ? "SECOND_FACTOR_LIMIT_EXCEEDED" : nil
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let user = try await emulator.verifiedUser()
    let five = (1...5).map { number -> JSON in
      ["mfaEnrollmentId": .string("f\(number)"), "phoneInfo": .string("+1555555010\(number)")]
    }
    await emulator.change(user.uid, ["mfa": ["enrollments": .array(five)]]).expect()
    #expect(await emulator.startPhone(.string(user.idToken)).errorCode == error)
  }

  @Test func `mfaEnrollment is withdrawn by its id alone`() async throws {
    let user = try await emulator.enrolPhone()
    for (body, error): (JSONObject, String) in [
      ([:], "MISSING_ID_TOKEN"), (["idToken": user.idToken], "MISSING_MFA_ENROLLMENT_ID"),
      (["idToken": user.idToken, "mfaEnrollmentId": "x"], "MFA_ENROLLMENT_NOT_FOUND"),
    ] {
      #expect(await emulator.v2("mfaEnrollment:withdraw", body).errorCode == error, "\(error)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `mfaEnrollment may forget the session's second factor`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let user = try await emulator.enrolPhone()
    let reply = try await emulator.addPhone(user.idToken, "+15555550101")
    let withdrawn = await emulator.withdraw(reply.idToken, .string(user.enrollmentID))
    let kind = withdrawn.firebase["sign_in_second_factor"]?.string
    #expect(kind == (profile == .production ? "phone" : nil))
    #expect(try emulator.user(user.uid)?.secondFactors.count == 1)
  }
}

extension JSON {
  /// All kinds of second factors, enabled.
  static let allSecondFactors: JSON = [
    "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
    "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 1]]],
  ]

  /// Returns the tree with placeholders replaced by values.
  func filled(_ values: [String: JSON]) -> JSON {
    switch self {
    case .string(let text): values[text] ?? self
    case .object(let object): .object(object.filled(values))
    default: self
    }
  }
}

extension JSONObject {
  func filled(_ values: [String: JSON]) -> JSONObject {
    var filled = JSONObject()
    for member in self { filled[member.key] = member.value.filled(values) }
    return filled
  }
}
