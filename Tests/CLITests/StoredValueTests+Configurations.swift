import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension `Stored values in exports` {
  static let configurations: [Row] = [
    .oidc("a provider's name with a line end", refused: "INVALID_CONFIG", ["displayName": "a\nb"]),
    .oidc("a provider's name with U+0000", refused: "INVALID_CONFIG", ["displayName": "a\u{0}b"]),
    .oidc("a long name of a provider", refused: "INVALID_CONFIG", ["displayName": long(300)]),
    .oidc("a client id of 600 bytes", refused: "INVALID_CONFIG", ["clientId": long(600)]),
    .oidc("a client id of 512 bytes", ["clientId": long(512)]),
    .oidc("a client secret of 5000 bytes", refused: "INVALID_CONFIG", ["clientSecret": long(5000)]),
    .oidc("a client secret with a tab", refused: "INVALID_CONFIG", ["clientSecret": "a\tb"]),
    .oidc("an issuer with a fragment", refused: "INVALID_ISSUER", ["issuer": "https://x.test/#a"]),
    .oidc("an issuer with a query", refused: "INVALID_ISSUER", ["issuer": "https://x.test/?a"]),
    .oidc("an issuer beyond ASCII", ["issuer": "https://x.test/\u{E9}"]),
    .oidc(
      "a long issuer", refused: "INVALID_ISSUER",
      ["issuer": .string("https://x.test/" + String(repeating: "a", count: 1024))]),
    .saml("a name of SAML with a line end", refused: "INVALID_CONFIG", ["displayName": "a\nb"]),
    .saml(
      "a sign-on address beyond ASCII", refused: "INVALID_CONFIG",
      ["idpConfig": ["ssoUrl": "https://x.test/\u{E9}"]]),
    .saml(
      "a sign-on address with a semicolon in the host", refused: "INVALID_CONFIG",
      ["idpConfig": ["ssoUrl": "https://x;y.test/"]]),
    .saml(
      "a callback beyond ASCII", refused: "INVALID_CONFIG",
      ["spConfig": ["callbackUri": "https://x.test/\u{E9}"]]),
    .saml(
      "an entity with a line end", refused: "INVALID_CONFIG", ["idpConfig": ["idpEntityId": "a\nb"]]
    ),
    .saml("a long entity", refused: "INVALID_CONFIG", ["idpConfig": ["idpEntityId": long(3000)]]),
    .saml(
      "a service provider's entity with a line end", refused: "INVALID_CONFIG",
      ["spConfig": ["spEntityId": "a\nb"]]),
    .apple("an empty bundle id", refused: "INVALID_CONFIG", ["bundleIds": [""]]),
    .apple("a bundle id of 600 bytes", refused: "INVALID_CONFIG", ["bundleIds": [long(600)]]),
    .apple(
      "a key that is not PEM", refused: "INVALID_CONFIG",
      ["codeFlowConfig": ["teamId": "t", "keyId": "k", "privateKey": "p"]]),
    .apple(
      "a team id with a line end", refused: "INVALID_CONFIG",
      [
        "codeFlowConfig": [
          "teamId": "t\n", "keyId": "k", "privateKey": "-----BEGIN PRIVATE KEY-----",
        ]
      ]),
    .apple(
      "a key of PEM",
      [
        "codeFlowConfig": [
          "teamId": "t", "keyId": "k", "privateKey": "-----BEGIN PRIVATE KEY-----\n",
        ]
      ]),
    .config(
      "unspecified second factors",
      [
        "mfa": ["state": "STATE_UNSPECIFIED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]]
      ]),
    .config(
      "a second factor without its state", ["mfa": ["providerConfigs": [["state": "ENABLED"]]]]),
    .config(
      "an unspecified state of authenticator apps",
      [
        "mfa": ["providerConfigs": [["state": "MFA_STATE_UNSPECIFIED", "totpProviderConfig": [:]]]]
      ]),
    .config(
      "too many intervals", refused: "INVALID_ADJACENT_INTERVAL_RANGE",
      [
        "mfa": ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 11]]]]
      ]),
    .config(
      "an unspecified state of the password policy",
      [
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
        ]
      ]),
    .config(
      "lengths of zero in the password policy",
      [
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [
            ["customStrengthOptions": ["minPasswordLength": 0, "maxPasswordLength": 0]]
          ],
        ]
      ]),
    .config(
      "a short password in the policy", refused: "INVALID_CONFIG",
      [
        "passwordPolicyConfig": [
          "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 5]]]
        ]
      ]),
    .config(
      "a region in small letters",
      ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["us"]]]]),
    .config(
      "an unknown region", refused: "INVALID_REGION_CODE",
      [
        "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["usa"]]]
      ]),
    .config("regions of no kind", ["smsRegionConfig": ["allowByDefault": [:]]]),
    .config(
      "a test number in another form",
      [
        "signIn": ["phoneNumber": ["testPhoneNumbers": ["+1 (555) 555": "123456"]]]
      ]),
    .config(
      "a code of five digits",
      [
        "signIn": ["phoneNumber": ["testPhoneNumbers": ["+15555550100": "12345"]]]
      ]),
    Row("more test numbers than the quota that is turned on afterwards") { emulator in
      let reply = await emulator.admin(
        "v2/config",
        [
          "signIn": [
            "phoneNumber": [
              "testPhoneNumbers": Self.numbers
            ]
          ]
        ], method: .patch)
      _ = await emulator.control(.patch, "projects/demo-project/settings", #"{"quotas":"on"}"#)
      return reply
    },
    .config("authorised domains of any text", ["authorizedDomains": ["", "a\nb", "https://x"]]),
    .config(
      "a function without an address",
      [
        "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": ""]]]
      ]),
    .config(
      "a function at no address", refused: "INVALID_BLOCKING_FUNCTION",
      [
        "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "x"]]]
      ]),
    .config(
      "texts of messages with line ends",
      [
        "notification": [
          "defaultLocale": "a\nb", "sendEmail": ["resetPasswordTemplate": ["body": "a\u{0}\nb"]],
        ]
      ]),
    Row("a relying party in capital letters") {
      await $0.admin("v2/passkeyConfig", ["rpId": "X.test"], method: .patch)
    },
    Row("a relying party that is no domain", refused: "INVALID_CONFIG") {
      await $0.admin("v2/passkeyConfig", ["rpId": "x y"], method: .patch)
    },
    Row("origins of any scheme") {
      await $0.admin(
        "v2/passkeyConfig", ["rpId": "x.test", "expectedOrigins": [":", "a:\n"]], method: .patch)
    },
    Row("an origin without a scheme", refused: "INVALID_CONFIG") {
      await $0.admin(
        "v2/passkeyConfig", ["rpId": "x.test", "expectedOrigins": ["x"]], method: .patch)
    },
    .tenant("a tenant whose name has a line end", ["displayName": "a\nb\u{0}"]),
    .tenant("a tenant without a name", [:]),
    .tenant(
      "a tenant with unspecified second factors",
      [
        "displayName": "Acme", "mfaConfig": ["state": "STATE_UNSPECIFIED", "enabledProviders": []],
      ]),
    .tenant(
      "a tenant with a policy",
      [
        "displayName": "Acme",
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
        ],
        "testPhoneNumbers": ["+1 5": "000000"],
      ]),
    Row("a consent to a client with a long id") { emulator in
      await emulator.control(
        .post, "issuers/google.com/accounts",
        JSON.object(["email": "a@x.test", "authorizedClients": [long(600)]]).serialized())
    },
    Row("a person with a relay and capital letters") { emulator in
      await emulator.control(
        .post, "issuers/apple.com/accounts",
        #"{"email":"A@X.test","hideEmail":true,"relayEmail":"A@privaterelay.appleid.com"}"#)
    },
    Row("a person whose name has two spaces") { emulator in
      await emulator.control(
        .post, "issuers/google.com/accounts", #"{"email":"a@x.test","name":"A  B C"}"#)
    },
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
}
