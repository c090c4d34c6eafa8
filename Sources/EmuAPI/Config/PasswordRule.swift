internal import EmuModel

/// Whether a new password is what the project's or tenant's policy asks for.
enum PasswordRule {
  /// Checks a password that somebody sets; only a policy that is enforced asks for anything.
  ///
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` by switch.
  static func check(
    _ password: String, in context: OperationContext
  ) throws(APIError) {
    guard let policy = context.project.config.passwordPolicy, policy.isEnforced else { return }
    let shortcomings = policy.shortcomings(of: password)
    try context.check(
      .passwordPolicy, shortcomings.isEmpty,
      because: "the password policy is enforced and unmet: "
        + shortcomings.joined(separator: ", "),
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
