import EmuTestSupport
import Testing

@testable import EmuModel

/// Second factors together with other properties of an account.
@Suite final class `Second factors`: EmulatorSuite {
  @Test(arguments: Profile.allCases)
  func `second factors are not asked for after a passkey`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    _ = await emulator.admin("v2/passkeyConfig", ["rpId": "localhost"], method: .patch)
    let user = try await emulator.enrolPhone()
    let authenticator = try SoftAuthenticator()
    let idToken = try #require(user.idToken.string)
    let enrolled = await emulator.enroll(
      idToken, try authenticator.create(await emulator.creationOptions(idToken)))
    // Enrollment is not a sign-in: the session keeps its second factor.
    #expect(enrolled.firebase["second_factor_identifier"]?.string == user.enrollmentID)
    let signedIn = await emulator.signIn(
      passkey: try authenticator.get(await emulator.requestOptions()))
    #expect(signedIn.firebase["sign_in_provider"] == "passkey", "\(signedIn.json)")
    #expect(signedIn.firebase["sign_in_second_factor"] == nil)
    #expect(signedIn["mfaPendingCredential"] == nil)
    // A passkey is a first factor that allows a second one.
    let start = await emulator.startTOTP(signedIn.idToken)
    #expect(start["totpSessionInfo"] != nil, "\(start.json)")
  }

  @Test(arguments: Profile.allCases)
  func `second factors cannot follow Game Center`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    try emulator.configure(provider: "gc.apple.com", .init())
    let user = try await emulator.enrolPhone()
    let link = await emulator.gameCenter(idToken: user.idToken)
    #expect(link.errorCode == "UNSUPPORTED_FIRST_FACTOR")
    _ = await emulator.link("gc.apple.com", "G:1", to: user.uid)
    #expect(await emulator.gameCenter().errorCode == "UNSUPPORTED_FIRST_FACTOR")
    // Without second factors the player can sign in again.
    _ = await emulator.change(user.uid, ["mfa": ["enrollments": []]])
    #expect(await emulator.gameCenter()["localId"]?.string == user.uid)
  }

  @Test(arguments: Profile.allCases)
  func `second factors precede a link by a pending token`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    // The provider's claims are unverified.
    try emulator.set([.verifyCredentials: .off, .requireConfiguredProviders: .off])
    let user = try await emulator.enrolTOTP()
    let conflict = await emulator.signIn(
      "facebook.com", claims: ["sub": "f1", "email": "ada@example.com", "email_verified": false])
    conflict.expect(["needConfirmation": true, "mfaPendingCredential": nil])
    let signedIn = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    let linked = await emulator.resume(
      conflict["pendingToken"], options: ["idToken": signedIn.idToken, "returnIdpCredential": true])
    #expect(linked["localId"]?.string == user.uid, "\(linked.json)")
    #expect(linked.firebase["second_factor_identifier"]?.string == user.enrollmentID)
    let facebook = await emulator.signIn("facebook.com", claims: ["sub": "f1"])
    #expect(facebook["idToken"] == nil && facebook["mfaPendingCredential"] != nil)
  }

  @Test func `second factors are kept at a takeover, and required immediately`() async throws {
    let user = try await emulator.signUp()
    _ = await emulator.change(
      user.uid, ["mfa": ["enrollments": [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]]]])
    let merged = await emulator.signIn(
      "google.com", claims: ["sub": "g1", "email": "ada@example.com", "email_verified": true])
    #expect(merged["localId"]?.string == user.uid)
    #expect(merged["idToken"] == nil && merged["mfaPendingCredential"] != nil)
    #expect(try emulator.user(user.uid)?.hasPassword == false)
  }

  @Test func `second factors of a tenant are separate, for every kind of app`() async throws {
    let user = try await emulator.enrolTOTP(tenant: "blue")
    // The same address in the project has no second factor.
    let other = try await emulator.verifiedUser()
    #expect(await emulator.signInWithPassword()["localId"]?.string == other.uid)
    let pending = try await emulator.pendingCredential(tenant: "blue")
    let done = await emulator.finishWithTOTP(user, pending, tenant: "blue")
    #expect(done.firebase["tenant"] == "blue", "\(done.json)")
    #expect(await emulator.totpCode(user.uid) == .null)
    // The token determines the tenant of the withdrawal.
    let withdrawn = await emulator.withdraw(done.idToken, .string(user.enrollmentID))
    #expect(withdrawn.firebase["tenant"] == "blue", "\(withdrawn.json)")
  }

  @Test(arguments: Profile.allCases)
  func `second factors of a seed survive an export`(_ profile: Profile) async throws {
    let emulator = try await TestEmulator.withSecondFactors(profile)
    let seeded = await emulator.control(
      .post, "seed",
      """
      {version: 1, projects: {"demo-project": {users: [{
        localId: "ada", email: "ada@example.com", emailVerified: true, password: "secret1",
        validSince: "2027-01-15T08:00:00Z", mfa: [
          {phone: "+15555550100", displayName: "my phone"},
          {totpSecret: "JBSWY3DPEHPK3PXP", mfaEnrollmentId: "app"}]}]}}}
      """)
    #expect(seeded.status == 200, "\(seeded.json)")
    let app = Enrolled(uid: "ada", email: "ada@example.com", enrollmentID: "app", reply: seeded)
    let done = await emulator.finishWithTOTP(app, try await emulator.pendingCredential())
    #expect(done.firebase["second_factor_identifier"] == "app", "\(done.json)")
    emulator.advance(.seconds(30))

    // Production shows no secret of an app, and imports none.
    guard profile == .compatible else { return }
    let exported = await emulator.batchGet()
    let queried = await emulator.admin("accounts:query")
    #expect(
      queried["userInfo"]?.array?.compactMap { $0["mfaInfo"] }
        == exported["users"]?.array?.compactMap { $0["mfaInfo"] })
    _ = await emulator.control(.delete, "projects/demo-project/accounts")
    let imported = await emulator.admin(
      "accounts:batchCreate", ["users": exported["users"] ?? .null])
    #expect(imported["error"] == [], "\(imported.json)")
    #expect(await emulator.batchGet().json == exported.json)
    let again = await emulator.finishWithTOTP(app, try await emulator.pendingCredential())
    #expect(again.firebase["second_factor_identifier"] == "app", "\(again.json)")
  }

  @Test(arguments: [[:], ["projects": ["demo-project"]]] as [JSON])
  func `second factors and their open codes go with a reset`(_ reset: JSON) async throws {
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    let session = try await emulator.startWithPhone(user, pending)
    let code = await emulator.smsCode()
    #expect(await emulator.oobCodes().isEmpty == false)
    #expect(await emulator.post("/emulator/v1/reset", reset).status == 200)
    for list in ["verificationCodes", "oobCodes", "totpCodes"] {
      let reply = await emulator.get("/emulator/v1/projects/demo-project/\(list)")
      #expect(reply[list] == [], "\(reply.json)")
    }
    await emulator.finish(pending, session: session, code: code).expect(refusal: "USER_NOT_FOUND")
    // A new user with the same id cannot use the message's session.
    let same: JSON = [
      "localId": .string(user.uid), "email": "ada@example.com", "emailVerified": true,
      "mfaInfo": [["mfaEnrollmentId": .string(user.enrollmentID), "phoneInfo": "+15555550100"]],
    ]
    _ = await emulator.admin("accounts:batchCreate", ["users": [same]])
    let repeated = await emulator.finish(pending, session: session, code: code)
    #expect(repeated.errorCode == "INVALID_SESSION_INFO")
  }
}

extension TestEmulator {
  /// Calls a player's sign-in as the iOS SDK does, or links the player to an account.
  fileprivate func gameCenter(idToken: JSON? = nil) async -> Reply {
    let signed = await post(
      "/emulator/v1/issuers/gc.apple.com/signatures",
      ["bundleId": "com.example.game", "playerId": "G:1"])
    var body = signed.json.object ?? JSONObject()
    body["idToken"] = idToken
    return await post(
      "/v1/accounts:signInWithGameCenter?key=k", .object(body),
      headers: ["X-Ios-Bundle-Identifier": "com.example.game"])
  }
}
