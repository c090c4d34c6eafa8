internal import EmuJSON
internal import EmuModel

extension PasswordPolicy {
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
