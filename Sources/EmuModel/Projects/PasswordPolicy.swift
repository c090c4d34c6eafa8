/// The password requirements of a project or tenant.
package struct PasswordPolicy: Sendable, Hashable, Codable {
  package var isEnforced: Bool
  /// True when a password that does not meet them is rejected at sign-in too.
  package var forcesUpgradeOnSignIn: Bool
  package var shortest: Int
  package var longest: Int
  package var needsLowercase: Bool
  package var needsUppercase: Bool
  package var needsDigit: Bool
  package var needsSymbol: Bool

  package init(
    isEnforced: Bool = false, forcesUpgradeOnSignIn: Bool = false,
    shortest: Int = AccountLimits.shortestPassword, longest: Int = AccountLimits.password,
    needsLowercase: Bool = false, needsUppercase: Bool = false, needsDigit: Bool = false,
    needsSymbol: Bool = false
  ) {
    self.isEnforced = isEnforced
    self.forcesUpgradeOnSignIn = forcesUpgradeOnSignIn
    self.shortest = shortest
    self.longest = longest
    self.needsLowercase = needsLowercase
    self.needsUppercase = needsUppercase
    self.needsDigit = needsDigit
    self.needsSymbol = needsSymbol
  }

  /// The characters that count as symbols.
  package static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`-"

  /// Returns the unmet requirements; empty for a valid password.
  package func shortcomings(of password: String) -> [Shortcoming] {
    let scalars = password.unicodeScalars
    func has(_ passes: (Unicode.Scalar) -> Bool) -> Bool { scalars.contains(where: passes) }
    let rules: [(isMet: Bool, shortcoming: Shortcoming)] = [
      (scalars.count >= shortest, .tooShort(least: shortest)),
      (scalars.count <= longest, .tooLong(most: longest)),
      (!needsLowercase || has { $0.properties.isLowercase }, .lowercase),
      (!needsUppercase || has { $0.properties.isUppercase }, .uppercase),
      (!needsDigit || has { ("0"..."9").contains($0) }, .digit),
      (!needsSymbol || has { Self.symbols.unicodeScalars.contains($0) }, .symbol),
    ]
    return rules.filter { !$0.isMet }.map(\.shortcoming)
  }

  /// An unmet requirement.
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
