internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/recaptchaParams`: a fake site key, with the official emulator's texts
/// (docs/fidelity/phone.md).
enum GetRecaptchaParams: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> RecaptchaParams {
    RecaptchaParams(
      kind: "identitytoolkit#GetRecaptchaParamResponse",
      recaptchaSiteKey: "Fake-key__Do-not-send-this-to-Recaptcha_",
      recaptchaStoken:
        "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__"
        + "The-Auth-Emulator-does-not-support-Recaptcha",
      producerProjectNumber: Project.number)
  }
}
