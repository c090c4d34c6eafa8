import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `The credential between two factors` {
  static let badStarts: [(JSONObject, String)] = [
    ([:], "MISSING_MFA_PENDING_CREDENTIAL"),
    (["mfaPendingCredential": "GOOD"], "MISSING_MFA_ENROLLMENT_ID"),
    (["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "TOTP"], "INVALID_ARGUMENT"),
    (
      ["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "x", "phoneSignInInfo": [:]],
      "MFA_ENROLLMENT_NOT_FOUND"
    ),
    (
      ["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "TOTP", "phoneSignInInfo": [:]],
      "INVALID_ARGUMENT"
    ),
    (
      ["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "OTHERS", "phoneSignInInfo": [:]],
      "MFA_ENROLLMENT_NOT_FOUND"
    ),
    (
      ["mfaPendingCredential": "x.y", "mfaEnrollmentId": "PHONE", "phoneSignInInfo": [:]],
      "INVALID_MFA_PENDING_CREDENTIAL"
    ),
  ]

  @Test(arguments: badStarts)
  func `the credential between two factors starts nothing without what it needs`(
    _ body: JSONObject, _ error: String
  ) async throws {
    let emulator = try TestEmulator()
    let values = try await Self.values(emulator)
    #expect(await emulator.v2("mfaSignIn:start", body.filled(values)).errorCode == error)
  }

  static let badEnds: [(JSONObject, String)] = [
    ([:], "MISSING_CREDENTIAL"), (["mfaPendingCredential": "GOOD"], "INVALID_ARGUMENT"),
    (
      ["mfaPendingCredential": "GOOD", "phoneVerificationInfo": ["code": "1"]],
      "MISSING_SESSION_INFO"
    ),
    (
      ["mfaPendingCredential": "GOOD", "phoneVerificationInfo": ["sessionInfo": "SESSION"]],
      "MISSING_CODE"
    ),
    (
      [
        "mfaPendingCredential": "GOOD",
        "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "x"],
      ], "INVALID_CODE"
    ),
    (
      [
        "mfaPendingCredential": "GOOD",
        "phoneVerificationInfo": ["sessionInfo": "nothing", "code": "CODE"],
      ], "INVALID_SESSION_INFO"
    ),
    (
      [
        "mfaPendingCredential": "OTHER",
        "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "CODE"],
      ], "INVALID_SESSION_INFO"
    ),
    (
      [
        "mfaPendingCredential": "changed.credential",
        "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "CODE"],
      ], "INVALID_MFA_PENDING_CREDENTIAL"
    ),
    (
      ["mfaPendingCredential": "GOOD", "totpVerificationInfo": ["verificationCode": "1"]],
      "MISSING_MFA_ENROLLMENT_ID"
    ),
    (
      ["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "TOTP", "totpVerificationInfo": [:]],
      "MISSING_CODE"
    ),
    (
      [
        "mfaPendingCredential": "GOOD", "mfaEnrollmentId": "TOTP",
        "totpVerificationInfo": ["verificationCode": "1"],
      ], "INVALID_CODE"
    ),
    (
      [
        "mfaPendingCredential": "GOOD", "mfaEnrollmentId": "PHONE",
        "totpVerificationInfo": ["verificationCode": "1"],
      ], "MFA_ENROLLMENT_NOT_FOUND"
    ),
    (
      [
        "mfaPendingCredential": "OTHER", "mfaEnrollmentId": "TOTP",
        "totpVerificationInfo": ["verificationCode": "1"],
      ], "MFA_ENROLLMENT_NOT_FOUND"
    ),
  ]

  @Test(arguments: badEnds)
  func `the credential between two factors ends nothing with what is not this user's`(
    _ body: JSONObject, _ error: String
  ) async throws {
    let emulator = try TestEmulator()
    let values = try await Self.values(emulator)
    #expect(await emulator.v2("mfaSignIn:finalize", body.filled(values)).errorCode == error)
  }

  /// The tenant of the request for a credential of the tenant `acme`; nil for none.
  @Test(
    arguments: [
      (Profile.production, "acme", false), (.production, nil, true), (.production, "other", true),
      (.compatible, "acme", false), (.compatible, nil, false), (.compatible, "other", true),
    ] as [(Profile, String?, Bool)])
  func `the credential between two factors is of one tenant`(
    _ profile: Profile, _ tenant: String?, _ isRefused: Bool
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.set([.autoCreateTenants: .on, .mfaState: .off])
    let user = try await emulator.enrolPhone(tenant: "acme")
    _ = try await emulator.verifiedUser("eve@example.com", tenant: "other")
    var body: JSONObject = [
      "mfaPendingCredential": try await emulator.pendingCredential(tenant: "acme"),
      "mfaEnrollmentId": .string(user.enrollmentID), "phoneSignInInfo": [:],
    ]
    body["tenantId"] = tenant.map { .string($0) }
    let message = "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
    #expect(
      await emulator.v2("mfaSignIn:start", body).errorMessage == (isRefused ? message : nil))
  }

  /// Returns the values of two users between their factors; the first one, with both kinds, has
  /// requested a code.
  static func values(_ emulator: TestEmulator) async throws -> [String: JSON] {
    let user = try await emulator.enrolPhone()
    let other = try await emulator.enrolPhone("+15555550101", email: "eve@example.com")
    _ = await emulator.change(
      user.uid,
      [
        "mfa": [
          "enrollments": [
            ["mfaEnrollmentId": .string(user.enrollmentID), "phoneInfo": "+15555550100"],
            ["mfaEnrollmentId": "app", "totpInfo": [:], "emulatorTotpSecret": "JBSWY3DPEHPK3PXP"],
          ]
        ]
      ])
    let pending = try await emulator.pendingCredential()
    let start = await emulator.v2(
      "mfaSignIn:start",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "phoneSignInInfo": [:],
      ])
    return [
      "GOOD": pending, "OTHER": try await emulator.pendingCredential("eve@example.com"),
      "PHONE": .string(user.enrollmentID), "OTHERS": .string(other.enrollmentID), "TOTP": "app",
      "SESSION": start["phoneResponseInfo"]?["sessionInfo"] ?? .null,
      "CODE": await emulator.smsCode(),
    ]
  }

  @Test func `the credential between two factors is sealed: a changed letter makes it useless`()
    async throws
  {
    let emulator = try TestEmulator()
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

  @Test(
    arguments: [(Profile.production, "TOTP_CHALLENGE_TIMEOUT"), (.compatible, nil)]
      as [(Profile, String?)])
  func `the credential between two factors is good more than once, in production for a time`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolTOTP()
    let (once, late) = (
      try await emulator.pendingCredential(), try await emulator.pendingCredential()
    )
    let wrong = await emulator.finishWithTOTP(user, once, code: "000000")
    #expect(wrong.errorCode == "INVALID_CODE")
    #expect(await emulator.finishWithTOTP(user, once)["idToken"] != nil)
    emulator.advance(.seconds(30))
    #expect(await emulator.finishWithTOTP(user, once)["idToken"] != nil)
    emulator.advance(.seconds(300))
    #expect(await emulator.finishWithTOTP(user, late).errorCode == error)
  }

  @Test func `the credential between two factors ends with sessions, and is deleted with its user`()
    async throws
  {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    emulator.advance(.seconds(10))
    _ = await emulator.change(user.uid, ["password": "secret2"])
    #expect(
      await emulator.finishWithTOTP(user, pending).errorCode == "INVALID_MFA_PENDING_CREDENTIAL")
    _ = await emulator.admin("accounts:delete", ["localId": .string(user.uid)])
    #expect(
      await emulator.finishWithTOTP(user, pending, code: "1").errorCode == "USER_NOT_FOUND")
  }

  @Test func `the credential between two factors is for one project and one tenant`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolPhone(tenant: "blue")
    let first = await emulator.client(
      "accounts:signInWithPassword",
      ["email": .string(user.email), "password": "secret1", "tenantId": "blue"])
    let pending = try #require(first["mfaPendingCredential"], "\(first.json)")
    let body: JSONObject = [
      "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
      "phoneSignInInfo": [:],
    ]
    let elsewhere = await emulator.v2(
      "mfaSignIn:start", body.merging(["tenantId": "green"]))
    #expect(elsewhere.errorCode == "INVALID_PROJECT_ID")
    let foreign = try await emulator.call(
      .post, "/v2/accounts/mfaSignIn:start?key=\(emulator.key(of: "other"))",
      .object(body))
    #expect(foreign.errorCode == "INVALID_PROJECT_ID")
    // The credential contains its tenant, so an app need not send it.
    let done = try await emulator.finishWithPhone(user, pending, tenant: "blue")
    #expect(done.firebase["tenant"] == "blue", "\(done.json)")
    let project = try await emulator.enrolTOTP("eve@example.com")
    let own = try await emulator.pendingCredential("eve@example.com")
    let wrong = await emulator.v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": own, "mfaEnrollmentId": .string(project.enrollmentID),
        "tenantId": "blue", "totpVerificationInfo": ["verificationCode": "1"],
      ])
    #expect(wrong.errorCode == "INVALID_PROJECT_ID")
  }

  @Test(
    arguments: [
      (Profile.production, "TOO_MANY_ATTEMPTS_TRY_LATER"), (.compatible, nil),
    ] as [(Profile, String?)])
  func `the credential between two factors counts wrong codes of an authenticator app`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    for _ in 1...5 {
      let wrong = await emulator.finishWithTOTP(user, pending, code: "none")
      #expect(wrong.errorCode == "INVALID_CODE")
    }
    #expect(await emulator.finishWithTOTP(user, pending).errorCode == error)
    // A new first factor resets the count.
    emulator.advance(.seconds(30))
    let anew = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(anew["idToken"] != nil, "\(anew.json)")
  }

  @Test(arguments: [
    (Profile.production, "TOO_MANY_ATTEMPTS_TRY_LATER"), (.compatible, "INVALID_CODE"),
  ])
  func `the credential between two factors counts wrong codes of a text message`(
    _ profile: Profile, _ error: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let values = try await Self.values(emulator)
    let body: JSONObject = [
      "mfaPendingCredential": "GOOD",
      "phoneVerificationInfo": ["sessionInfo": "SESSION", "code": "x"],
    ]
    var last: Reply?
    for _ in 0...5 { last = await emulator.v2("mfaSignIn:finalize", body.filled(values)) }
    #expect(last?.errorCode == error)
  }
}
