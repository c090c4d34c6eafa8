internal import EmuJSON

extension Config {
  /// The reCAPTCHA Enterprise configuration of a project or tenant.
  package struct Recaptcha: Codable, Sendable, Hashable {
    package enum EnforcementState: String, WireEnum {
      case unspecified = "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"
      case off = "OFF"
      case audit = "AUDIT"
      case enforce = "ENFORCE"

      package static let protoName =
        adminV2("RecaptchaConfig.RecaptchaProviderEnforcementState")
    }

    package enum Action: String, WireEnum {
      case unspecified = "RECAPTCHA_ACTION_UNSPECIFIED"
      case block = "BLOCK"

      package static let protoName = adminV2("RecaptchaConfig.RecaptchaAction")
    }

    package enum KeyType: String, WireEnum {
      case unspecified = "CLIENT_TYPE_UNSPECIFIED"
      case web = "WEB"
      case iOS = "IOS"
      case android = "ANDROID"

      package static let protoName = adminV2("RecaptchaKey.ClientType")
    }

    package struct ManagedRule: Codable, Sendable, Hashable {
      package var action: Action?
      package var endScore: Float?
    }

    package struct TollFraudRule: Codable, Sendable, Hashable {
      package var action: Action?
      package var startScore: Float?
    }

    package struct Key: Codable, Sendable, Hashable {
      package var key: String?
      package var type: KeyType?
    }

    package var emailPasswordEnforcementState: EnforcementState?
    package var phoneEnforcementState: EnforcementState?
    package var managedRules: [ManagedRule]?
    package var tollFraudManagedRules: [TollFraudRule]?
    package var recaptchaKeys: [Key]?
    package var useAccountDefender: Bool?
    package var useSmsBotScore: Bool?
    package var useSmsTollFraudProtection: Bool?
  }
}

extension Config.Recaptcha {
  /// The part about phones, which production keeps when the whole is cleared; nil where it is empty.
  package var phonePart: Config.Recaptcha? {
    let part = Config.Recaptcha(
      phoneEnforcementState: phoneEnforcementState, useSmsBotScore: useSmsBotScore,
      useSmsTollFraudProtection: useSmsTollFraudProtection)
    return part == Config.Recaptcha() ? nil : part
  }

  /// A protected way to sign in, by its name in the API.
  package enum Provider: String, CaseIterable, Sendable {
    case emailPassword = "EMAIL_PASSWORD_PROVIDER"
    case phone = "PHONE_PROVIDER"
  }

  /// `off`, `audit` or `enforce`.
  package func enforcement(of provider: Provider) -> EnforcementState {
    let state =
      switch provider {
      case .emailPassword: emailPasswordEnforcementState
      case .phone: phoneEnforcementState
      }
    return state == .unspecified ? .off : state ?? .off
  }
}

extension Config.Recaptcha: ConfigSection {
  package func check() throws(ConfigProblem) {
    for (index, rule) in (managedRules ?? []).enumerated() {
      try Self.check("end", rule.endScore, rule.action, at: "managedRules[\(index)]")
    }
    for (index, rule) in (tollFraudManagedRules ?? []).enumerated() {
      try Self.check("start", rule.startScore, rule.action, at: "tollFraudManagedRules[\(index)]")
    }
    guard enforcement(of: .phone) == .off else { return }
    for (name, flag) in [
      ("useSmsBotScore", useSmsBotScore), ("useSmsTollFraudProtection", useSmsTollFraudProtection),
    ] where flag == true {
      throw ConfigProblem(
        at: name,
        "Phone auth enforcement state must be aligned with toll fraud or bot score enablement.",
        "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION", inProductionOnly: true)
    }
  }

  private static func check(
    _ end: String, _ score: Float?, _ action: Action?, at path: String
  ) throws(ConfigProblem) {
    guard isScore(score ?? 0) else {
      throw ConfigProblem(
        at: "\(path).\(end)Score",
        "The \(end) score in reCAPTCHA managed rules must be a value between 0.0 and 1.0, at 11 "
          + "discrete values; e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0.",
        inProductionOnly: true)
    }
    guard action == .block else {
      throw ConfigProblem(
        at: "\(path).action", "The action in reCAPTCHA managed rules must be set.",
        inProductionOnly: true)
    }
  }

  /// Returns true for a tenth from 0 to 1.
  private static func isScore(_ value: Float) -> Bool {
    (0...10).contains { abs(value * 10 - Float($0)) < 0.000_01 }
  }
}
