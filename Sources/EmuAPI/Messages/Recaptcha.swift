struct RecaptchaParams: Codable, Sendable {
  var kind: String
  var recaptchaSiteKey: String
  var recaptchaStoken: String
  var producerProjectNumber: String
}

struct RecaptchaConfig: Codable, Sendable {
  struct Enforcement: Codable, Sendable {
    var provider: String
    var enforcementState: String
  }

  /// `projects/{number}/keys/{key}`: iOS wants these four parts.
  var recaptchaKey: String?
  var recaptchaEnforcementState: [Enforcement]
  var useSmsBotScore = false
  var useSmsTollFraudProtection = false
}
