internal import EmuHTTP
internal import EmuJSON

// Configuration, tenants, providers, switches and API keys.

extension RandomState {
  /// Adds the project's configuration, a part in each call, since a later call may remove an earlier value.
  mutating func addConfig() {
    for _ in 0..<values.number(0...5) {
      switch values.number(0...9) {
      case 0:
        config(
          "signIn.email",
          ["signIn": ["email": ["enabled": values.flag(), "passwordRequired": values.flag()]]])
      case 1:
        config("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": values.flag()]]])
      case 2:
        config(
          "signIn.phoneNumber",
          [
            "signIn": [
              "phoneNumber": ["enabled": values.flag(), "testPhoneNumbers": testNumbers()]
            ]
          ])
      case 3:
        // Two users may have one address only where this is true, and no state here has such.
        config("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": values.flag()]])
      case 4: config("client.permissions", ["client": permissions()])
      case 5:
        config(
          "authorizedDomains",
          ["authorizedDomains": values.one(of: [[], ["localhost"], ["a.test", "b.test"]])])
      case 6:
        config(
          "blockingFunctions",
          [
            "blockingFunctions": [
              "triggers": values.one(of: [
                [:], ["beforeCreate": ["functionUri": "http://127.0.0.1:9/f"]],
              ]),
              "forwardInboundCredentials": [
                "idToken": values.flag(), "accessToken": values.flag(),
                "refreshToken": values.flag(),
              ],
            ]
          ])
      case 7:
        config(
          "quota,multiTenant,monitoring",
          [
            "quota": ["signUpQuotaConfig": ["quota": "7", "quotaDuration": "7200s"]],
            "multiTenant": ["allowTenants": values.flag()],
            "monitoring": ["requestLogging": ["enabled": values.flag()]],
          ])
      case 8:
        config(
          "notification",
          [
            "notification": [
              "defaultLocale": .string(values.text(20)),
              "sendSms": ["useDeviceLocale": values.flag()],
            ]
          ])
      default:
        let shared = sharedConfig(isTenant: false)
        config(shared.keys.joined(separator: ","), shared)
      }
    }
    if values.chance(20) {
      admin(.config, .patch, "v2", "/passkeyConfig?updateMask=rpId", ["rpId": "example.com"])
    }
  }

  private mutating func config(_ mask: String, _ body: JSONObject) {
    admin(.config, .patch, "v2", "/config?updateMask=\(mask)", .object(body))
  }

  private mutating func permissions() -> JSON {
    ["permissions": ["disabledUserSignup": values.flag(), "disabledUserDeletion": values.flag()]]
  }

  private mutating func testNumbers() -> JSON {
    var numbers = JSONObject()
    for _ in 0..<values.number(0...2) { numbers[values.phoneNumber()] = "123456" }
    return .object(numbers)
  }

  /// Returns some of the members that projects and tenants have.
  private mutating func sharedConfig(isTenant: Bool) -> JSONObject {
    var config = JSONObject()
    if values.chance(40) {
      config[isTenant ? "mfaConfig" : "mfa"] = [
        "state": values.one(of: ["DISABLED", "ENABLED", "MANDATORY"]),
        "enabledProviders": values.one(of: [[], ["PHONE_SMS"]]),
        "providerConfigs": values.one(of: [
          [],
          [
            [
              "state": "ENABLED",
              "totpProviderConfig": ["adjacentIntervals": .int(Int64(values.number(0...10)))],
            ]
          ],
        ]),
      ]
    }
    if values.chance(30) {
      config["smsRegionConfig"] = values.one(of: [
        ["allowByDefault": ["disallowedRegions": ["DE"]]],
        ["allowByDefault": ["disallowedRegions": []]],
        ["allowlistOnly": ["allowedRegions": []]],
        ["allowlistOnly": ["allowedRegions": ["US", "CH"]]],
      ])
    }
    if values.chance(30) {
      config["passwordPolicyConfig"] = [
        "passwordPolicyEnforcementState": values.one(of: ["OFF", "ENFORCE"]),
        "forceUpgradeOnSignin": values.flag(),
        "passwordPolicyVersions": [
          [
            "customStrengthOptions": [
              "minPasswordLength": .int(Int64(values.number(6...30))),
              "containsNumericCharacter": values.flag(),
              "containsLowercaseCharacter": values.flag(),
            ]
          ]
        ],
      ]
    }
    if values.chance(30) {
      config["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": values.flag()]
    }
    if values.chance(30) { config["recaptchaConfig"] = ["useAccountDefender": values.flag()] }
    if values.chance(30) { config["autodeleteAnonymousUsers"] = values.flag() }
    if config.isEmpty { config["autodeleteAnonymousUsers"] = values.flag() }
    return config
  }

  /// Adds the configuration of a tenant, which its users have made.
  mutating func addTenant(_ id: String) {
    guard values.chance(80) else { return }
    var tenant = sharedConfig(isTenant: true)
    for name in ["allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser"] {
      if values.chance(60) { tenant[name] = values.flag() }
    }
    if values.chance(20) { tenant["disableAuth"] = values.flag() }
    if values.chance(50) { tenant["displayName"] = .string(values.text(40)) }
    if values.chance(30) { tenant["client"] = permissions() }
    if values.chance(30) { tenant["testPhoneNumbers"] = testNumbers() }
    if values.chance(20) { tenant["inheritance"] = ["emailSendingConfig": values.flag()] }
    let mask = tenant.keys.joined(separator: ",")
    admin(.tenants, .patch, "v2", "?updateMask=\(mask)", tenant: id, .object(tenant))
    if values.chance(15) {
      admin(
        .tenants, .post, "v2", "/tenants",
        ["displayName": "Other", "allowPasswordSignup": values.flag()])
    }
  }

  // MARK: - Providers

  mutating func addProviders() {
    for tenant in [nil] + tenants.map(Optional.some) {
      if values.chance(30) {
        admin(
          .providers, .post, "v2", "/oauthIdpConfigs?oauthIdpConfigId=oidc.corp", tenant: tenant,
          [
            "clientId": .string(values.word()), "issuer": "https://x.test",
            "enabled": values.flag(),
            "displayName": .string(values.line(40)), "clientSecret": .string(values.line(30)),
            "responseType": values.one(of: [[:], ["code": true], ["idToken": true, "code": false]]),
          ])
      }
      if values.chance(20) {
        admin(
          .providers, .post, "v2", "/inboundSamlConfigs?inboundSamlConfigId=saml.corp",
          tenant: tenant,
          [
            "enabled": values.flag(), "displayName": .string(values.line(40)),
            "idpConfig": [
              "idpEntityId": .string(values.word()), "ssoUrl": "https://x.test/sso",
              "idpCertificates": [["x509Certificate": "-----BEGIN CERTIFICATE-----"]],
            ],
            "spConfig": ["spEntityId": .string(values.word()), "callbackUri": "https://x.test/cb"],
          ])
      }
      if values.chance(30) {
        admin(
          .providers, .post, "v2", "/defaultSupportedIdpConfigs?idpId=google.com", tenant: tenant,
          ["clientId": .string(values.word()), "enabled": values.flag()])
      }
    }
    guard values.chance(40) else { return }
    seed(
      .providers,
      [
        "providers": [
          "apple.com": [
            "enabled": values.flag(), "clientId": .string(values.word()),
            "bundleIds": values.one(of: [[], ["a.b"], ["a.b", "c.d"]]),
            "appleIssuer": [
              "flagsAsText": values.flag(), "renewsIdToken": values.flag(),
              "eventsAsObject": values.flag(), "relaySenders": values.one(of: [[], ["a@x.test"]]),
            ],
          ],
          "microsoft.com": [
            "clientId": .string(values.word()), "enabled": values.flag(),
            "registration": [
              "signInAudience": "AzureADMyOrg", "publicClient": values.flag(),
              "idTokens": values.flag(),
              "spaRedirectUris": [], "assignedUsers": values.one(of: [[], ["a@x.test"]]),
            ],
          ],
        ]
      ])
  }

  mutating func addSwitches() {
    if values.chance(20) {
      control(
        .switches, .post, "projects/\(project)/apiKeys",
        ["apiKey": .string("AIza\(values.word(8...8))")])
    }
    guard values.chance(50) else { return }
    var switches = JSONObject()
    for name in values.some(of: [
      "recentLogin", "idTokenExpiry", "passwordPolicy", "attemptLimits", "mfaState",
    ]) {
      switches[name] = values.one(of: ["off", "warn", "on"])
    }
    control(.switches, .patch, "projects/\(project)/settings", .object(switches))
  }
}
