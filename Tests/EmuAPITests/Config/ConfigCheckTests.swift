import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `Checks of a configuration` {
  @Test(
    arguments: [
      (
        #"{"smsRegionConfig":{"allowByDefault":{},"allowlistOnly":{}}}"#,
        "Invalid value at 'config.sms_region_config' (oneof), oneof field 'sms_region_policy' is "
          + "already set. Cannot set 'allowlistOnly'"
      ),
      (
        #"{"smsRegionConfig":{"allowlistOnly":{"allowedRegions":["us","ZZ"]}}}"#,
        "INVALID_REGION_CODE : Invalid region code."
      ),
      (
        #"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"5555550100":"123456"}}}}"#,
        "INVALID_PHONE_NUMBER : Invalid format."
      ),
      (
        #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{"customStrengthOptions":{"minPasswordLength":5}}]}}"#,
        "INVALID_CONFIG : Minimum password length must be between 6 and 30"
      ),
      (
        #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{},{}]}}"#,
        "INVALID_CONFIG : passwordPolicyVersions must be of length 1."
      ),
      (
        #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{"customStrengthOptions":{"minPasswordLength":12,"maxPasswordLength":11}}]}}"#,
        "INVALID_CONFIG : Maximum password length must be between 12 and 4096"
      ),
      (
        #"{"mfa":{"providerConfigs":[{"totpProviderConfig":{"adjacentIntervals":11}}]}}"#,
        "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 "
          + "and 10, inclusive"
      ),
    ], Profile.allCases)
  func `a configuration rejects values in both profiles, with production's texts`(
    _ row: (body: String, message: String), _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let before = await emulator.configuration(.get, "config").json
    let reply = await emulator.configuration(.patch, "config", try JSON(parsing: row.body))
    #expect(reply.errorMessage == row.message)
    #expect(await emulator.configuration(.get, "config").json == before)
  }

  @Test(arguments: [
    (
      "config", #"{"authorizedDomains":["a.example.com","https://b.example.com"]}"#,
      "INVALID_AUTHORIZED_DOMAIN : https://b.example.com should only contain the valid domain."
    ),
    (
      "config", #"{"authorizedDomains":["a.example.com:8080"]}"#,
      "INVALID_AUTHORIZED_DOMAIN : a.example.com:8080 should only contain the valid domain."
    ),
    (
      "config", #"{"authorizedDomains":[""]}"#,
      "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty."
    ),
    (
      "config", #"{"notification":{"sendEmail":{"verifyEmailTemplate":{"subject":"Hello"}}}}"#,
      "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED"
    ),
    ("config", #"{"recaptchaConfig":{"recaptchaKeys":[{"key":"k"}]}}"#, "INVALID_SITE_KEY"),
    (
      "tenants/t1", #"{"displayName":"name","recaptchaConfig":{"recaptchaKeys":[{"key":"k"}]}}"#,
      "INVALID_SITE_KEY"
    ),
    (
      "config", #"{"recaptchaConfig":{"managedRules":[{"endScore":0.3}]}}"#,
      "INVALID_CONFIG : The action in reCAPTCHA managed rules must be set."
    ),
    (
      "config", #"{"unheardOf":1}"#,
      #"Invalid JSON payload received. Unknown name "unheardOf" at 'config': Cannot find field."#
    ),
    (
      "config", #"{"signIn":{"email":{"a":1,"signIn.email":2}}}"#,
      #"Invalid JSON payload received. Unknown name "a" at 'config.sign_in.email': Cannot find field."#
        + "\n"
        + #"Invalid JSON payload received. Unknown name "signIn.email" at 'config.sign_in.email': Cannot find field."#
    ),
    (
      "tenants/t1", #"{"displayName":"name","iamPolicy":{}}"#,
      #"Invalid JSON payload received. Unknown name "iamPolicy" at 'tenant': Cannot find field."#
    ),
  ])
  func `a configuration rejects in production what compatible stores or ignores`(
    _ target: String, _ body: String, _ message: String
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    let project = try emulator.currentProject()
    _ = try emulator.store.write { writer in try writer.insertTenant("t1", in: project) }
    let refused = await emulator.configuration(.patch, target, try JSON(parsing: body))
    #expect(refused.errorMessage == message)
    let compatible = try TestEmulator()
    let stored = await compatible.configuration(.patch, target, try JSON(parsing: body))
    #expect(stored.status == 200, "\(stored.json)")
  }

  @Test func `a configuration reads numbers and single values as production does`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let reply = await emulator.configuration(
      .patch, "config",
      [
        "signIn": [
          "allowDuplicateEmails": "yes", "anonymous": ["enabled": 1],
          "phoneNumber": ["testPhoneNumbers": ["+1650555abcd": 123456]],
        ],
        "authorizedDomains": "example.com",
      ])
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    #expect(reply["signIn"]?["anonymous"]?["enabled"] == true)
    #expect(reply["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == ["+16505552223": "123456"])
    #expect(reply["authorizedDomains"] == ["example.com"])
  }
}
