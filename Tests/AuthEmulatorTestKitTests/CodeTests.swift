import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Suite(.emulator) struct `Codes` {
  @Test func `the code of an e-mail resets a password`() async throws {
    let project = try EmulatorProject.current
    let app = App(project)
    try await app.signUp("ann@example.com")
    for type in ["PASSWORD_RESET", "EMAIL_SIGNIN"] {
      _ = try await app.call(
        "accounts:sendOobCode",
        [
          "requestType": .string(type), "email": "ann@example.com",
          "continueUrl": "http://localhost/", "canHandleCodeInApp": true,
        ])
    }
    #expect(try await project.oobCodes(for: "ann@example.com").count == 2)
    let code = try await project.oobCode(for: "ann@example.com", type: "PASSWORD_RESET")
    #expect(code.oobLink.contains(code.oobCode))
    let reply = try await app.call(
      "accounts:resetPassword",
      ["oobCode": .string(code.oobCode), "newPassword": "secret2"])
    #expect(reply.status == 200)
    let error = await #expect(throws: AuthEmulatorError.self) {
      try await project.oobCode(for: "ann@example.com", type: "PASSWORD_RESET")
    }
    #expect(error?.kind == .notFound)
  }

  @Test func `the code of a text message signs in`() async throws {
    let project = try EmulatorProject.current
    let app = App(project)
    let sent = try await app.call(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let code = try await project.smsCode(for: "+15555550100")
    #expect(code.count == 6)
    let reply = try await app.call(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": sent.body["sessionInfo"] ?? nil, "code": .string(code)])
    #expect(reply.body["phoneNumber"] == "+15555550100")
  }

  @Test func `the code of an authenticator app completes a sign-in`() async throws {
    let project = try EmulatorProject.current
    try await project.seed(users: [
      SeedUser(
        uid: "ann", email: "ann@example.com", password: "secret1", emailVerified: true,
        secondFactors: [.totp(secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")])
    ])
    let app = App(project)
    let first = try await app.call(
      "accounts:signInWithPassword",
      ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true])
    let factor = first.body["mfaInfo"]?.array?.first?["mfaEnrollmentId"] ?? nil
    let reply = try await app.call(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": first.body["mfaPendingCredential"] ?? nil,
        "mfaEnrollmentId": factor,
        "totpVerificationInfo": [
          "verificationCode": .string(try await project.totpCode(for: "ann"))
        ],
      ], version: "v2")
    #expect(reply.status == 200, "\(reply.error ?? "")")
  }
}
