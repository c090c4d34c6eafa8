/// The configuration of the official emulator's own endpoint.
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

  /// A signer of custom tokens; the official emulator does not have this member.
  package struct ServiceAccount: Codable, Sendable {
    package var clientEmail: String
    /// A public key or a certificate in PEM.
    package var publicKey: String

    package init(clientEmail: String, publicKey: String) {
      self.clientEmail = clientEmail
      self.publicKey = publicKey
    }
  }

  package var signIn: SignIn?
  package var emailPrivacyConfig: EmailPrivacy?
  package var serviceAccounts: [ServiceAccount]?

  package init(
    signIn: SignIn?, emailPrivacyConfig: EmailPrivacy?, serviceAccounts: [ServiceAccount]? = nil
  ) {
    self.signIn = signIn
    self.emailPrivacyConfig = emailPrivacyConfig
    self.serviceAccounts = serviceAccounts
  }
}
