package import EmuModel

/// `passwordPolicyConfig` of the Admin API's project and tenant, in seeds and exports.
package struct PasswordPolicyDocument: ConfigPart {
  /// One of ``states``.
  package var passwordPolicyEnforcementState: String?
  package var forceUpgradeOnSignin: Bool?
  /// One, as in production.
  package var passwordPolicyVersions: [Version]?
  /// RFC 3339.
  package var lastUpdateTime: String?

  package struct Version: Codable, Sendable {
    package var customStrengthOptions: Strength?
    package var schemaVersion: Int?
  }

  package struct Strength: Codable, Sendable {
    package var minPasswordLength: Int?
    package var maxPasswordLength: Int?
    package var containsLowercaseCharacter: Bool?
    package var containsUppercaseCharacter: Bool?
    package var containsNumericCharacter: Bool?
    package var containsNonAlphanumericCharacter: Bool?
  }
}

extension PasswordPolicyDocument {
  package init(_ policy: PasswordPolicy) {
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

  package var policy: PasswordPolicy {
    let strength = passwordPolicyVersions?.first?.customStrengthOptions
    return PasswordPolicy(
      isEnforced: passwordPolicyEnforcementState == "ENFORCE",
      forcesUpgradeOnSignIn: forceUpgradeOnSignin ?? false,
      shortest: Self.given(strength?.minPasswordLength) ?? AccountLimits.shortestPassword,
      longest: Self.given(strength?.maxPasswordLength) ?? AccountLimits.password,
      needsLowercase: strength?.containsLowercaseCharacter ?? false,
      needsUppercase: strength?.containsUppercaseCharacter ?? false,
      needsDigit: strength?.containsNumericCharacter ?? false,
      needsSymbol: strength?.containsNonAlphanumericCharacter ?? false)
  }

  /// Zero is the length of an unset field.
  private static func given(_ length: Int?) -> Int? { length == 0 ? nil : length }

  package static let states = ["PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]

  /// The minimal lengths that an administrator may set.
  private static let shortestLengths = 6...30

  package func check(_ path: String) throws(DocumentError) {
    if let state = passwordPolicyEnforcementState, !Self.states.contains(state) {
      throw DocumentError(
        field: "\(path).passwordPolicyEnforcementState", message: "the state is OFF or ENFORCE")
    }
    guard passwordPolicyVersions?.count ?? 0 <= 1 else {
      throw DocumentError(
        field: "\(path).passwordPolicyVersions",
        message: "a policy has one version; keep one of them")
    }
    let policy = policy
    guard Self.shortestLengths.contains(policy.shortest), policy.longest >= policy.shortest,
      policy.longest <= AccountLimits.password
    else {
      throw DocumentError(
        field: "\(path).passwordPolicyVersions[0].customStrengthOptions",
        message: "minPasswordLength is 6 to 30, and maxPasswordLength from there to 4096")
    }
  }
}
