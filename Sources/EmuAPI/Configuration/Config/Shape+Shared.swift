internal import EmuWire

// Messages of the v2 API that projects and tenants share.

extension Shape {
  static let emailPrivacy = Shape(["enableImprovedEmailPrivacy": .flag])

  static let permissions = Shape(["disabledUserSignup": .flag, "disabledUserDeletion": .flag])

  static let hashConfig = Shape(
    [:],
    outputOnly: [
      "algorithm": .choice([
        "HASH_ALGORITHM_UNSPECIFIED", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SCRYPT",
        "PBKDF_SHA1", "MD5", "HMAC_SHA512", "SHA1", "BCRYPT", "PBKDF2_SHA256", "SHA256", "SHA512",
        "STANDARD_SCRYPT",
      ]),
      "memoryCost": .int32, "rounds": .int32, "saltSeparator": .text, "signerKey": .text,
    ])

  static let monitoring = Shape(["requestLogging": .message(Shape(["enabled": .flag]))])

  static let mobileLinks = Shape([
    "domain": .choice(["DOMAIN_UNSPECIFIED", "FIREBASE_DYNAMIC_LINK_DOMAIN", "HOSTING_DOMAIN"])
  ])

  static let smsRegions = Shape([
    "allowByDefault": .message(Shape(["disallowedRegions": .list(.text)])),
    "allowlistOnly": .message(Shape(["allowedRegions": .list(.text)])),
  ])

  static let mfa = Shape([
    "state": .choice(SecondFactorsDocument.states),
    "enabledProviders": .list(.choice(SecondFactorsDocument.providers)),
    "providerConfigs": .list(
      .message(
        Shape([
          "state": .choice(SecondFactorsDocument.appStates),
          "totpProviderConfig": .message(Shape(["adjacentIntervals": .int32])),
        ]))),
  ])

  static let passwordPolicy = Shape(
    [
      "passwordPolicyEnforcementState": .choice(PasswordPolicyDocument.states),
      "forceUpgradeOnSignin": .flag,
      "passwordPolicyVersions": .list(
        .message(
          Shape(
            ["customStrengthOptions": .message(.passwordStrength)],
            outputOnly: ["schemaVersion": .int32]))),
    ], outputOnly: ["lastUpdateTime": .formatted(.time)])

  static let passwordStrength = Shape([
    "minPasswordLength": .int32, "maxPasswordLength": .int32, "containsLowercaseCharacter": .flag,
    "containsUppercaseCharacter": .flag, "containsNumericCharacter": .flag,
    "containsNonAlphanumericCharacter": .flag,
  ])

  static let recaptcha: Shape = {
    let state = FieldType.choice([
      "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE",
    ])
    let action = FieldType.choice(["RECAPTCHA_ACTION_UNSPECIFIED", "BLOCK"])
    let keyType = FieldType.choice(["CLIENT_TYPE_UNSPECIFIED", "WEB", "IOS", "ANDROID"])
    return Shape([
      "emailPasswordEnforcementState": state, "phoneEnforcementState": state,
      "managedRules": .list(.message(Shape(["action": action, "endScore": .number]))),
      "tollFraudManagedRules": .list(.message(Shape(["action": action, "startScore": .number]))),
      "recaptchaKeys": .list(.message(Shape(["key": .text, "type": keyType]))),
      "useAccountDefender": .flag, "useSmsBotScore": .flag, "useSmsTollFraudProtection": .flag,
    ])
  }()
}
