internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v1/recaptchaParams`: a site key that looks like one and is good for nothing.
enum GetRecaptchaParams: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> RecaptchaParams {
    RecaptchaParams(
      kind: "identitytoolkit#GetRecaptchaParamResponse",
      recaptchaSiteKey: "fake-site-key-of-the-auth-emulator",
      recaptchaStoken: "fake-stoken-of-the-auth-emulator",
      producerProjectNumber: Project.number)
  }
}
