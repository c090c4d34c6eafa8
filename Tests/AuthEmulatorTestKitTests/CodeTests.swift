import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Suite(.emulator) final class `Codes`: ProjectSuite {
  @Test func `the code of an e-mail resets a password`() async throws {
    try await app.signUp("ann@example.com")
    for type in ["PASSWORD_RESET", "EMAIL_SIGNIN"] {
      _ = try await app.call(
        "accounts:sendOobCode",
        [
          "requestType": .string(type), "email": "ann@example.com",
          "continueUrl": "http://localhost/", "canHandleCodeInApp": true,
        ])
    }
    let types = try await project.messages().map(\.requestType)
    #expect(types == ["EMAIL_SIGNIN", "PASSWORD_RESET"])
    #expect(try await project.code(for: "ann@example.com").requestType == "EMAIL_SIGNIN")
    let reset = try await project.code(for: "Ann@Example.com", type: "PASSWORD_RESET")
    #expect(reset.link?.contains(reset.code) == true)
    let reply = try await app.call(
      "accounts:resetPassword",
      ["oobCode": .string(reset.code), "newPassword": "secret2"])
    #expect(reply.status == 200)
    let error = await kitError {
      try await project.code(for: "ann@example.com", type: "PASSWORD_RESET", timeout: 0.1)
    }
    #expect(error?.kind == .notFound)
    #expect(
      error?.description == """
        Project \(project.id) has no unused PASSWORD_RESET for ann@example.com. Its last messages: \
        EMAIL_SIGNIN for ann@example.com, PASSWORD_RESET for ann@example.com (used).
        """)
  }

  @Test func `a code is waited for`() async throws {
    let (project, app) = (project, app)
    async let code = project.code(for: "+15555550100", timeout: 60)
    try await Task.sleep(for: .milliseconds(200))
    _ = try await app.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    #expect(try await code.kind == "text")
  }

  @Test func `the code of a text message signs in`() async throws {
    let sent = try await app.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let code = try await project.code(for: "+15555550100").code
    #expect(code.count == 6)
    let reply = try await app.call(
      "accounts:signInWithPhoneNumber",
      ["sessionInfo": sent.body["sessionInfo"] ?? nil, "code": .string(code)])
    #expect(reply.body["phoneNumber"] == "+15555550100")
  }

  @Test func `the code of an authenticator app completes a sign-in`() async throws {
    try await project.seed(users: [
      SeedUser(
        uid: "ann", email: "ann@example.com", password: "secret1", emailVerified: true,
        secondFactors: [.totp(secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")])
    ])
    let first = try await app.signIn("ann@example.com", password: "secret1")
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
