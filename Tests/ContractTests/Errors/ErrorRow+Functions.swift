import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

// Codes that blocking functions cause.

extension ErrorRow {
  /// Signs up with a blocking function.
  private static func signUp(
    _ emulator: TestEmulator, answering answer: Answer
  ) async throws -> Reply {
    let functions = try FunctionServer { _ in answer }
    defer { withExtendedLifetime(functions) {} }
    await emulator.register(functions, for: [.beforeCreate])
    return await emulator.client(
      "accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
  }

  static let functions: [ErrorRow] = [
    ErrorRow(
      "BLOCKING_FUNCTION_ERROR_RESPONSE",
      "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "
        + #"{"error":{"message":"Not you.","status":"PERMISSION_DENIED"}}"#
    ) { emulator in
      try await signUp(
        emulator,
        answering: .json(
          ["error": ["message": "Not you.", "status": "PERMISSION_DENIED"]], status: .forbidden))
    },
    ErrorRow("CAPTCHA_CHECK_FAILED") { emulator in
      try await signUp(emulator, answering: .json(["recaptchaActionOverride": "BLOCK"]))
    },
  ]
}
