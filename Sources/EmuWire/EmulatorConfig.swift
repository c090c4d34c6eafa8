/// The configuration that the official emulator's own endpoint shows and takes.
package struct EmulatorConfig: Codable, Sendable {
  package struct SignIn: Codable, Sendable {
    package var allowDuplicateEmails: Bool?

    package init(allowDuplicateEmails: Bool?) { self.allowDuplicateEmails = allowDuplicateEmails }
  }

  package struct EmailPrivacy: Codable, Sendable {
    package var enableImprovedEmailPrivacy: Bool?

    package init(enableImprovedEmailPrivacy: Bool?) {
      self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy
    }
  }

  package var signIn: SignIn?
  package var emailPrivacyConfig: EmailPrivacy?

  package init(signIn: SignIn?, emailPrivacyConfig: EmailPrivacy?) {
    self.signIn = signIn
    self.emailPrivacyConfig = emailPrivacyConfig
  }
}
