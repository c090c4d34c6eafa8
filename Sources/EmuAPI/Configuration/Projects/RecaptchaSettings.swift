internal import EmuJSON
internal import EmuModel
internal import EmuWire

/// The reCAPTCHA Enterprise configuration of a project.
struct RecaptchaSettings {
  enum Provider: String, CaseIterable {
    case emailPassword = "EMAIL_PASSWORD_PROVIDER"
    case phone = "PHONE_PROVIDER"

    fileprivate var field: String {
      switch self {
      case .emailPassword: "emailPasswordEnforcementState"
      case .phone: "phoneEnforcementState"
      }
    }
  }

  private let config: JSON?

  init(resource: JSON?) { config = resource }

  init(of project: Project) {
    self.init(resource: (try? JSON(parsing: project.config.document))?["recaptchaConfig"])
  }

  /// Returns the reason why an update that resulted in this configuration is invalid, if it is.
  func problem(ofUpdate update: JSON?) -> String? {
    for (list, name) in [("managedRules", "endScore"), ("tollFraudManagedRules", "startScore")] {
      for score in (update?[list]?.array ?? []).compactMap({ $0[name]?.double })
      where !Self.isScore(score) {
        return "\(name) must be one of 0.0, 0.1, and so on to 1.0."
      }
    }
    guard enforcement(of: .phone) == "OFF" else { return nil }
    return ["useSmsBotScore", "useSmsTollFraudProtection"].first { update?[$0]?.bool == true }
      .map { "\($0) needs phoneEnforcementState AUDIT or ENFORCE." }
  }

  /// Returns true for a tenth from 0 to 1, also as a number of 32 bits.
  private static func isScore(_ value: Double) -> Bool {
    (0...10).contains { abs(value * 10 - Double($0)) < 0.000_01 }
  }

  /// `OFF`, `AUDIT` or `ENFORCE`.
  func enforcement(of provider: Provider) -> String {
    let state = config?[provider.field]?.string ?? "OFF"
    return ["AUDIT", "ENFORCE"].contains(state) ? state : "OFF"
  }

  /// Returns the site key for a kind of client, if configured.
  func key(for client: ClientType?) -> String? {
    let type =
      switch client {
      case .android: "ANDROID"
      case .iOS: "IOS"
      default: "WEB"
      }
    return config?["recaptchaKeys"]?.array?.first { $0["type"]?.string == type }?["key"]?.string
  }

  func flag(_ name: String) -> Bool { config?[name]?.bool ?? false }
}

extension OperationContext {
  /// Checks the reCAPTCHA configuration of a project or tenant after an update.
  ///
  /// - Throws: in production `INVALID_CONFIG`; the official emulator has no such configuration.
  func checkRecaptcha(_ document: JSONObject, after update: JSONObject) throws(APIError) {
    let settings = RecaptchaSettings(resource: document["recaptchaConfig"])
    guard let problem = settings.problem(ofUpdate: update["recaptchaConfig"]) else { return }
    try checkStrictly(false, reason: "\(problem)", otherwise: .invalidConfig(problem))
  }
}
