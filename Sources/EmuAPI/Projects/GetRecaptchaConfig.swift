internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v2/recaptchaConfig`: nothing is enforced, since no emulator can ask reCAPTCHA.
enum GetRecaptchaConfig: ReadOperation {
  struct Input: Decodable, Sendable {
    var clientType: ClientType?
    var version: RecaptchaVersion?
    var tenantId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> RecaptchaConfig {
    RecaptchaConfig(
      recaptchaKey: "projects/\(Project.number)/keys/fake-key-of-the-auth-emulator",
      recaptchaEnforcementState: ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map { provider in
        RecaptchaConfig.Enforcement(provider: provider, enforcementState: "OFF")
      })
  }
}
