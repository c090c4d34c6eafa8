import EmuTestSupport
import Testing

extension `Stored values in exports` {
  private static let bad = "INVALID_CONFIG"
  private static let pem: JSON = "-----BEGIN PRIVATE KEY-----\n"

  static let configurations: [Row] = [
    .oidc("a provider's name with a line end", ["displayName": "a\nb"], refused: bad),
    .oidc("a provider's name with U+0000", ["displayName": "a\u{0}b"], refused: bad),
    .oidc("a long name of a provider", ["displayName": long(300)], refused: bad),
    .oidc("a client id of 600 bytes", ["clientId": long(600)], refused: bad),
    .oidc("a client id of 512 bytes", ["clientId": long(512)]),
    .oidc("a client secret of 5000 bytes", ["clientSecret": long(5000)], refused: bad),
    .oidc("a client secret with a tab", ["clientSecret": "a\tb"], refused: bad),
    .oidc("an issuer with a fragment", ["issuer": "https://x.test/#a"], refused: "INVALID_ISSUER"),
    .oidc("an issuer with a query", ["issuer": "https://x.test/?a"], refused: "INVALID_ISSUER"),
    .oidc("an issuer beyond ASCII", ["issuer": "https://x.test/\u{E9}"]),
    .oidc(
      "a long issuer", ["issuer": .string("https://x.test/" + String(repeating: "a", count: 1024))],
      refused: "INVALID_ISSUER"),
    .saml("a name of SAML with a line end", ["displayName": "a\nb"], refused: bad),
    .saml("an address beyond ASCII", ["idpConfig": ["ssoUrl": "https://x.t/\u{E9}"]], refused: bad),
    .saml("an address of no host", ["idpConfig": ["ssoUrl": "https://x;y.t/"]], refused: bad),
    .saml(
      "a callback beyond ASCII", ["spConfig": ["callbackUri": "https://x.t/\u{E9}"]], refused: bad),
    .saml("an entity with a line end", ["idpConfig": ["idpEntityId": "a\nb"]], refused: bad),
    .saml("a long entity", ["idpConfig": ["idpEntityId": long(3000)]], refused: bad),
    .saml("an SP's entity with a line end", ["spConfig": ["spEntityId": "a\nb"]], refused: bad),
    .apple("an empty bundle id", ["bundleIds": [""]], refused: bad),
    .apple("a bundle id of 600 bytes", ["bundleIds": [long(600)]], refused: bad),
    .apple(
      "a key that is not PEM",
      ["codeFlowConfig": ["teamId": "t", "keyId": "k", "privateKey": "p"]], refused: bad),
    .apple(
      "a team id with a line end",
      ["codeFlowConfig": ["teamId": "t\n", "keyId": "k", "privateKey": pem]], refused: bad),
    .apple("a key of PEM", ["codeFlowConfig": ["teamId": "t", "keyId": "k", "privateKey": pem]]),
    .mfa(
      "unspecified second factors",
      ["state": "STATE_UNSPECIFIED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]]),
    .mfa("a second factor without its state", ["providerConfigs": [["state": "ENABLED"]]]),
    .mfa(
      "an unspecified state of authenticator apps",
      ["providerConfigs": [["state": "MFA_STATE_UNSPECIFIED", "totpProviderConfig": [:]]]]),
    .mfa(
      "too many intervals",
      ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 11]]]],
      refused: "INVALID_ADJACENT_INTERVAL_RANGE"),
    .policy(
      "an unspecified state of the password policy",
      ["passwordPolicyEnforcementState": "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"]),
    .policy(
      "lengths of zero in the password policy",
      [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [
          ["customStrengthOptions": ["minPasswordLength": 0, "maxPasswordLength": 0]]
        ],
      ]),
    .policy(
      "a short password in the policy",
      ["passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 5]]]],
      refused: bad),
    .set("a region in small letters", regions(["allowlistOnly": ["allowedRegions": ["us"]]])),
    .set(
      "an unknown region", regions(["allowlistOnly": ["allowedRegions": ["usa"]]]),
      refused: "INVALID_REGION_CODE"),
    .set("regions of no kind", regions(["allowByDefault": [:]])),
    .testNumber("a test number in another form", "+1 (555) 555", "123456"),
    .testNumber("a code of five digits", "+15555550100", "12345"),
    Row("more test numbers than the quota that is turned on afterwards") { emulator in
      let numbers: JSON = ["signIn": ["phoneNumber": ["testPhoneNumbers": Self.numbers]]]
      let reply = await emulator.admin("v2/config", numbers, method: .patch)
      _ = await emulator.control(.patch, "projects/demo-project/settings", #"{"quotas":"on"}"#)
      return reply
    },
    .set("authorised domains of any text", ["authorizedDomains": ["", "a\nb", "https://x"]]),
    .set("a function without an address", function("")),
    .set("a function at no address", function("x"), refused: "INVALID_BLOCKING_FUNCTION"),
    .set(
      "texts of messages with line ends",
      [
        "notification": [
          "defaultLocale": "a\nb", "sendEmail": ["resetPasswordTemplate": ["body": "a\u{0}\nb"]],
        ]
      ]),
    .set("a relying party in capital letters", ["rpId": "X.test"], in: "passkeyConfig"),
    .set("a relying party of no domain", ["rpId": "x y"], in: "passkeyConfig", refused: bad),
    .set("origins of any scheme", origins([":", "a:\n"]), in: "passkeyConfig"),
    .set("an origin without a scheme", origins(["x"]), in: "passkeyConfig", refused: bad),
    .tenant("a tenant whose name has a line end", ["displayName": "a\nb\u{0}"]),
    .tenant("a tenant without a name", [:]),
    .tenant(
      "a tenant with unspecified second factors",
      ["displayName": "A", "mfaConfig": ["state": "STATE_UNSPECIFIED", "enabledProviders": []]]),
    .tenant(
      "a tenant with a policy",
      [
        "displayName": "Acme",
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
        ],
        "testPhoneNumbers": ["+1 5": "000000"],
      ]),
    .person(
      "a consent to a client with a long id", at: "google.com",
      ["email": "a@x.test", "authorizedClients": [long(600)]]),
    .person(
      "a person with a relay and capital letters", at: "apple.com",
      ["email": "A@X.test", "hideEmail": true, "relayEmail": "A@privaterelay.appleid.com"]),
    .person(
      "a person whose name has two spaces", at: "google.com",
      ["email": "a@x.test", "name": "A  B C"]),
    Row("a generated person of each provider") { emulator in
      var reply = Reply(status: 0)
      for id in [
        "google.com", "apple.com", "facebook.com", "github.com", "microsoft.com", "twitter.com",
        "yahoo.com", "linkedin.com", "oidc.a", "saml.a",
      ] {
        reply = await emulator.control(.post, "issuers/\(id)/accounts", "{}")
        #expect(reply.status == 200, "\(id): \(reply.text)")
      }
      return reply
    },
  ]

  private static func regions(_ config: JSON) -> JSON { ["smsRegionConfig": config] }

  private static func function(_ address: JSON) -> JSON {
    ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": address]]]]
  }

  private static func origins(_ list: JSON) -> JSON { ["rpId": "x.test", "expectedOrigins": list] }
}
