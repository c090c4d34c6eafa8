internal import EmuModel

/// `passwordPolicyConfig` of the Admin API's project and tenant, in seeds and exports.
struct PasswordPolicyDocument: Codable, Sendable {
  /// `OFF` or `ENFORCE`.
  var passwordPolicyEnforcementState: String?
  var forceUpgradeOnSignin: Bool?
  /// One, as in production.
  var passwordPolicyVersions: [Version]?

  struct Version: Codable, Sendable {
    var customStrengthOptions: Strength?
    var schemaVersion: Int?
  }

  struct Strength: Codable, Sendable {
    var minPasswordLength: Int?
    var maxPasswordLength: Int?
    var containsLowercaseCharacter: Bool?
    var containsUppercaseCharacter: Bool?
    var containsNumericCharacter: Bool?
    var containsNonAlphanumericCharacter: Bool?
  }
}

extension PasswordPolicyDocument {
  init(_ policy: PasswordPolicy) {
    func set(_ flag: Bool) -> Bool? { flag ? true : nil }
    passwordPolicyEnforcementState = policy.isEnforced ? "ENFORCE" : "OFF"
    forceUpgradeOnSignin = set(policy.forcesUpgradeOnSignIn)
    passwordPolicyVersions = [
      Version(
        customStrengthOptions: Strength(
          minPasswordLength: policy.shortest, maxPasswordLength: policy.longest,
          containsLowercaseCharacter: set(policy.needsLowercase),
          containsUppercaseCharacter: set(policy.needsUppercase),
          containsNumericCharacter: set(policy.needsDigit),
          containsNonAlphanumericCharacter: set(policy.needsSymbol)))
    ]
  }

  var policy: PasswordPolicy {
    let strength = passwordPolicyVersions?.first?.customStrengthOptions
    return PasswordPolicy(
      isEnforced: passwordPolicyEnforcementState == "ENFORCE",
      forcesUpgradeOnSignIn: forceUpgradeOnSignin ?? false,
      shortest: strength?.minPasswordLength ?? AccountLimits.shortestPassword,
      longest: strength?.maxPasswordLength ?? AccountLimits.password,
      needsLowercase: strength?.containsLowercaseCharacter ?? false,
      needsUppercase: strength?.containsUppercaseCharacter ?? false,
      needsDigit: strength?.containsNumericCharacter ?? false,
      needsSymbol: strength?.containsNonAlphanumericCharacter ?? false)
  }

  /// The minimal lengths that an administrator may set.
  private static let shortestLengths = 6...30

  /// - Parameter path: the path of the document in the seed.
  func check(_ path: String) throws(SeedError) {
    if let state = passwordPolicyEnforcementState, !["OFF", "ENFORCE"].contains(state) {
      throw SeedError(
        path: "\(path).passwordPolicyEnforcementState", message: "the state is OFF or ENFORCE")
    }
    guard passwordPolicyVersions?.count ?? 0 <= 1 else {
      throw SeedError(
        path: "\(path).passwordPolicyVersions",
        message: "a policy has one version; keep one of them")
    }
    let policy = policy
    guard Self.shortestLengths.contains(policy.shortest), policy.longest >= policy.shortest,
      policy.longest <= AccountLimits.password
    else {
      throw SeedError(
        path: "\(path).passwordPolicyVersions[0].customStrengthOptions",
        message: "minPasswordLength is 6 to 30, and maxPasswordLength from there to 4096")
    }
  }
}
