internal import EmuJSON
internal import EmuModel

extension PasswordPolicy {
  /// The minimal lengths that an administrator may set.
  private static let shortestLengths = 6...30

  /// Reads `passwordPolicyConfig`.
  ///
  /// - Throws: `INVALID_CONFIG` for invalid lengths, and for several versions.
  init(resource: JSON) throws(APIError) {
    guard resource["passwordPolicyVersions"]?.array?.count ?? 0 <= 1 else {
      throw .invalidConfig("passwordPolicyVersions must be of length 1.")
    }
    let options = resource["passwordPolicyVersions"]?[0]?["customStrengthOptions"]
    func flag(_ name: String) -> Bool { options?[name]?.bool ?? false }
    func length(_ name: String, default fallback: Int) -> Int {
      options?[name]?.int.flatMap { $0 == 0 ? nil : Int(exactly: $0) } ?? fallback
    }
    self.init(
      isEnforced: resource["passwordPolicyEnforcementState"]?.string == "ENFORCE",
      forcesUpgradeOnSignIn: resource["forceUpgradeOnSignin"]?.bool ?? false,
      shortest: length("minPasswordLength", default: AccountLimits.shortestPassword),
      longest: length("maxPasswordLength", default: AccountLimits.password),
      needsLowercase: flag("containsLowercaseCharacter"),
      needsUppercase: flag("containsUppercaseCharacter"),
      needsDigit: flag("containsNumericCharacter"),
      needsSymbol: flag("containsNonAlphanumericCharacter"))
    guard Self.shortestLengths.contains(shortest), longest >= shortest,
      longest <= AccountLimits.password
    else {
      throw .invalidConfig(
        "minPasswordLength is 6 to 30, and maxPasswordLength from there to 4096.")
    }
  }

  /// Returns `passwordPolicyConfig`.
  ///
  /// - Parameter sent: the configuration as it was written; each flag in it is returned, true or
  ///   false.
  func resource(sent: JSON?) -> JSONObject {
    var options = strengthOptions
    let written = sent?["passwordPolicyVersions"]?[0]?["customStrengthOptions"]
    for (name, isSet) in flags where !isSet && written?[name] != nil { options[name] = false }
    return [
      "passwordPolicyEnforcementState": .string(isEnforced ? "ENFORCE" : "OFF"),
      "forceUpgradeOnSignin": .bool(forcesUpgradeOnSignIn),
      "passwordPolicyVersions": [
        ["customStrengthOptions": .object(options), "schemaVersion": 1]
      ],
    ]
  }

  /// The active rules: true flags only, as production sends them to apps.
  var strengthOptions: JSONObject {
    var options: JSONObject = [
      "minPasswordLength": .int(Int64(shortest)), "maxPasswordLength": .int(Int64(longest)),
    ]
    for (name, isSet) in flags where isSet { options[name] = true }
    return options
  }

  private var flags: [(name: String, isSet: Bool)] {
    [
      ("containsLowercaseCharacter", needsLowercase),
      ("containsUppercaseCharacter", needsUppercase), ("containsNumericCharacter", needsDigit),
      ("containsNonAlphanumericCharacter", needsSymbol),
    ]
  }
}
