import EmuTestSupport
import Testing

@Suite final class `mfaSignIn`: EmulatorSuite {
  @Test func `mfaSignIn completes a sign-in with a phone`() async throws {
    let user = try await emulator.enrolPhone()
    let before = try emulator.user(user.uid)
    emulator.advance(.seconds(60))
    let first = await emulator.signInWithPassword()
    Golden.expect(first.json, "secondFactors/pendingPassword", masking: ["mfaPendingCredential"])
    #expect(try emulator.user(user.uid) == before)
    let reply = try await emulator.finishWithPhone(user, first["mfaPendingCredential"] ?? .null)
    Golden.expect(reply.json, "secondFactors/signedInPhone", masking: ["refreshToken"])
    #expect(try emulator.user(user.uid)?.lastLoginAt == emulator.clock.now)
    let refreshed = await emulator.refresh(reply["refreshToken"]?.string ?? "")
    #expect(refreshed.claims["firebase"] == reply.firebase)
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
    let code = await emulator.smsCode()
    let done = await emulator.finish(pending, session: session, code: code)
    #expect(done["idToken"] != nil, "\(done.json)")
  }

  @Test func `mfaSignIn completes a sign-in with an authenticator app`() async throws {
    let user = try await emulator.enrolTOTP()
    let first = await emulator.signInWithPassword()
    Golden.expect(first["mfaInfo"] ?? .null, "secondFactors/pendingTotp")
    let reply = await emulator.finishWithTOTP(user, first["mfaPendingCredential"] ?? .null)
    Golden.expect(reply.json, "secondFactors/signedInTotp", masking: ["refreshToken"])
  }

  @Test func `mfaSignIn keeps what the provider of the first factor said`() async throws {
    let user = try await emulator.enrolPhone()
    let claims: JSON = ["sub": "g1", "email": "ada@example.com", "email_verified": true]
    let reply = await emulator.signIn("google.com", claims: claims)
    #expect(reply["localId"]?.string == user.uid)
    #expect(reply["idToken"] == nil && reply["mfaInfo"]?.array?.count == 1)
    // The first factor was valid, so its changes are stored.
    #expect(try emulator.user(user.uid)?.link(to: "google.com") != nil)
    let done = try await emulator.finishWithPhone(user, reply["mfaPendingCredential"] ?? .null)
    #expect(done.firebase["sign_in_provider"] == "google.com")
    let attributes = #"{"mail":"ada@example.com","role":"chief"}"#
    let form =
      "providerId=saml.x&SAMLResponse="
      + #"{"assertion":{"subject":{"nameId":"s1"},"attributeStatements":\#(attributes)}}"#
    let linked = await emulator.post(form, options: ["idToken": done.idToken])
    // A link is not a sign-in: its session keeps its second factor.
    #expect(linked.firebase["second_factor_identifier"]?.string == user.enrollmentID)
    let again = await emulator.post(form)
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
    let evidence = try await emulator.evidence("+15555550199")
    let link = await emulator.signIn(text: evidence, ["idToken": user.idToken])
    #expect(link.errorCode == "UNSUPPORTED_FIRST_FACTOR")
    _ = await emulator.change(user.uid, ["phoneNumber": "+15555550199"])
    #expect(await emulator.signIn(text: evidence).errorCode == "UNSUPPORTED_FIRST_FACTOR")
    #expect(await emulator.text("+15555550199").errorCode == "UNSUPPORTED_FIRST_FACTOR")
  }

  @Test func `mfaSignIn accepts the fixed code of a test number`() async throws {
    let user = try await emulator.enrolPhone()
    try emulator.configure(testNumbers: ["+15555550100": "424242"])
    let pending = try await emulator.pendingCredential()
    let session = try await emulator.startWithPhone(user, pending)
    let reply = await emulator.finish(pending, session: session, code: "424242")
    #expect(reply["idToken"] != nil, "\(reply.json)")
  }

  @Test func `mfaSignIn accepts codes again after the clock was set back`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolTOTP()
    emulator.advance(.seconds(86_400))
    let ahead = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(ahead["idToken"] != nil, "\(ahead.json)")
    emulator.advance(.seconds(-86_400))
    let code = await emulator.totpCode(user.uid)
    let pending = try await emulator.pendingCredential()
    let back = await emulator.finishWithTOTP(user, pending, code: code)
    #expect(back["idToken"] != nil, "\(back.json)")
    #expect(await emulator.finishWithTOTP(user, pending, code: code).errorCode == "INVALID_CODE")
  }

  @Test(arguments: [(0, 0, true), (0, 1, false), (1, 1, true), (1, 2, false), (3, -3, true)])
  func `mfaSignIn accepts codes within the configured window`(
    _ intervals: Int, _ off: Int, _ isTaken: Bool
  ) async throws {
    let app: JSON = ["adjacentIntervals": .int(Int64(intervals))]
    try await emulator.configureSecondFactors([
      "state": "ENABLED", "providerConfigs": [["state": "ENABLED", "totpProviderConfig": app]],
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
    let refused = await emulator.client("accounts:update", .object(change))
    #expect(refused.errorCode == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    let again = try await emulator.finishWithPhone(user, try await emulator.pendingCredential())
    let reply = await emulator.client(
      "accounts:update", .object(change.merging(["idToken": again["idToken"] ?? .null])))
    #expect(reply.status == 200)
    #expect(reply.firebase["sign_in_second_factor"] == "phone")
  }

  @Test func `mfaSignIn refuses the code of a replaced number`() async throws {
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    let session = try await emulator.startWithPhone(user, pending)
    let enrollment: JSON = [
      "mfaEnrollmentId": .string(user.enrollmentID), "phoneInfo": "+15555550111",
    ]
    await emulator.change(user.uid, ["mfa": ["enrollments": [enrollment]]]).expect()
    let reply = await emulator.finish(pending, session: session, code: await emulator.smsCode())
    #expect(reply.errorCode == "MFA_ENROLLMENT_NOT_FOUND")
  }
}
