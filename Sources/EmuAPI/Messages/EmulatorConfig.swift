internal import EmuModel

/// The configuration of the official emulator's own endpoint: a part of ``Config``.
struct EmulatorConfig: Codable, Sendable {
  struct SignIn: Codable, Sendable {
    var allowDuplicateEmails: Bool?
  }

  var signIn: SignIn?
  var emailPrivacyConfig: Config.EmailPrivacy?
  /// The signers of custom tokens; the official emulator does not have this member.
  var serviceAccounts: [ServiceAccount]?
}
