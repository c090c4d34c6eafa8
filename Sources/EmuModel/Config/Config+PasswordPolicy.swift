package import EmuJSON

extension Config {
  package struct PasswordPolicy: Codable, Sendable, Hashable {
    package enum EnforcementState: String, WireEnum {
      case unspecified = "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
      case off = "OFF"
      case enforce = "ENFORCE"

      package static let protoName =
        adminV2("PasswordPolicyConfig.PasswordPolicyEnforcementState")
    }

    package struct Version: Codable, Sendable, Hashable {
      package var customStrengthOptions: PasswordStrength?
      @OutputOnly package var schemaVersion: Int32?
    }

    package var passwordPolicyEnforcementState: EnforcementState?
    /// True when a password that does not meet them is rejected at sign-in too.
    package var forceUpgradeOnSignin: Bool?
    /// One, as in production.
    package var passwordPolicyVersions: [Version]?
    @OutputOnly package var lastUpdateTime: String?

    package init() {}
  }

  package struct PasswordStrength: Codable, Sendable, Hashable {
    package var minPasswordLength: Int32?
    package var maxPasswordLength: Int32?
    package var containsLowercaseCharacter: Bool?
    package var containsUppercaseCharacter: Bool?
    package var containsNumericCharacter: Bool?
    package var containsNonAlphanumericCharacter: Bool?

    package init() {}
  }
}

extension Config.PasswordPolicy {
  /// The characters that count as symbols.
  package static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`-"

  /// The minimal lengths that an administrator may set.
  private static let shortestLengths = 6...30

  package var isEnforced: Bool { passwordPolicyEnforcementState == .enforce }

  package var givenStrength: Config.PasswordStrength? {
    passwordPolicyVersions?.first?.customStrengthOptions
  }

  /// The requirements, with the default lengths.
  package var strength: Config.PasswordStrength {
    var strength = givenStrength ?? .init()
    strength.complete()
    return strength
  }

  /// Sets the fields of the server; an export has the time of its last change.
  mutating func settle(after update: Self?) {
    lastUpdateTime = update?.lastUpdateTime ?? lastUpdateTime
    for index in (passwordPolicyVersions ?? []).indices {
      passwordPolicyVersions?[index].schemaVersion = 1
    }
  }

  /// Sets absent values of a valid policy to their defaults, as the official emulator shows them.
  package mutating func complete() {
    guard passwordPolicyVersions?.count ?? 0 <= 1 else { return }
    if passwordPolicyEnforcementState != .enforce { passwordPolicyEnforcementState = .off }
    forceUpgradeOnSignin = forceUpgradeOnSignin ?? false
    var version = Version(customStrengthOptions: strength)
    version.schemaVersion = 1
    passwordPolicyVersions = [version]
  }

  /// Returns the unmet requirements; empty for a valid password.
  package func shortcomings(of password: String) -> [Shortcoming] {
    let scalars = password.unicodeScalars
    let length = password.utf16.count
    let strength = strength
    let (shortest, longest) = (strength.shortest, strength.longest)
    var unmet: [Shortcoming] = []
    func check(_ isMet: Bool, _ code: String, _ rule: @autoclosure () -> String) {
      if !isMet { unmet.append(Shortcoming(sentence: "Password \(rule())", code: code)) }
    }
    func check(
      _ isRequired: Bool?, _ code: String, _ kind: String, _ isOfKind: (Unicode.Scalar) -> Bool
    ) {
      check(
        isRequired != true || scalars.contains(where: isOfKind), code,
        "must contain \(kind) character")
    }
    check(
      length >= shortest, "MINIMUM_PASSWORD_LENGTH",
      "must contain at least \(shortest) characters")
    check(
      length <= longest, "MAXIMUM_PASSWORD_LENGTH",
      "may contain at most \(longest) characters")
    check(strength.containsLowercaseCharacter, "MISSING_LOWERCASE_CHARACTER", "a lower case") {
      $0.properties.isLowercase
    }
    check(strength.containsUppercaseCharacter, "MISSING_UPPERCASE_CHARACTER", "an upper case") {
      $0.properties.isUppercase
    }
    check(strength.containsNumericCharacter, "MISSING_NUMERIC_CHARACTER", "a numeric") {
      ("0"..."9").contains($0)
    }
    check(
      strength.containsNonAlphanumericCharacter, "MISSING_NON_ALPHANUMERIC_CHARACTER",
      "a non-alphanumeric"
    ) { Self.symbols.unicodeScalars.contains($0) }
    return unmet
  }

  package struct Shortcoming: Sendable, Hashable {
    /// A sentence without its full stop.
    package let sentence: String
    /// The published name of the notification about it.
    package let code: String
  }
}

extension Config.PasswordPolicy: ConfigSection {
  package func check() throws(ConfigProblem) {
    guard passwordPolicyVersions?.count ?? 0 <= 1 else {
      throw ConfigProblem(
        at: "passwordPolicyVersions", "passwordPolicyVersions must be of length 1.")
    }
    let strength = strength
    let path = "passwordPolicyVersions[0].customStrengthOptions"
    guard Self.shortestLengths.contains(strength.shortest) else {
      throw ConfigProblem(
        at: "\(path).minPasswordLength", "Minimum password length must be between 6 and 30")
    }
    guard (strength.shortest...AccountLimits.password).contains(strength.longest) else {
      throw ConfigProblem(
        at: "\(path).maxPasswordLength",
        "Maximum password length must be between \(strength.shortest) and "
          + "\(AccountLimits.password)")
    }
  }
}

extension Config.PasswordStrength {
  package var shortest: Int { minPasswordLength.map { Int($0) } ?? AccountLimits.shortestPassword }
  package var longest: Int { maxPasswordLength.map { Int($0) } ?? AccountLimits.password }

  /// The active rules: true flags only, as production sends them to apps.
  package var active: Self {
    func set(_ flag: Bool?) -> Bool? { flag == true ? true : nil }
    var active = self
    active.containsLowercaseCharacter = set(containsLowercaseCharacter)
    active.containsUppercaseCharacter = set(containsUppercaseCharacter)
    active.containsNumericCharacter = set(containsNumericCharacter)
    active.containsNonAlphanumericCharacter = set(containsNonAlphanumericCharacter)
    return active
  }

  /// Sets the default lengths where none is given.
  fileprivate mutating func complete() {
    func given(_ length: Int32?) -> Int32? { length == 0 ? nil : length }
    minPasswordLength = given(minPasswordLength) ?? Int32(AccountLimits.shortestPassword)
    maxPasswordLength = given(maxPasswordLength) ?? Int32(AccountLimits.password)
  }
}
