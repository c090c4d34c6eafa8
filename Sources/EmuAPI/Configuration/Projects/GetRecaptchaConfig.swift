internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v2/recaptchaConfig`: what the project has set; nothing is enforced until it is set.
enum GetRecaptchaConfig: ReadOperation {
  struct Input: Decodable, Sendable {
    var clientType: ClientType?
    var version: RecaptchaVersion?
    var tenantId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> RecaptchaConfig {
    let settings = RecaptchaSettings(of: context.project)
    let key = settings.key(for: input.clientType) ?? "fake-key-of-the-auth-emulator"
    var config = RecaptchaConfig(
      // Keys are configured with or without the path in front.
      recaptchaKey: "projects/\(Project.number)/keys/\(key.split(separator: "/").last ?? "")",
      recaptchaEnforcementState: RecaptchaSettings.Provider.allCases.map { provider in
        RecaptchaConfig.Enforcement(
          provider: provider.rawValue, enforcementState: settings.enforcement(of: provider))
      })
    config.useSmsBotScore = settings.flag("useSmsBotScore")
    config.useSmsTollFraudProtection = settings.flag("useSmsTollFraudProtection")
    return config
  }
}
