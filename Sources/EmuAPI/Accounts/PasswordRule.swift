internal import EmuModel
internal import EmuWire

/// Whether a new password is what the project's or tenant's policy asks for.
enum PasswordRule {
  /// Checks a password that somebody sets; only a policy that is enforced asks for anything.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` by switch.
  static func check(
    _ password: String, in context: OperationContext
  ) throws(APIError) {
    guard let policy = context.project.config.passwordPolicy, policy.isEnforced else { return }
    let shortcomings = policy.shortcomings(of: password).map(\.sentence)
    try context.check(
      .passwordPolicy, shortcomings.isEmpty,
      because:
        "the password policy is enforced and unmet: \(shortcomings.joined(separator: ", "))",
      otherwise: .passwordPolicyUnmet(shortcomings))
  }

  /// Checks the right password of somebody who signs in, where the policy forces an upgrade.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` by switch.
  static func checkSignIn(
    _ password: String, in context: OperationContext
  ) throws(APIError) {
    guard context.project.config.passwordPolicy?.forcesUpgradeOnSignIn == true else { return }
    try check(password, in: context)
  }

  /// What a sign-in returns about a password that falls short of the policy, enforced or not;
  /// nil for a good one.
  static func notifications(
    of password: String, in context: OperationContext
  ) -> [SignInWithPasswordResponse.UserNotification]? {
    guard let policy = context.project.config.passwordPolicy else { return nil }
    let shortcomings = policy.shortcomings(of: password)
    guard !shortcomings.isEmpty else { return nil }
    return shortcomings.map { shortcoming in
      SignInWithPasswordResponse.UserNotification(
        notificationCode: shortcoming.code, notificationMessage: shortcoming.sentence)
    }
  }
}

extension OperationContext {
  /// A new password that is long enough and meets the project's policy.
  ///
  /// - Throws: `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` by switch.
  func acceptable(password text: String) throws(APIError) -> String {
    let password = try ProfileInput.password(text)
    try PasswordRule.check(password, in: self)
    return password
  }
}
