internal import EmuModel
internal import EmuStore

/// `GET v2/passwordPolicy`: the policy with which the Web SDK checks passwords.
enum GetPasswordPolicy: ReadOperation {
  struct Input: Decodable, Sendable {
    var tenantId: String?
  }

  struct Output: Codable, Sendable {
    var customStrengthOptions: Config.PasswordStrength
    var schemaVersion: Int32
    /// Production sends them to projects that require one.
    var allowedNonAlphanumericCharacters: [String]?
    var enforcementState: Config.PasswordPolicy.EnforcementState
    var forceUpgradeOnSignin: Bool?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output {
    let isProduction = context.rules.shape == .production
    let policy = context.project.passwordPolicy
    // Production sends default lengths only without a policy, which it calls enforced.
    let given = isProduction ? policy.map { $0.givenStrength ?? Config.PasswordStrength() } : nil
    let strength = (given ?? (policy ?? Config.PasswordPolicy()).strength).active
    let sendsSymbols = !isProduction || strength.containsNonAlphanumericCharacter == true
    return Output(
      customStrengthOptions: strength, schemaVersion: 1,
      allowedNonAlphanumericCharacters: sendsSymbols
        ? Config.PasswordPolicy.symbols.map { String($0) } : nil,
      enforcementState: policy?.isEnforced ?? isProduction ? .enforce : .off,
      forceUpgradeOnSignin: policy?.forceUpgradeOnSignin == true ? true : nil)
  }
}
