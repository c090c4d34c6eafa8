internal import EmuModel

/// The checks of a password against the policy of the project or tenant.
enum PasswordRule {
  /// Checks a new password against an enforced policy.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`, by the switch `passwordPolicy`.
  static func check(
    _ password: String, in context: OperationContext
  ) throws(APIError) {
    guard let policy = context.project.passwordPolicy, policy.isEnforced else { return }
    let shortcomings = policy.shortcomings(of: password).map(\.sentence)
    try context.check(
      .passwordPolicy, shortcomings.isEmpty,
      reason:
        "the password policy is enforced and unmet: \(shortcomings.joined(separator: ", "))",
      otherwise: .passwordPolicyUnmet(shortcomings))
  }

  /// Returns the notifications for a password that does not meet the policy, enforced or not; nil
  /// otherwise.
  static func notifications(
    of password: String, in context: OperationContext
  ) -> [SignInWithPasswordResponse.UserNotification]? {
    guard let policy = context.project.passwordPolicy else { return nil }
    let shortcomings = policy.shortcomings(of: password)
    guard !shortcomings.isEmpty else { return nil }
    return shortcomings.map { shortcoming in
      SignInWithPasswordResponse.UserNotification(
        notificationCode: shortcoming.code, notificationMessage: shortcoming.sentence)
    }
  }
}

extension OperationContext {
  /// Returns a new password that is long enough and meets the project's policy.
  ///
  /// - Throws: `WEAK_PASSWORD`; by the switch `passwordPolicy` also
  ///   `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  func acceptable(password text: String) throws(APIError) -> String {
    let password = try ProfileInput.password(text)
    try PasswordRule.check(password, in: self)
    return password
  }
}
