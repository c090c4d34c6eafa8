import EmuTestSupport
import Testing

/// Second factors in recordings of production.
@Suite struct `Second factors of production` {
  @Test func `enrollment needs a sign-in within five minutes`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let ada = try await emulator.verifiedUser()
    emulator.advance(.seconds(301))
    await emulator.startTOTP(.string(ada.idToken)).expect(refusal: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  @Test(arguments: [
    ("totp", 299, nil),
    ("totp", 300, "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."),
    ("phone", 599, nil),
    ("phone", 600, "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."),
  ])
  func `an app has five minutes after the first factor, a text message ten`(
    kind: String, age: Int64, late: String?
  ) async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user =
      kind == "totp"
      ? try await emulator.enrolTOTP() : try await emulator.enrolPhone("+16505550100")
    let pending = try await emulator.pendingCredential()
    emulator.advance(.seconds(age))
    let reply =
      kind == "totp"
      ? await emulator.finishWithTOTP(user, pending) : await emulator.startSignIn(user, pending)
    #expect(reply.errorMessage == late)
  }

  @Test func `a pending credential outlives a new password, and its own success`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    _ = await emulator.change(user.uid, ["password": "another1"])
    for _ in 0..<2 {
      await emulator.finishWithTOTP(user, pending).expect(["phoneAuthInfo": nil])
      emulator.advance(.seconds(30))
    }
  }

  @Test func `a user has one authenticator app`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolTOTP()
    let message =
      "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."
    #expect(await emulator.startTOTP(user.idToken).errorMessage == message)
  }

  private static let evidence: JSONObject = [
    "mfaPendingCredential": "x", "mfaEnrollmentId": "x",
    "totpVerificationInfo": ["verificationCode": "123456"],
  ]

  private static func twice(_ group: String, _ second: String) -> String {
    "Invalid value (oneof), oneof field '\(group)' is already set. Cannot set '\(second)'"
  }

  @Test(
    arguments: [
      ("mfaSignIn:start", ["mfaEnrollmentId": "x"], "Request contains an invalid argument."),
      ("mfaSignIn:finalize", evidence, "INVALID_PENDING_TOKEN"),
      ("mfaEnrollment:start", ["totpEnrollmentInfo": [:]], "INVALID_ID_TOKEN"),
      (
        "mfaEnrollment:start",
        ["idToken": "x", "totpEnrollmentInfo": [:], "phoneEnrollmentInfo": [:]],
        twice("enrollment_info", "phoneEnrollmentInfo")
      ),
      (
        "mfaEnrollment:start", ["phone_enrollment_info": [:], "totp_enrollment_info": [:]],
        twice("enrollment_info", "totpEnrollmentInfo")
      ),
      (
        "mfaEnrollment:finalize",
        ["idToken": "x", "phoneVerificationInfo": [:], "totpVerificationInfo": [:]],
        twice("verification_info", "totpVerificationInfo")
      ),
      (
        "mfaEnrollment:finalize",
        ["idToken": "x", "totpVerificationInfo": [:], "phoneVerificationInfo": [:]],
        twice("verification_info", "phoneVerificationInfo")
      ),
      (
        "mfaSignIn:finalize",
        ["mfaPendingCredential": "x", "phoneVerificationInfo": [:], "totpVerificationInfo": [:]],
        twice("verification_info", "totpVerificationInfo")
      ), ("mfaEnrollment:withdraw", ["mfaEnrollmentId": "x"], "INVALID_ID_TOKEN"),
    ] as [(String, JSONObject, String)])
  func `production names incomplete requests in its words`(
    _ operation: String, _ body: JSONObject, _ message: String
  ) async throws {
    let reply = try await TestEmulator.withSecondFactors().v2(operation, body)
    reply.expect(400, ["error.status": "INVALID_ARGUMENT"]).expect(message: message)
  }

  @Test func `refusals of second factors have the texts of compatible`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    func start(_ idToken: JSON) async -> String? {
      await emulator.startPhone(idToken, "+16505550100").errorMessage
    }
    #expect(
      await start(.string(try await emulator.signUp("new@example.com").idToken))
        == "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
    #expect(
      await start(.string(try await emulator.signUpAnonymously().idToken))
        == "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
    #expect(
      await start(try await emulator.enrolPhone("+16505550100").idToken)
        == "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    )
  }
}
