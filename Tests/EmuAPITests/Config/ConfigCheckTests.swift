import EmuStore
import EmuTestSupport
import Testing

@Suite final class `Checks of a configuration`: ProductionSuite {
  private static func policy(_ options: String) -> String {
    #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{"customStrengthOptions":{\#(options)}}]}}"#
  }

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
        policy(#""minPasswordLength":5"#),
        "INVALID_CONFIG : Minimum password length must be between 6 and 30"
      ),
      (
        #"{"passwordPolicyConfig":{"passwordPolicyVersions":[{},{}]}}"#,
        "INVALID_CONFIG : passwordPolicyVersions must be of length 1."
      ),
      (
        policy(#""minPasswordLength":12,"maxPasswordLength":11"#),
        "INVALID_CONFIG : Maximum password length must be between 12 and 4096"
      ),
      (
        #"{"mfa":{"providerConfigs":[{"totpProviderConfig":{"adjacentIntervals":11}}]}}"#,
        "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 "
          + "and 10, inclusive"
      ),
      (
        #"{"recaptchaConfig":{"tollFraudManagedRules":[{"startScore":"abc"}]}}"#,
        "Invalid value at 'config.recaptcha_config.toll_fraud_managed_rules[0].start_score' "
          + "(TYPE_FLOAT), \"abc\""
      ),
    ], Profile.allCases)
  func `a configuration rejects values in both profiles, with production's texts`(
    _ row: (body: String, message: String), _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let before = await emulator.getV2("config").json
    await emulator.patchV2("config", try JSON(parsing: row.body)).expect(message: row.message)
    #expect(await emulator.getV2("config").json == before)
  }

  private static func domain(_ name: String) -> String {
    "INVALID_AUTHORIZED_DOMAIN : \(name) should only contain the valid domain."
  }

  @Test func `a configuration of the old form is checked as well`() async throws {
    let reply = await emulator.post(
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig",
      ["targetProjectId": "demo-project", "authorizedDomains": ["not a domain!!"]],
      headers: ["Authorization": "Bearer owner"])
    #expect(reply.errorMessage == Self.domain("not a domain!!"))
    #expect(try emulator.currentProject().authorizedDomains != ["not a domain!!"])
  }

  private static func unknown(_ name: String, _ place: String) -> String {
    "Invalid JSON payload received. Unknown name \"\(name)\" at '\(place)': Cannot find field."
  }

  /// The body of a configuration, or of a tenant where it begins with a name, and the refusal.
  @Test(arguments: [
    (
      #"{"authorizedDomains":["a.example.com","https://b.example.com"]}"#,
      domain("https://b.example.com")
    ),
    (#"{"authorizedDomains":["a.example.com:8080"]}"#, domain("a.example.com:8080")),
    (#"{"authorizedDomains":[""]}"#, "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty."),
    (
      #"{"notification":{"sendEmail":{"verifyEmailTemplate":{"subject":"Hello"}}}}"#,
      "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED"
    ),
    (#"{"recaptchaConfig":{"recaptchaKeys":[{"key":"k"}]}}"#, "INVALID_SITE_KEY"),
    (
      #"{"displayName":"name","recaptchaConfig":{"recaptchaKeys":[{"key":"k"}]}}"#,
      "INVALID_SITE_KEY"
    ),
    (
      #"{"recaptchaConfig":{"managedRules":[{"endScore":0.3}]}}"#,
      "INVALID_CONFIG : The action in reCAPTCHA managed rules must be set."
    ),
    (#"{"unheardOf":1}"#, unknown("unheardOf", "config")),
    (
      #"{"signIn":{"email":{"a":1,"signIn.email":2}}}"#,
      unknown("a", "config.sign_in.email") + "\n" + unknown("signIn.email", "config.sign_in.email")
    ),
    (#"{"displayName":"name","iamPolicy":{}}"#, unknown("iamPolicy", "tenant")),
  ])
  func `a configuration rejects in production what compatible stores or ignores`(
    _ body: String, _ message: String
  ) async throws {
    let target = body.contains("displayName") ? "tenants/t1" : "config"
    await emulator.allowTenants()
    let project = try emulator.currentProject()
    _ = try emulator.store.write { writer in try writer.insertTenant("t1", in: project) }
    #expect(await emulator.patchV2(target, try JSON(parsing: body)).errorMessage == message)
    let compatible = try TestEmulator()
    await compatible.patchV2(target, try JSON(parsing: body)).expect()
  }

  @Test func `a configuration reads numbers and single values as production does`() async throws {
    let reply = await emulator.patchV2(
      "config",
      [
        "signIn": [
          "allowDuplicateEmails": "yes", "anonymous": ["enabled": 1],
          "phoneNumber": ["testPhoneNumbers": ["+1650555abcd": 123456]],
        ],
        "authorizedDomains": "example.com",
        "autodeleteAnonymousUsers": true, "autodelete_anonymous_users": "no",
      ])
    #expect(reply.status == 200 && reply["autodeleteAnonymousUsers"] == nil, "\(reply.json)")
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    #expect(reply["signIn"]?["anonymous"]?["enabled"] == true)
    #expect(reply["signIn"]?["phoneNumber"]?["testPhoneNumbers"] == ["+16505552223": "123456"])
    #expect(reply["authorizedDomains"] == ["example.com"])
  }
}
