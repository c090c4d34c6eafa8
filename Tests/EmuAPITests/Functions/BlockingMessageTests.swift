import EmuTestSupport
import Testing

@Suite final class `A function before a message`: PatientSuite {
  @Test(arguments: [
    ("PASSWORD_RESET", "PASSWORD_RESET", "ada@example.com"),
    ("EMAIL_SIGNIN", "EMAIL_SIGN_IN", "bob@example.com"),
  ])
  func `a function before an e-mail may stop it`(
    request: String, type: String, address: String
  ) async throws {
    _ = try await emulator.signUp()
    let functions = try await emulator.functions(for: [.beforeSendEmail]) { call in
      call.claims["locale"] == "fr"
        ? .json(["error": ["message": "No mail."]], status: .forbidden) : .json([:])
    }
    func send(_ locale: String) async -> Reply {
      await emulator.post(
        "/v1/accounts:sendOobCode?key=k",
        ["requestType": .string(request), "email": .string(address)],
        headers: ["X-Firebase-Locale": locale])
    }
    #expect(await send("en").status == 200)
    #expect(emulator.outbox.messages.map(\.recipient) == [address])
    let claims = try #require(functions.calls.first?.claims)
    #expect(claims["event_type"] == "beforeSendEmail")
    #expect(claims["email_type"]?.string == type)
    #expect(claims["email"]?.string == address)
    #expect(claims["user_record"] == nil)
    #expect(await send("fr").errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(emulator.outbox.messages.count == 1)
  }

  @Test func `a function before a message may stop an administrator's link`() async throws {
    _ = try await emulator.signUp()
    let functions = try await emulator.functions(for: [.beforeSendEmail]) { _ in
      .json([:], status: .forbidden)
    }
    let reply = await emulator.adminCode("PASSWORD_RESET")
    #expect(reply.errorCode == "BLOCKING_FUNCTION_ERROR_RESPONSE")
    #expect(functions.calls.count == 1)
  }

  @Test func `a function before a text message may stop it`() async throws {
    try emulator.configure(testNumbers: ["+15555550199": "123456"])
    let functions = try await emulator.functions(for: [.beforeSendSms]) { call in
      call.claims["phone_number"] == "+15555550101"
        ? .json(["recaptchaActionOverride": "BLOCK"]) : .json([:])
    }
    #expect(await emulator.text("+15555550100").status == 200)
    #expect(await emulator.text("+15555550101").errorMessage == "CAPTCHA_CHECK_FAILED")
    // A test number receives no message.
    #expect(await emulator.text("+15555550199").status == 200)
    #expect(emulator.outbox.messages.map(\.recipient) == ["+15555550100"])
    let claims = functions.calls.map(\.claims)
    #expect(claims.map { $0["sms_type"] } == ["SIGN_IN_OR_SIGN_UP", "SIGN_IN_OR_SIGN_UP"])
    #expect(claims.map { $0["event_type"] } == ["beforeSendSms", "beforeSendSms"])
  }
}
