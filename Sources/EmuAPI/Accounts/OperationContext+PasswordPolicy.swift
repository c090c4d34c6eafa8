internal import EmuModel

// The checks of a password against the policy of the project or tenant.

extension OperationContext {
  /// Checks a new password against an enforced policy.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`, by the switch `passwordPolicy`.
  func checkPolicy(of password: String) throws(APIError) {
    guard let policy = project.passwordPolicy, policy.isEnforced else { return }
    let shortcomings = policy.shortcomings(of: password).map(\.sentence)
    try check(
      .passwordPolicy, shortcomings.isEmpty,
      reason:
        "the password policy is enforced and unmet: \(shortcomings.joined(separator: ", "))",
      otherwise: .passwordPolicyUnmet(shortcomings))
  }

  /// Returns the notifications for a password that does not meet the policy, enforced or not; nil
  /// otherwise.
  func notifications(of password: String) -> [SignInWithPasswordResponse.UserNotification]? {
    guard let shortcomings = project.passwordPolicy?.shortcomings(of: password),
      !shortcomings.isEmpty
    else { return nil }
    return shortcomings.map { shortcoming in
      SignInWithPasswordResponse.UserNotification(
        notificationCode: shortcoming.code, notificationMessage: shortcoming.sentence)
    }
  }

  /// Returns a new password that is long enough and meets the project's policy.
  ///
  /// - Throws: `WEAK_PASSWORD`; by the switch `passwordPolicy` also
  ///   `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  func acceptable(password text: String) throws(APIError) -> String {
    let password = try ProfileInput.password(text)
    try checkPolicy(of: password)
    return password
  }
}
