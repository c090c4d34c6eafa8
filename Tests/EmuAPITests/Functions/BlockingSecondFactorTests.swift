import EmuTestSupport
import Testing

@testable import EmuModel

/// The events of sign-ins with two factors, and the effects of functions' answers.
@Suite final class `A function and a second factor`: PatientSuite {
  @Test(arguments: ["phone", "totp"])
  func `a function is called after the second factor`(_ kind: String) async throws {
    let user = try await emulator.enrol(kind)
    let functions = try await emulator.functions(for: [.beforeCreate, .beforeSignIn]) { _ in
      .changing(["customClaims": ["role": "user"], "sessionClaims": ["role": "guest", "at": 1]])
    }
    let pending = try await emulator.pendingCredential()
    #expect(functions.calls.isEmpty)
    let done = try await emulator.finish(kind, user, pending)
    #expect(functions.calls.map(\.path) == ["/beforeSignIn"])
    let claims = try #require(functions.calls.first?.claims)
    claims.expect(["sign_in_method": "password", "sign_in_second_factor": .string(kind)])
    Golden.expect(
      claims["user_record"]?["multi_factor"] ?? .null, "functions/second-factor-\(kind)")
    if kind == "phone" { Golden.expect(claims, "functions/second-factor", masking: ["aud"]) }
    let token = done.claims
    #expect(token["role"] == "guest" && token["at"] == 1)
    #expect(done.firebase["second_factor_identifier"]?.string == user.enrollmentID)
    #expect(try emulator.user(user.uid)?.customAttributes == #"{"role":"user"}"#)
    let refreshed = await emulator.refresh(done["refreshToken"]?.string ?? "")
    let later = refreshed.claims
    #expect(later["role"] == "guest" && later["firebase"] == token["firebase"])
    #expect(functions.calls.count == 1)
  }

  @Test func `a function's session claims stay when a second factor changes`() async throws {
    let user = try await emulator.verifiedUser()
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .changing(["sessionClaims": ["at": 1]])
    }
    let signedIn = await emulator.signInWithPassword()
    let enrolled = try await emulator.addPhone(signedIn.idToken)
    let claims = enrolled.claims
    claims.expect(["at": 1, "user_id": .string(user.uid)])
    let id = claims["firebase"]?["second_factor_identifier"]
    let withdrawn = await emulator.withdraw(enrolled.idToken, id)
    #expect(withdrawn.claims["at"] == 1, "\(withdrawn.json)")
    #expect(functions.calls.count == 1)
  }

  @Test func `a function after a second factor gets the provider's claims`() async throws {
    try emulator.configure(
      provider: "google.com", .init(clientID: "google-client", clientSecret: "s"))
    let user = try await emulator.enrolPhone(email: "ada@gmail.com")
    let functions = try await emulator.functions(
      for: [.beforeSignIn], forwarding: ["idToken", "accessToken"])
    let account: JSON = ["email": "ada@gmail.com", "email_verified": true]
    let minted = try await emulator.mint(
      "google.com", ["account": account, "scopes": ["openid", "email"]])
    let first = await emulator.present("google.com", ["code": minted.code])
    #expect(first["localId"]?.string == user.uid, "\(first.json)")
    #expect(functions.calls.isEmpty)
    let done = try await emulator.finishWithPhone(user, first["mfaPendingCredential"] ?? .null)
    #expect(done["idToken"] != nil, "\(done.json)")
    let claims = try #require(functions.calls.first?.claims)
    #expect(claims["sign_in_method"] == "google.com")
    #expect(claims["raw_user_info"]?.string?.contains("ada@gmail.com") == true)
    #expect(claims["oauth_access_token"] == first["oauthAccessToken"])
    #expect(claims["oauth_id_token"] == first["oauthIdToken"])
  }

  @Test func `a function after a second factor may disable the account`() async throws {
    let user = try await emulator.enrolPhone()
    let before = try emulator.user(user.uid)
    emulator.advance(.seconds(60))
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .changing(["disabled": true])
    }
    let pending = try await emulator.pendingCredential()
    #expect(try await emulator.finishWithPhone(user, pending).errorMessage == "USER_DISABLED")
    let after = try emulator.user(user.uid)
    #expect(after?.disabled == true)
    #expect(after?.lastLoginAt == before?.lastLoginAt)
    #expect(await emulator.signInWithPassword().errorMessage == "USER_DISABLED")
    #expect(await emulator.startSignIn(user, pending).errorMessage == "USER_DISABLED")
    #expect(functions.calls.count == 1)
  }

  @Test(arguments: ["phone", "totp"])
  func `a function that refuses consumes no second factor`(_ kind: String) async throws {
    let emulator = try TestEmulator.patient(.production)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrol(kind)
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .json(["error": ["message": "Not now."]], status: .forbidden)
    }
    let pending = try await emulator.pendingCredential()
    let refused = try await emulator.finish(kind, user, pending)
    #expect(refused.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    await emulator.register(functions, for: [])
    // The same credential, and for an app the same code.
    let done = try await emulator.finish(kind, user, pending)
    #expect(done["idToken"] != nil, "\(done.json)")
  }

  @Test func `a function is called before each text of a second factor`() async throws {
    let functions = try await emulator.functions(for: [.beforeSendSms])
    let user = try await emulator.enrolPhone()
    _ = try await emulator.finishWithPhone(user, try await emulator.pendingCredential())
    let claims = functions.calls.map(\.claims)
    #expect(claims.map { $0["sms_type"] } == ["MULTI_FACTOR_ENROLLMENT", "MULTI_FACTOR_SIGN_IN"])
    #expect(claims.map { $0["phone_number"] } == ["+15555550100", "+15555550100"])
    #expect(claims.map { $0["user_record"]?["uid"]?.string } == [user.uid, user.uid])
  }

  @Test func `a function after a second factor receives the tenant's name`() async throws {
    let user = try await emulator.enrolTOTP(tenant: "blue")
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .changing(["sessionClaims": ["at": 1]])
    }
    let pending = try await emulator.pendingCredential(tenant: "blue")
    let done = await emulator.finishWithTOTP(user, pending, tenant: "blue")
    #expect(done.firebase["tenant"] == "blue", "\(done.json)")
    #expect(done.claims["at"] == 1)
    let claims = try #require(functions.calls.first?.claims)
    #expect(claims["tenant_id"] == "blue")
    #expect(claims["user_record"]?["tenant_id"] == "blue")
    #expect(claims["sign_in_second_factor"] == "totp")
  }
}

extension TestEmulator {
  fileprivate func enrol(_ kind: String) async throws -> Enrolled {
    kind == "phone" ? try await enrolPhone() : try await enrolTOTP()
  }

  /// Finishes a sign-in with a kind of second factor.
  fileprivate func finish(_ kind: String, _ user: Enrolled, _ pending: JSON) async throws -> Reply {
    kind == "phone"
      ? try await finishWithPhone(user, pending) : await finishWithTOTP(user, pending)
  }
}
