import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Second factors in recordings of production.
@Suite struct `Second factors of production` {
  /// Returns a project with enabled second factors, and a user with an authenticator app.
  private func emulator() async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: .production)
    let config: JSON = [
      "mfa": [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
      ]
    ]
    let reply = await emulator.admin(
      "v2/config", config, method: .patch, query: "updateMask=mfa")
    try #require(reply.status == 200, "\(reply.json)")
    return emulator
  }

  @Test func `enrollment needs a sign-in within five minutes`() async throws {
    let emulator = try await emulator()
    let ada = try await emulator.verifiedUser()
    emulator.advance(.seconds(301))
    let reply = await emulator.v2(
      "mfaEnrollment:start", ["idToken": .string(ada.idToken), "totpEnrollmentInfo": [:]])
    #expect(reply["error"]?["message"] == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  @Test(
    arguments: [
      (299, nil),
      (300, "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."),
    ] as [(Int64, JSON?)])
  func `an authenticator app has five minutes after the first factor`(
    _ age: Int64, _ message: JSON?
  ) async throws {
    let emulator = try await emulator()
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    emulator.advance(.seconds(age))
    let reply = await emulator.v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "totpVerificationInfo": ["verificationCode": await emulator.totpCode(user.uid)],
      ])
    #expect(reply["error"]?["message"] == message)
  }

  @Test(
    arguments: [
      (599, nil),
      (600, "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."),
    ] as [(Int64, JSON?)])
  func `a text message has ten minutes after the first factor`(_ age: Int64, _ message: JSON?)
    async throws
  {
    let emulator = try await emulator()
    let user = try await emulator.enrolPhone("+16505550100")
    let pending = try await emulator.pendingCredential()
    emulator.advance(.seconds(age))
    let reply = await emulator.v2(
      "mfaSignIn:start",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "phoneSignInInfo": [:],
      ])
    #expect(reply["error"]?["message"] == message)
  }

  @Test func `a pending credential outlives a new password, and its own success`() async throws {
    let emulator = try await emulator()
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    _ = await emulator.change(user.uid, ["password": "another1"])
    for _ in 0..<2 {
      let reply = await emulator.v2(
        "mfaSignIn:finalize",
        [
          "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
          "totpVerificationInfo": ["verificationCode": await emulator.totpCode(user.uid)],
        ])
      #expect(reply.status == 200, "\(reply.json)")
      #expect(reply["phoneAuthInfo"] == nil)
      emulator.advance(.seconds(30))
    }
  }

  @Test func `a user has one authenticator app`() async throws {
    let emulator = try await emulator()
    let user = try await emulator.enrolTOTP()
    let reply = await emulator.v2(
      "mfaEnrollment:start", ["idToken": user.idToken, "totpEnrollmentInfo": [:]])
    let message =
      "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."
    #expect(reply["error"]?["message"] == .string(message))
  }

  @Test(
    arguments: [
      ("mfaSignIn:start", ["mfaEnrollmentId": "x"], "Request contains an invalid argument."),
      (
        "mfaSignIn:finalize",
        [
          "mfaPendingCredential": "x", "mfaEnrollmentId": "x",
          "totpVerificationInfo": ["verificationCode": "123456"],
        ], "INVALID_PENDING_TOKEN"
      ),
      ("mfaEnrollment:start", ["totpEnrollmentInfo": [:]], "INVALID_ID_TOKEN"),
      (
        "mfaEnrollment:start",
        ["idToken": "x", "totpEnrollmentInfo": [:], "phoneEnrollmentInfo": [:]],
        "Invalid value (oneof), oneof field 'enrollment_info' is already set. Cannot set "
          + "'phoneEnrollmentInfo'"
      ),
      (
        "mfaEnrollment:finalize",
        ["idToken": "x", "phoneVerificationInfo": [:], "totpVerificationInfo": [:]],
        "Invalid value (oneof), oneof field 'verification_info' is already set. Cannot set "
          + "'totpVerificationInfo'"
      ),
      (
        "mfaSignIn:finalize",
        ["mfaPendingCredential": "x", "phoneVerificationInfo": [:], "totpVerificationInfo": [:]],
        "Invalid value (oneof), oneof field 'verification_info' is already set. Cannot set "
          + "'totpVerificationInfo'"
      ), ("mfaEnrollment:withdraw", ["mfaEnrollmentId": "x"], "INVALID_ID_TOKEN"),
    ] as [(String, JSONObject, String)])
  func `production's refusals of incomplete requests have its words`(
    _ operation: String, _ body: JSONObject, _ message: String
  ) async throws {
    let reply = try await emulator().v2(operation, body)
    #expect(reply["error"]?["message"] == .string(message))
    #expect(reply["error"]?["status"] == "INVALID_ARGUMENT")
  }

  @Test(arguments: [Profile.production, .compatible])
  func `refusals of second factors have the recorded texts in both profiles`(_ profile: Profile)
    async throws
  {
    let emulator = profile == .production ? try await emulator() : try TestEmulator()
    func start(_ idToken: String) async -> JSON? {
      await emulator.v2(
        "mfaEnrollment:start",
        ["idToken": .string(idToken), "phoneEnrollmentInfo": ["phoneNumber": "+16505550100"]])[
          "error"]?["message"]
    }
    #expect(
      await start(try await emulator.signUp("new@example.com").idToken)
        == "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
    #expect(
      await start(try await emulator.signUpAnonymously().idToken)
        == "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")
    let user = try await emulator.enrolPhone("+16505550100")
    #expect(
      await start(user.idToken.string ?? "")
        == "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    )
  }
}
