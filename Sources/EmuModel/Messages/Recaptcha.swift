/// `recaptchaParams`: response.
package struct RecaptchaParams: Codable, Sendable {
  package var kind: String
  package var recaptchaSiteKey: String
  package var recaptchaStoken: String
  package var producerProjectNumber: String

  package init(
    kind: String, recaptchaSiteKey: String, recaptchaStoken: String, producerProjectNumber: String
  ) {
    self.kind = kind
    self.recaptchaSiteKey = recaptchaSiteKey
    self.recaptchaStoken = recaptchaStoken
    self.producerProjectNumber = producerProjectNumber
  }
}

/// `recaptchaConfig`: response.
package struct RecaptchaConfig: Codable, Sendable {
  package struct Enforcement: Codable, Sendable {
    package var provider: String
    package var enforcementState: String

    package init(provider: String, enforcementState: String) {
      self.provider = provider
      self.enforcementState = enforcementState
    }
  }

  /// `projects/{number}/keys/{key}`: iOS wants these four parts.
  package var recaptchaKey: String?
  package var recaptchaEnforcementState: [Enforcement]
  package var useSmsBotScore: Bool
  package var useSmsTollFraudProtection: Bool

  package init(recaptchaKey: String, recaptchaEnforcementState: [Enforcement]) {
    self.recaptchaKey = recaptchaKey
    self.recaptchaEnforcementState = recaptchaEnforcementState
    useSmsBotScore = false
    useSmsTollFraudProtection = false
  }
}
