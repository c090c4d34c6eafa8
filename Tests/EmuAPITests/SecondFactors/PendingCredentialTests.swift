import EmuTestSupport
import Testing

@Suite final class `The credential between two factors`: EmulatorSuite {
  /// The fault beside a good credential.
  static let badStarts: [(JSONObject, String)] = [
    ([:], "MISSING_MFA_ENROLLMENT_ID"),
    (["mfaEnrollmentId": "TOTP"], "INVALID_ARGUMENT"),
    (["mfaEnrollmentId": "x", "phoneSignInInfo": [:]], "MFA_ENROLLMENT_NOT_FOUND"),
    (["mfaEnrollmentId": "TOTP", "phoneSignInInfo": [:]], "INVALID_ARGUMENT"),
    (["mfaEnrollmentId": "OTHERS", "phoneSignInInfo": [:]], "MFA_ENROLLMENT_NOT_FOUND"),
    (
      ["mfaPendingCredential": "x.y", "mfaEnrollmentId": "PHONE", "phoneSignInInfo": [:]],
      "INVALID_MFA_PENDING_CREDENTIAL"
    ),
  ]

  @Test(arguments: badStarts)
  func `a pending credential needs a factor`(_ body: JSONObject, _ error: String) async throws {
    let body = Self.good.merging(body).filled(try await Self.values(emulator))
    #expect(await emulator.v2("mfaSignIn:start", body).errorCode == error)
  }

  private static let good: JSONObject = ["mfaPendingCredential": "GOOD"]
  private static let text: JSON = ["sessionInfo": "SESSION", "code": "CODE"]
  private static let app: JSON = ["verificationCode": "1"]

  static let badEnds: [(JSONObject, String)] = [
    ([:], "INVALID_ARGUMENT"),
    (["phoneVerificationInfo": ["code": "1"]], "MISSING_SESSION_INFO"),
    (["phoneVerificationInfo": ["sessionInfo": "SESSION"]], "MISSING_CODE"),
    (["phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "x"]], "INVALID_CODE"),
    (["phoneVerificationInfo": ["sessionInfo": "no", "code": "CODE"]], "INVALID_SESSION_INFO"),
    (["mfaPendingCredential": "OTHER", "phoneVerificationInfo": text], "INVALID_SESSION_INFO"),
    (
      ["mfaPendingCredential": "changed.credential", "phoneVerificationInfo": text],
      "INVALID_MFA_PENDING_CREDENTIAL"
    ),
    (["totpVerificationInfo": app], "MISSING_MFA_ENROLLMENT_ID"),
    (["mfaEnrollmentId": "TOTP", "totpVerificationInfo": [:]], "MISSING_CODE"),
    (["mfaEnrollmentId": "TOTP", "totpVerificationInfo": app], "INVALID_CODE"),
    (["mfaEnrollmentId": "PHONE", "totpVerificationInfo": app], "MFA_ENROLLMENT_NOT_FOUND"),
  ]

  @Test(arguments: badEnds)
  func `a pending credential needs evidence`(_ body: JSONObject, _ error: String) async throws {
    let body = Self.good.merging(body).filled(try await Self.values(emulator))
    #expect(await emulator.v2("mfaSignIn:finalize", body).errorCode == error)
  }

  /// The tenant of the request for a credential of the tenant `acme`; nil for none.
  @Test(
    arguments: [
      (Profile.production, "acme", false), (.production, nil, true), (.production, "other", true),
      (.compatible, "acme", false), (.compatible, nil, false), (.compatible, "other", true),
    ] as [(Profile, String?, Bool)])
  func `a pending credential is of one tenant`(
    _ profile: Profile, _ tenant: String?, _ isRefused: Bool
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.set([.autoCreateTenants: .on, .mfaState: .off])
    let user = try await emulator.enrolPhone(tenant: "acme")
    _ = try await emulator.verifiedUser("eve@example.com", tenant: "other")
    let pending = try await emulator.pendingCredential(tenant: "acme")
    let message = "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
    let reply = await emulator.startSignIn(user, pending, tenant: tenant)
    #expect(reply.errorMessage == (isRefused ? message : nil))
  }

  /// Returns the values of two users between their factors; the first one, with both kinds, has
  /// requested a code.
  static func values(_ emulator: TestEmulator) async throws -> [String: JSON] {
    let user = try await emulator.enrolPhone()
    let other = try await emulator.enrolPhone("+15555550101", email: "eve@example.com")
    let both: JSON = [
      ["mfaEnrollmentId": .string(user.enrollmentID), "phoneInfo": "+15555550100"],
      ["mfaEnrollmentId": "app", "totpInfo": [:], "emulatorTotpSecret": "JBSWY3DPEHPK3PXP"],
    ]
    _ = await emulator.change(user.uid, ["mfa": ["enrollments": both]])
    let pending = try await emulator.pendingCredential()
    return [
      "GOOD": pending, "OTHER": try await emulator.pendingCredential("eve@example.com"),
      "PHONE": .string(user.enrollmentID), "OTHERS": .string(other.enrollmentID), "TOTP": "app",
      "SESSION": try await emulator.startWithPhone(user, pending),
      "CODE": await emulator.smsCode(),
    ]
  }

  @Test func `a pending credential is void when a letter is changed`() async throws {
    let user = try await emulator.enrolTOTP()
    let pending = try #require(try await emulator.pendingCredential().string)
    for index in [0, pending.count / 2, pending.count - 3] {
      var letters = Array(pending)
      letters[index] = letters[index] == "A" ? "B" : "A"
      let reply = await emulator.finishWithTOTP(user, .string(String(letters)))
      #expect(reply.errorCode == "INVALID_MFA_PENDING_CREDENTIAL")
    }
    // A refresh token is sealed too, for another purpose.
    let token = user.reply["refreshToken"] ?? .null
    #expect(
      await emulator.finishWithTOTP(user, token).errorCode == "INVALID_MFA_PENDING_CREDENTIAL")
    #expect(await emulator.refresh(pending).errorCode == "INVALID_REFRESH_TOKEN")
  }

  @Test func `a pending credential is good more than once`() async throws {
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    let wrong = await emulator.finishWithTOTP(user, pending, code: "000000")
    #expect(wrong.errorCode == "INVALID_CODE")
    #expect(await emulator.finishWithTOTP(user, pending)["idToken"] != nil)
    emulator.advance(.seconds(330))
    #expect(await emulator.finishWithTOTP(user, pending)["idToken"] != nil)
  }

  @Test func `a pending credential ends with sessions and with its user`() async throws {
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    emulator.advance(.seconds(10))
    _ = await emulator.change(user.uid, ["password": "secret2"])
    #expect(
      await emulator.finishWithTOTP(user, pending).errorCode == "INVALID_MFA_PENDING_CREDENTIAL")
    _ = await emulator.delete(user.uid)
    #expect(await emulator.finishWithTOTP(user, pending, code: "1").errorCode == "USER_NOT_FOUND")
  }

  @Test(arguments: Profile.allCases)
  func `a pending credential counts wrong codes of an app`(_ profile: Profile) async throws {
    let error = profile == .production ? "TOO_MANY_ATTEMPTS_TRY_LATER" : nil
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    for _ in 1...5 {
      let wrong = await emulator.finishWithTOTP(user, pending, code: "none")
      #expect(wrong.errorCode == "INVALID_CODE")
    }
    #expect(await emulator.finishWithTOTP(user, pending).errorCode == error)
    // A new first factor resets the count.
    emulator.advance(.seconds(30))
    let repeated = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(repeated["idToken"] != nil, "\(repeated.json)")
  }

  @Test(arguments: Profile.allCases)
  func `a pending credential counts wrong codes of a text`(_ profile: Profile) async throws {
    let error = profile == .production ? "TOO_MANY_ATTEMPTS_TRY_LATER" : "INVALID_CODE"
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let values = try await Self.values(emulator)
    let (pending, session) = (values["GOOD"] ?? .null, values["SESSION"] ?? .null)
    for _ in 1...5 { _ = await emulator.finish(pending, session: session, code: "x") }
    #expect(await emulator.finish(pending, session: session, code: "x").errorCode == error)
  }
}
