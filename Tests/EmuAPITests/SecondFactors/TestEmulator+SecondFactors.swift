import EmuCrypto
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
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
  /// Calls the v2 API, such as `mfaEnrollment:start`.
  func v2(_ operation: String, _ body: JSONObject) async -> Reply {
    await client("accounts/\(operation)", .object(body), version: "v2")
  }

  /// Signs up with a password and a verified address, and signs in.
  func verifiedUser(
    _ email: String = "ada@example.com", tenant: String? = nil
  ) async throws -> SignedIn {
    var body: JSONObject = ["email": .string(email), "password": "secret1"]
    if let tenant { body["tenantId"] = .string(tenant) }
    let new = try SignedIn(await client("accounts:signUp", .object(body)))
    let reply = await admin(
      "accounts:update", ["localId": .string(new.uid), "emailVerified": true], tenant: tenant)
    try #require(reply.status == 200, "\(reply.json)")
    return new
  }

  /// Returns the newest unused code.
  func smsCode(tenant: String? = nil) async -> JSON {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let reply = await call(.get, "/emulator/v1/projects/\(project)\(scope)/verificationCodes")
    return reply["verificationCodes"]?.array?.last?["code"] ?? .null
  }

  /// Returns the current code of a secret.
  func code(ofSecret secret: String?) -> String {
    OneTimeCode.code(
      secret: Base32.decode(secret ?? "") ?? [], counter: emulator.clock.now.seconds / 30,
      digits: 6)
  }

  /// Returns the current code of the user's authenticator app.
  func totpCode(_ uid: String, tenant: String? = nil) async -> JSON {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    return await call(
      .get, "/emulator/v1/projects/\(project)\(scope)/totpCodes?localId=\(uid)")["totpCodes"]?
      .array?.last?["code"] ?? .null
  }

  /// Starts the enrollment of a number, and returns the session and the sent code.
  func phoneVerification(
    _ idToken: JSON, _ number: String = "+15555550100", tenant: String? = nil
  ) async throws -> JSON {
    let start = await v2(
      "mfaEnrollment:start",
      ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": .string(number)]])
    let session = try #require(start["phoneSessionInfo"]?["sessionInfo"], "\(start.json)")
    return ["sessionInfo": session, "code": await smsCode(tenant: tenant)]
  }

  /// Returns a user with a phone as the second factor.
  func enrolPhone(
    _ number: String = "+15555550100", email: String = "ada@example.com", tenant: String? = nil
  ) async throws -> Enrolled {
    let user = try await verifiedUser(email, tenant: tenant)
    let idToken = JSON.string(user.idToken)
    let reply = await v2(
      "mfaEnrollment:finalize",
      [
        "idToken": idToken, "displayName": "my phone",
        "phoneVerificationInfo": try await phoneVerification(idToken, number, tenant: tenant),
      ])
    return try enrolled(user, email, reply)
  }

  /// Returns a user with an authenticator app as the second factor, a time step later, so that the
  /// next code differs.
  func enrolTOTP(
    _ email: String = "ada@example.com", tenant: String? = nil
  ) async throws -> Enrolled {
    let user = try await verifiedUser(email, tenant: tenant)
    let idToken = JSON.string(user.idToken)
    let start = await v2("mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])
    let info = try #require(start["totpSessionInfo"], "\(start.json)")
    let reply = await v2(
      "mfaEnrollment:finalize",
      [
        "idToken": idToken, "displayName": "my app",
        "totpVerificationInfo": [
          "sessionInfo": info["sessionInfo"] ?? .null,
          "verificationCode": .string(
            code(ofSecret: info["sharedSecretKey"]?.string)),
        ],
      ])
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
  func pendingCredential(
    _ email: String = "ada@example.com", tenant: String? = nil
  ) async throws -> JSON {
    var body: JSONObject = ["email": .string(email), "password": "secret1"]
    if let tenant { body["tenantId"] = .string(tenant) }
    let reply = await client("accounts:signInWithPassword", .object(body))
    return try #require(reply["mfaPendingCredential"], "\(reply.json)")
  }

  /// Sends a code to the phone of the second factor, and returns the session.
  func startWithPhone(_ user: Enrolled, _ pending: JSON) async throws -> JSON {
    let start = await v2(
      "mfaSignIn:start",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(user.enrollmentID),
        "phoneSignInInfo": [:],
      ])
    return try #require(start["phoneResponseInfo"]?["sessionInfo"], "\(start.json)")
  }

  /// Presents a phone as the second factor.
  func finishWithPhone(
    _ user: Enrolled, _ pending: JSON, tenant: String? = nil
  ) async throws -> Reply {
    let session = try await startWithPhone(user, pending)
    return await v2(
      "mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending,
        "phoneVerificationInfo": ["sessionInfo": session, "code": await smsCode(tenant: tenant)],
      ])
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
    let reply = await call(
      .patch, "/identitytoolkit.googleapis.com/v2/projects/\(project)/config?updateMask=mfa",
      ["mfa": mfa], headers: ["Authorization": "Bearer owner"])
    try #require(reply.status == 200, "\(reply.json)")
  }
}

extension Reply {
  /// The `firebase` claim of the ID token.
  var firebase: JSON { JSON.claims(ofToken: json["idToken"]?.string)["firebase"] ?? .null }
}
