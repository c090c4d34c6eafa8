/// What a project or tenant asks of its people's passwords.
package struct PasswordPolicy: Sendable, Hashable, Codable {
  package var isEnforced: Bool
  /// Whether a password that falls short is refused at sign-in too.
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
  package static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~"

  /// What a password lacks, as sentences without a full stop; empty when it is good.
  package func shortcomings(of password: String) -> [String] {
    let scalars = password.unicodeScalars
    func has(_ passes: (Unicode.Scalar) -> Bool) -> Bool { scalars.contains(where: passes) }
    let rules: [(isMet: Bool, text: String)] = [
      (scalars.count >= shortest, "at least \(shortest) characters"),
      (scalars.count <= longest, "at most \(longest) characters"),
      (!needsLowercase || has { $0.properties.isLowercase }, "a lower case character"),
      (!needsUppercase || has { $0.properties.isUppercase }, "an upper case character"),
      (!needsDigit || has { ("0"..."9").contains($0) }, "a numeric character"),
      (
        !needsSymbol || has { Self.symbols.unicodeScalars.contains($0) },
        "a non-alphanumeric character"
      ),
    ]
    return rules.filter { !$0.isMet }.map { "Password must contain \($0.text)" }
  }
}
