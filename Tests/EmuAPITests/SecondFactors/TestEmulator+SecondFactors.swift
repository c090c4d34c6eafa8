import EmuCrypto
import EmuTestSupport
import Testing

/// A user with a second factor.
struct Enrolled {
  var uid: String
  var email: String
  var enrollmentID: String
  /// The answer of `mfaEnrollment:finalize`.
  var reply: Reply

  var idToken: JSON { reply["idToken"] ?? .null }
}

extension TestEmulator {
  /// Returns an emulator whose project allows all kinds of second factors.
  static func withSecondFactors(_ profile: Profile = .production) async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    return emulator
  }

  /// Calls the v2 API, such as `mfaEnrollment:start`.
  func v2(_ operation: String, _ body: JSONObject) async -> Reply {
    await client("accounts/\(operation)", .object(body), version: "v2")
  }

  private func password(_ email: String, _ tenant: String?) -> JSON {
    var body: JSONObject = ["email": .string(email), "password": "secret1"]
    body["tenantId"] = tenant.map { .string($0) }
    return .object(body)
  }

  /// Signs up with a password and a verified address, and signs in.
  func verifiedUser(_ email: String = .ada, tenant: String? = nil) async throws -> SignedIn {
    let new = try SignedIn(await client("accounts:signUp", password(email, tenant)))
    let reply = await admin(
      "accounts:update", ["localId": .string(new.uid), "emailVerified": true], tenant: tenant)
    try #require(reply.status == 200, "\(reply.json)")
    return new
  }

  /// Returns the last code in a list of the project or of a tenant.
  private func lastCode(_ list: String, tenant: String?, query: String = "") async -> JSON {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await control(.get, "projects/\(project)\(scope)/\(list)\(query)")
    return reply[list]?.array?.last?["code"] ?? .null
  }

  /// Returns the newest unused code.
  func smsCode(tenant: String? = nil) async -> JSON {
    await lastCode("verificationCodes", tenant: tenant)
  }

  /// Returns the current code of the user's authenticator app.
  func totpCode(_ uid: String, tenant: String? = nil) async -> JSON {
    await lastCode("totpCodes", tenant: tenant, query: "?localId=\(uid)")
  }

  /// Returns the current code of a secret.
  func code(ofSecret secret: String?) -> String {
    let secret = Base32.decode(secret ?? "") ?? []
    return OneTimeCode.code(secret: secret, counter: clock.now.seconds / 30, digits: 6)
  }

  /// Starts the enrollment of an authenticator app.
  func startTOTP(_ idToken: JSON) async -> Reply {
    await v2("mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])
  }

  /// Starts the enrollment of a number.
  func startPhone(
    _ idToken: JSON, _ number: JSON = "+15555550100", _ proofs: JSONObject = [:]
  ) async -> Reply {
    let info = proofs.merging(["phoneNumber": number])
    return await v2(
      "mfaEnrollment:start", ["idToken": idToken, "phoneEnrollmentInfo": .object(info)])
  }

  /// Starts the enrollment of a number, and returns the session and the sent code.
  func phoneVerification(
    _ idToken: JSON, _ number: String = "+15555550100", tenant: String? = nil
  ) async throws -> JSON {
    let start = await startPhone(idToken, .string(number))
    let session = try #require(start["phoneSessionInfo"]?["sessionInfo"], "\(start.json)")
    return ["sessionInfo": session, "code": await smsCode(tenant: tenant)]
  }

  /// Finishes the enrollment of an authenticator app, whose session and code are presented.
  func finishTOTP(_ idToken: JSON, _ start: Reply, code: JSON? = nil, name: String? = nil) async
    -> Reply
  {
    let info = start["totpSessionInfo"]
    let shown = self.code(ofSecret: info?["sharedSecretKey"]?.string)
    let evidence: JSON = [
      "sessionInfo": info?["sessionInfo"] ?? .null, "verificationCode": code ?? .string(shown),
    ]
    var body: JSONObject = ["idToken": idToken, "totpVerificationInfo": evidence]
    body["displayName"] = name.map { .string($0) }
    return await v2("mfaEnrollment:finalize", body)
  }

  /// Enrolls a number.
  func addPhone(
    _ idToken: JSON, _ number: String = "+15555550100", name: String? = nil, tenant: String? = nil
  ) async throws -> Reply {
    let evidence = try await phoneVerification(idToken, number, tenant: tenant)
    var body: JSONObject = ["idToken": idToken, "phoneVerificationInfo": evidence]
    body["displayName"] = name.map { .string($0) }
    return await v2("mfaEnrollment:finalize", body)
  }

  /// Withdraws a second factor.
  func withdraw(_ idToken: JSON, _ id: JSON?) async -> Reply {
    await v2("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": id ?? .null])
  }

  /// Returns a user with a phone as the second factor.
  func enrolPhone(
    _ number: String = "+15555550100", email: String = .ada, tenant: String? = nil
  ) async throws -> Enrolled {
    let user = try await verifiedUser(email, tenant: tenant)
    let reply = try await addPhone(.string(user.idToken), number, name: "my phone", tenant: tenant)
    return try enrolled(user, email, reply)
  }

  /// Returns a user with an authenticator app as the second factor, a time step later, so that the
  /// next code differs.
  func enrolTOTP(_ email: String = .ada, tenant: String? = nil) async throws -> Enrolled {
    let user = try await verifiedUser(email, tenant: tenant)
    let idToken = JSON.string(user.idToken)
    let reply = await finishTOTP(idToken, await startTOTP(idToken), name: "my app")
    advance(.seconds(30))
    return try enrolled(user, email, reply)
  }

  private func enrolled(_ user: SignedIn, _ email: String, _ reply: Reply) throws -> Enrolled {
    let claims = JSON.claims(ofToken: try #require(reply["idToken"]?.string, "\(reply.json)"))
    return Enrolled(
      uid: user.uid, email: email,
      enrollmentID: try #require(claims["firebase"]?["second_factor_identifier"]?.string),
      reply: reply)
  }

  /// Presents the first factor, and returns the pending credential.
  func pendingCredential(_ email: String = .ada, tenant: String? = nil) async throws -> JSON {
    let reply = await client("accounts:signInWithPassword", password(email, tenant))
    return try #require(reply["mfaPendingCredential"], "\(reply.json)")
  }

  /// Requests a code for the second factor.
  func startSignIn(
    _ user: Enrolled, _ pending: JSON, _ proofs: JSON = [:], tenant: String? = nil,
    key: String? = nil
  ) async -> Reply {
    var body: JSONObject = [
      "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
      "phoneSignInInfo": proofs,
    ]
    body["tenantId"] = tenant.map { .string($0) }
    return await client("accounts/mfaSignIn:start", .object(body), key: key)
  }

  /// Sends a code to the phone of the second factor, and returns the session.
  func startWithPhone(_ user: Enrolled, _ pending: JSON) async throws -> JSON {
    let start = await startSignIn(user, pending)
    return try #require(start["phoneResponseInfo"]?["sessionInfo"], "\(start.json)")
  }

  /// Presents the code of a text message as the second factor.
  func finish(_ pending: JSON, session: JSON, code: JSON) async -> Reply {
    let evidence: JSON = ["sessionInfo": session, "code": code]
    return await v2(
      "mfaSignIn:finalize", ["mfaPendingCredential": pending, "phoneVerificationInfo": evidence])
  }

  /// Presents a phone as the second factor.
  func finishWithPhone(
    _ user: Enrolled, _ pending: JSON, tenant: String? = nil
  ) async throws -> Reply {
    let session = try await startWithPhone(user, pending)
    return await finish(pending, session: session, code: await smsCode(tenant: tenant))
  }

  /// Presents an authenticator app as the second factor.
  func finishWithTOTP(
    _ user: Enrolled, _ pending: JSON, code: JSON? = nil, tenant: String? = nil
  ) async -> Reply {
    let shown = await totpCode(user.uid, tenant: tenant)
    return await v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "totpVerificationInfo": ["verificationCode": code ?? shown],
      ])
  }

  /// Configures the project's second factors.
  func configureSecondFactors(_ mfa: JSON) async throws {
    let reply = await configuration(.patch, "config?updateMask=mfa", ["mfa": mfa])
    try #require(reply.status == 200, "\(reply.json)")
  }
}

extension Reply {
  /// The ID token, or null.
  var idToken: JSON { self["idToken"] ?? .null }
}
