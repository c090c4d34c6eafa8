internal import EmuModel

/// A fake site key, with the official emulator's texts.
struct RecaptchaParams: Codable, Sendable {
  var kind = "identitytoolkit#GetRecaptchaParamResponse"
  var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
  var recaptchaStoken =
    "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__"
    + "The-Auth-Emulator-does-not-support-Recaptcha"
  var producerProjectNumber = Project.number
}

struct RecaptchaConfig: Codable, Sendable {
  struct Enforcement: Codable, Sendable {
    var provider: String
    var enforcementState: String
  }

  /// `projects/{number}/keys/{key}`: iOS requires these four parts.
  var recaptchaKey: String?
  var recaptchaEnforcementState: [Enforcement]
  var useSmsBotScore = false
  var useSmsTollFraudProtection = false
}
