import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

@Suite struct `mfaSignIn` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `mfaSignIn completes a sign-in with a phone`() async throws {
    let user = try await emulator.enrolPhone()
    let before = try emulator.user(user.uid)
    emulator.advance(.seconds(60))
    let first = await emulator.signInWithPassword()
    Golden.expect(first.json, "secondFactors/pendingPassword", masking: ["mfaPendingCredential"])
    #expect(try emulator.user(user.uid) == before)
    let pending = first["mfaPendingCredential"] ?? .null
    let reply = try await emulator.finishWithPhone(user, pending)
    Golden.expect(reply.json, "secondFactors/signedInPhone", masking: ["refreshToken"])
    #expect(try emulator.user(user.uid)?.lastLoginAt == emulator.emulator.clock.now)
    let refreshed = await emulator.refresh(reply["refreshToken"]?.string ?? "")
    #expect(JSON.claims(ofToken: refreshed["id_token"]?.string)["firebase"] == reply.firebase)
    let sentence = emulator.outbox.messages.last?.sentence ?? ""
    #expect(sentence.hasPrefix("To verify the phone number +15555550100, use the code "))
  }

  @Test func `mfaSignIn starts without phoneSignInInfo for a phone`() async throws {
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    let start = await emulator.v2(
      "mfaSignIn:start",
      ["mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID)])
    let session = try #require(start["phoneResponseInfo"]?["sessionInfo"], "\(start.json)")
    let done = await emulator.v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending,
        "phoneVerificationInfo": ["sessionInfo": session, "code": await emulator.smsCode()],
      ])
    #expect(done["idToken"] != nil, "\(done.json)")
  }

  @Test func `mfaSignIn completes a sign-in with an authenticator app`() async throws {
    let user = try await emulator.enrolTOTP()
    let first = await emulator.signInWithPassword()
    Golden.expect(
      first["mfaInfo"] ?? .null, "secondFactors/pendingTotp")
    let reply = await emulator.finishWithTOTP(user, first["mfaPendingCredential"] ?? .null)
    Golden.expect(reply.json, "secondFactors/signedInTotp", masking: ["refreshToken"])
  }

  @Test func `mfaSignIn follows a provider's sign-in, whose tokens keep what the provider said`()
    async throws
  {
    let user = try await emulator.enrolPhone()
    let claims: JSON = ["sub": "g1", "email": "ada@example.com", "email_verified": true]
    let reply = await emulator.signIn("google.com", claims: claims)
    #expect(reply["localId"]?.string == user.uid)
    #expect(reply["idToken"] == nil && reply["mfaInfo"]?.array?.count == 1)
    // The first factor was valid, so its changes are stored.
    #expect(try emulator.user(user.uid)?.link(to: "google.com") != nil)
    let done = try await emulator.finishWithPhone(user, reply["mfaPendingCredential"] ?? .null)
    #expect(done.firebase["sign_in_provider"] == "google.com")
    let saml: JSON = [
      "assertion": [
        "subject": ["nameId": "s1"],
        "attributeStatements": ["mail": "ada@example.com", "role": "chief"],
      ]
    ]
    let linked = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost", "idToken": done["idToken"] ?? .null,
        "postBody": .string(
          "providerId=saml.x&SAMLResponse=" + PercentEncoding.queryComponent(saml.serialized())),
      ])
    // A link is not a sign-in: its session keeps its second factor.
    #expect(linked.firebase["second_factor_identifier"]?.string == user.enrollmentID)
    let again = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost",
        "postBody": .string(
          "providerId=saml.x&SAMLResponse=" + PercentEncoding.queryComponent(saml.serialized())),
      ])
    let signedIn = try await emulator.finishWithPhone(user, again["mfaPendingCredential"] ?? .null)
    #expect(signedIn.firebase["sign_in_attributes"]?["role"] == "chief", "\(signedIn.firebase)")
  }

  @Test func `mfaSignIn follows an e-mail link, whose code is used up`() async throws {
    let user = try await emulator.enrolPhone()
    let code = try await emulator.oobCode(
      "EMAIL_SIGNIN", ["email": .string(user.email), "continueUrl": "http://localhost/"])
    let body: JSON = ["email": .string(user.email), "oobCode": .string(code)]
    let reply = await emulator.client("accounts:signInWithEmailLink", body)
    #expect(reply["idToken"] == nil)
    let done = try await emulator.finishWithPhone(user, reply["mfaPendingCredential"] ?? .null)
    #expect(done.firebase["sign_in_second_factor"] == "phone")
    #expect(
      await emulator.client("accounts:signInWithEmailLink", body).errorCode == "INVALID_OOB_CODE")
  }

  @Test func `mfaSignIn is not asked for after a custom token`() async throws {
    let user = try await emulator.enrolPhone()
    let reply = await emulator.client(
      "accounts:signInWithCustomToken", ["token": .string(#"{"uid":"\#(user.uid)"}"#)])
    #expect(reply["idToken"] != nil, "\(reply.json)")
  }

  @Test func `mfaSignIn leaves no phone as the first factor`() async throws {
    let user = try await emulator.enrolPhone()
    let sent = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550199"])
    let evidence: JSONObject = [
      "sessionInfo": sent["sessionInfo"] ?? .null, "code": await emulator.smsCode(),
    ]
    let link = await emulator.client(
      "accounts:signInWithPhoneNumber", .object(evidence.merging(["idToken": user.idToken])))
    #expect(link.errorCode == "UNSUPPORTED_FIRST_FACTOR")
    _ = await emulator.change(user.uid, ["phoneNumber": "+15555550199"])
    let signIn = await emulator.client("accounts:signInWithPhoneNumber", .object(evidence))
    #expect(signIn.errorCode == "UNSUPPORTED_FIRST_FACTOR")
    let send = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550199"])
    #expect(send.errorCode == "UNSUPPORTED_FIRST_FACTOR")
  }

  @Test func `mfaSignIn accepts the fixed code of a test number`() async throws {
    let user = try await emulator.enrolPhone()
    try emulator.configure(testNumbers: ["+15555550100": "424242"])
    let pending = try await emulator.pendingCredential()
    let start = await emulator.v2(
      "mfaSignIn:start",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "phoneSignInInfo": [:],
      ])
    let reply = await emulator.v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending,
        "phoneVerificationInfo": [
          "sessionInfo": start["phoneResponseInfo"]?["sessionInfo"] ?? .null, "code": "424242",
        ],
      ])
    #expect(reply["idToken"] != nil, "\(reply.json)")
  }

  @Test(
    arguments: [(Profile.production, "INVALID_CODE"), (.compatible, nil)] as [(Profile, String?)])
  func `mfaSignIn accepts a code of an authenticator app once in production`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolTOTP()
    let code = await emulator.totpCode(user.uid)
    let once = await emulator.finishWithTOTP(
      user, try await emulator.pendingCredential(), code: code)
    #expect(once["idToken"] != nil, "\(once.json)")
    let twice = await emulator.finishWithTOTP(
      user, try await emulator.pendingCredential(), code: code)
    #expect(twice.errorCode == error)
    emulator.advance(.seconds(30))
    let next = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(next["idToken"] != nil, "\(next.json)")
  }

  @Test func `mfaSignIn accepts an authenticator app's codes again after the clock was set back`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolTOTP()
    emulator.advance(.seconds(86_400))
    let ahead = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(ahead["idToken"] != nil, "\(ahead.json)")
    emulator.advance(.seconds(-86_400))
    let code = await emulator.totpCode(user.uid)
    let back = await emulator.finishWithTOTP(
      user, try await emulator.pendingCredential(), code: code)
    #expect(back["idToken"] != nil, "\(back.json)")
    let again = await emulator.finishWithTOTP(
      user, try await emulator.pendingCredential(), code: code)
    #expect(again.errorCode == "INVALID_CODE")
  }

  @Test(arguments: [(0, 0, true), (0, 1, false), (1, 1, true), (1, 2, false), (3, -3, true)])
  func `mfaSignIn accepts codes within the configured window`(
    _ intervals: Int, _ off: Int, _ isTaken: Bool
  ) async throws {
    try await emulator.configureSecondFactors([
      "state": "ENABLED",
      "providerConfigs": [
        [
          "state": "ENABLED",
          "totpProviderConfig": ["adjacentIntervals": .int(Int64(intervals))],
        ]
      ],
    ])
    let user = try await emulator.enrolTOTP()
    emulator.advance(.seconds(300))
    let code = await emulator.totpCode(user.uid)
    emulator.advance(.seconds(30 * Int64(off)))
    let reply = await emulator.finishWithTOTP(
      user, try await emulator.pendingCredential(), code: code)
    #expect((reply["idToken"] != nil) == isTaken, "\(reply.json)")
  }

  @Test func `mfaSignIn reauthenticates with both factors`() async throws {
    let user = try await emulator.enrolPhone()
    try emulator.set([.recentLogin: .on])
    emulator.advance(.seconds(600))
    let change: JSONObject = ["idToken": user.idToken, "password": "secret2"]
    #expect(
      await emulator.client("accounts:update", .object(change)).errorCode
        == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    let again = try await emulator.finishWithPhone(user, try await emulator.pendingCredential())
    let reply = await emulator.client(
      "accounts:update", .object(change.merging(["idToken": again["idToken"] ?? .null])))
    #expect(reply.status == 200)
    #expect(reply.firebase["sign_in_second_factor"] == "phone")
  }

  @Test func `mfaSignIn refuses the code of a number that an administrator has replaced`()
    async throws
  {
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    let session = try await emulator.startWithPhone(user, pending)
    let enrollment: JSON = [
      "mfaEnrollmentId": .string(user.enrollmentID), "phoneInfo": "+15555550111",
    ]
    let change = await emulator.change(user.uid, ["mfa": ["enrollments": [enrollment]]])
    #expect(change.status == 200, "\(change.json)")
    let reply = await emulator.v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending,
        "phoneVerificationInfo": ["sessionInfo": session, "code": await emulator.smsCode()],
      ])
    #expect(reply.errorCode == "MFA_ENROLLMENT_NOT_FOUND")
  }

  @Test func `mfaSignIn refuses a disabled user at either factor`() async throws {
    let user = try await emulator.enrolTOTP()
    let pending = try await emulator.pendingCredential()
    _ = await emulator.change(user.uid, ["disableUser": true])
    #expect(await emulator.finishWithTOTP(user, pending).errorCode == "USER_DISABLED")
    #expect(await emulator.signInWithPassword().errorCode == "USER_DISABLED")
    let idp = await emulator.signIn(
      "google.com", claims: ["sub": "g", "email": "ada@example.com", "email_verified": true])
    #expect(idp.errorCode == "USER_DISABLED")
  }
}
