internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `GET v2/recaptchaConfig`: the project's configuration; by default nothing is enforced.
enum GetRecaptchaConfig: ReadOperation {
  struct Input: Decodable, Sendable {
    var clientType: ClientType?
    var version: RecaptchaVersion?
    var tenantId: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> RecaptchaConfig {
    let settings = RecaptchaSettings(of: context.project)
    let key = settings.key(for: input.clientType) ?? "fake-key-of-the-auth-emulator"
    var config = RecaptchaConfig(
      // Configured keys may have the path as a prefix.
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
