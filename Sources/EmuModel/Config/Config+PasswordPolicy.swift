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

  /// The requirements that were set.
  package var givenStrength: Config.PasswordStrength? {
    passwordPolicyVersions?.first?.customStrengthOptions
  }

  /// The requirements, with the default lengths.
  package var strength: Config.PasswordStrength {
    var strength = givenStrength ?? .init()
    strength.complete()
    return strength
  }

  /// Sets the fields of the server.
  mutating func settle() {
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
    func has(_ passes: (Unicode.Scalar) -> Bool) -> Bool { scalars.contains(where: passes) }
    let strength = strength
    let (shortest, longest) = (strength.shortest, strength.longest)
    let rules: [(isMet: Bool, shortcoming: Shortcoming)] = [
      (length >= shortest, .tooShort(least: shortest)),
      (length <= longest, .tooLong(most: longest)),
      (
        strength.containsLowercaseCharacter != true || has { $0.properties.isLowercase },
        .lowercase
      ),
      (
        strength.containsUppercaseCharacter != true || has { $0.properties.isUppercase },
        .uppercase
      ),
      (strength.containsNumericCharacter != true || has { ("0"..."9").contains($0) }, .digit),
      (
        strength.containsNonAlphanumericCharacter != true
          || has { Self.symbols.unicodeScalars.contains($0) }, .symbol
      ),
    ]
    return rules.filter { !$0.isMet }.map(\.shortcoming)
  }

  package enum Shortcoming: Sendable, Hashable {
    case tooShort(least: Int)
    case tooLong(most: Int)
    case lowercase, uppercase, digit, symbol

    /// A sentence without its full stop.
    package var sentence: String {
      let what =
        switch self {
        case .tooShort(let least): "must contain at least \(least) characters"
        case .tooLong(let most): "may contain at most \(most) characters"
        case .lowercase: "must contain a lower case character"
        case .uppercase: "must contain an upper case character"
        case .digit: "must contain a numeric character"
        case .symbol: "must contain a non-alphanumeric character"
        }
      return "Password \(what)"
    }

    /// The published name of the notification about it.
    package var code: String {
      switch self {
      case .tooShort: "MINIMUM_PASSWORD_LENGTH"
      case .tooLong: "MAXIMUM_PASSWORD_LENGTH"
      case .lowercase: "MISSING_LOWERCASE_CHARACTER"
      case .uppercase: "MISSING_UPPERCASE_CHARACTER"
      case .digit: "MISSING_NUMERIC_CHARACTER"
      case .symbol: "MISSING_NON_ALPHANUMERIC_CHARACTER"
      }
    }
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
