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

  init(of project: Project) {
    config = (try? JSON(parsing: project.config.document))?["recaptchaConfig"]
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
