internal import EmuModel
internal import EmuStore

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
    let recaptcha = context.project.recaptcha
    let type: Config.Recaptcha.KeyType =
      switch input.clientType {
      case .android: .android
      case .iOS: .iOS
      default: .web
      }
    let key =
      recaptcha.recaptchaKeys?.first { $0.type == type }?.key ?? "fake-key-of-the-auth-emulator"
    return RecaptchaConfig(
      // Configured keys may have the path as a prefix.
      recaptchaKey: "projects/\(Project.number)/keys/\(key.split(separator: "/").last ?? "")",
      recaptchaEnforcementState: Config.Recaptcha.Provider.allCases.map { provider in
        RecaptchaConfig.Enforcement(
          provider: provider.rawValue,
          enforcementState: recaptcha.enforcement(of: provider).rawValue)
      }, useSmsBotScore: recaptcha.useSmsBotScore ?? false,
      useSmsTollFraudProtection: recaptcha.useSmsTollFraudProtection ?? false)
  }
}

/// `GET v1/recaptchaParams` (docs/fidelity/phone.md).
enum GetRecaptchaParams: ReadOperation {
  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> RecaptchaParams { RecaptchaParams() }
}
