import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

// Codes about app verification.

extension ErrorRow {
  private static func text(_ emulator: TestEmulator, _ proof: JSONObject) async -> Reply {
    var body: JSONObject = ["phoneNumber": "+15555550100"]
    for member in proof { body[member.key] = member.value }
    return await emulator.client("accounts:sendVerificationCode", .object(body))
  }

  /// Requests a text message from a project that enforces reCAPTCHA.
  private static func enforced(_ emulator: TestEmulator, _ proof: JSONObject) async throws -> Reply
  {
    try emulator.configure(["recaptchaConfig": ["phoneEnforcementState": "ENFORCE"]])
    return await text(emulator, proof)
  }

  static let apps: [ErrorRow] = [
    ErrorRow("INVALID_APP_CREDENTIAL") { emulator in
      await emulator.client("accounts:verifyIosClient", ["appToken": "no token"])
    },
    ErrorRow("INVALID_RECAPTCHA_TOKEN", in: .production) { emulator in
      try await enforced(emulator, ["captchaResponse": "NO_RECAPTCHA"])
    },
    ErrorRow("MISSING_APP_CREDENTIAL", in: .production) { emulator in
      let reply = await emulator.call(
        .post, "/v1/accounts:verifyIosClient?key=k", ["appToken": "00"],
        headers: ["X-Ios-Bundle-Identifier": "com.example.app"])
      return await text(emulator, ["iosReceipt": reply["receipt"] ?? ""])
    },
    ErrorRow("MISSING_CLIENT_TYPE", in: .production) { emulator in
      try await enforced(emulator, ["captchaResponse": "t"])
    },
    ErrorRow("MISSING_IOS_APP_TOKEN") { emulator in
      await emulator.client("accounts:verifyIosClient")
    },
    ErrorRow("MISSING_RECAPTCHA_TOKEN", in: .production) { emulator in
      try emulator.configure(["recaptchaConfig": ["emailPasswordEnforcementState": "ENFORCE"]])
      return await emulator.client(
        "accounts:signInWithPassword", ["email": "ann@example.com", "password": "secret1"])
    },
    ErrorRow("MISSING_RECAPTCHA_VERSION", in: .production) { emulator in
      try await enforced(emulator, ["captchaResponse": "t", "clientType": "CLIENT_TYPE_IOS"])
    },
  ]
}
