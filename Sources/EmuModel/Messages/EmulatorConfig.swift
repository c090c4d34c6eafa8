/// The configuration of the official emulator's own endpoint: a part of ``Config``.
package struct EmulatorConfig: Codable, Sendable {
  package struct SignIn: Codable, Sendable {
    package var allowDuplicateEmails: Bool?

    package init(allowDuplicateEmails: Bool?) { self.allowDuplicateEmails = allowDuplicateEmails }
  }

  package var signIn: SignIn?
  package var emailPrivacyConfig: Config.EmailPrivacy?
  /// The signers of custom tokens; the official emulator does not have this member.
  package var serviceAccounts: [ServiceAccount]?

  package init() {}
}
