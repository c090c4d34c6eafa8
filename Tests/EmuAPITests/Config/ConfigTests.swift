import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `v2 config` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `v2 config shows what has effect`() async {
    let reply = await emulator.configuration(.get, "config")
    #expect(reply.status == 200)
    Golden.expect(reply.json, "config/default")
  }

  @Test func `v2 config keeps and shows every section`() async throws {
    let body: JSON = [
      "mfa": [
        "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": 2, "totpProviderConfig": ["adjacentIntervals": "5"]]],
      ],
      "sms_region_config": ["allowlistOnly": ["allowedRegions": ["DE", "CH"]]],
      "blockingFunctions": [
        "triggers": ["beforeCreate": ["functionUri": "http://localhost:5001/f"]]
      ],
      "quota": ["signUpQuotaConfig": ["quota": 1000, "quotaDuration": "7200s"]],
      "notification": [
        "sendEmail": ["resetPasswordTemplate": ["subject": "Reset", "customized": true]]
      ],
      "signIn": ["phoneNumber": ["testPhoneNumbers": ["+15555550100": "123456"]]],
      "client": ["apiKey": "mine", "permissions": ["disabledUserDeletion": true]],
      "name": "projects/other/config", "unheardOf": 1, "recaptchaConfig": nil,
    ]
    let reply = await emulator.configuration(.patch, "config", body)
    #expect(reply.status == 200)
    Golden.expect(reply.json, "config/patched")
    #expect(await emulator.configuration(.get, "config").json == reply.json)
    #expect(try emulator.currentProject().testPhoneNumbers.count == 1)
  }

  @Test func `v2 config changes only what the mask names`() async {
    _ = await emulator.configuration(
      .patch, "config", ["mfa": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
    let reply = await emulator.configuration(
      .patch, "config?updateMask=mfa.state,sign_in.allow_duplicate_emails",
      [
        "mfa": ["state": "DISABLED", "enabledProviders": []],
        "signIn": ["allowDuplicateEmails": true, "anonymous": ["enabled": false]],
      ])
    #expect(reply["mfa"]?["state"] == "DISABLED")
    #expect(reply["mfa"]?["enabledProviders"] == ["PHONE_SMS"])
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    #expect(reply["signIn"]?["anonymous"]?["enabled"] == true)
    let cleared = await emulator.configuration(.patch, "config?updateMask=mfa", [:])
    #expect(cleared["mfa"] == nil)
  }

  @Test func `v2 config switches ways to sign in`() async throws {
    let password: JSON = ["email": "a@example.com", "password": "secret1"]
    _ = await emulator.client("accounts:signUp", password)
    _ = await emulator.configuration(
      .patch, "config",
      [
        "signIn": [
          "email": ["enabled": false], "anonymous": ["enabled": false],
          "phoneNumber": ["enabled": false],
        ],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      ])
    #expect(
      await emulator.client("accounts:signUp").errorMessage == "ADMIN_ONLY_OPERATION")
    #expect(
      await emulator.client("accounts:signInWithPassword", password).errorMessage
        == "PASSWORD_LOGIN_DISABLED")
    // A tenant has no separate switch for phones.
    for more in [[:], ["tenantId": "blue"]] as [JSONObject] {
      let phone = more.merging(["phoneNumber": "+15555550100"])
      #expect(
        await emulator.client("accounts:sendVerificationCode", .object(phone)).errorCode
          == "OPERATION_NOT_ALLOWED")
    }
    let project = try emulator.currentProject()
    #expect(project.switches.isOn(.emailEnumerationProtection))
    #expect(!project.signsInWithEmailLink)
    // Another section does not change them.
    _ = await emulator.configuration(.patch, "config?updateMask=mfa", ["mfa": ["state": "ENABLED"]])
    #expect(!(try emulator.currentProject().signsInWithPassword))
  }

  @Test(arguments: [Profile.compatible, .production], [false, true])
  func `v2 config keeps passwordRequired while e-mail is disabled`(
    _ profile: Profile, _ isRequired: Bool
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    func set(_ name: String, _ value: JSON) async {
      let reply = await emulator.configuration(
        .patch, "config?updateMask=signIn.email.\(name)", ["signIn": ["email": [name: value]]])
      #expect(reply.status == 200)
    }
    let allowsLinks = { try emulator.currentProject().signsInWithEmailLink }
    await set("passwordRequired", .bool(isRequired))
    await set("enabled", false)
    #expect(try !allowsLinks())
    await set("enabled", true)
    #expect(try allowsLinks() == !isRequired)
    await set("enabled", false)
    await set("passwordRequired", .bool(!isRequired))
    #expect(try !allowsLinks())
    await set("enabled", true)
    #expect(try allowsLinks() == isRequired)
  }

  @Test(arguments: [
    ("config", #"{"signIn":1}"#, "config.sign_in"),
    ("config", #"{"signIn":{"email":{"enabled":"perhaps"}}}"#, "config.sign_in.email.enabled"),
    ("config", #"{"mfa":{"state":"SOMETIMES"}}"#, "config.mfa.state"),
    ("config", #"{"mfa":{"state":17}}"#, "config.mfa.state"),
    ("config", #"{"authorizedDomains":"x"}"#, "config.authorized_domains"),
    ("config", #"{"authorizedDomains":[1]}"#, "config.authorized_domains"),
    ("config", #"{"quota":{"signUpQuotaConfig":{"quota":"many"}}}"#, "quota"),
  ])
  func `v2 config refuses wrong types`(
    _ target: String, _ body: String, _ field: String
  ) async throws {
    let before = await emulator.configuration(.get, "config").json
    let reply = await emulator.configuration(.patch, target, try JSON(parsing: body))
    #expect(reply.status == 400)
    #expect(reply["error"]?["status"] == "INVALID_ARGUMENT")
    #expect(reply.errorMessage?.contains(field) == true)
    #expect(await emulator.configuration(.get, "config").json == before)
  }

  @Test(
    arguments: ["nothing", "mfa.nothing", "mfa.state.deeper", "mfa..state", "authorizedDomains.0"],
    [Profile.compatible, .production])
  func `v2 config overlooks a field of a mask that is not there`(
    _ path: String, _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let before = await emulator.configuration(.get, "config").json
    let body: JSON = [
      "mfa": ["state": "ENABLED"], "signIn": ["allowDuplicateEmails": true],
      "authorizedDomains": [],
    ]
    let reply = await emulator.configuration(
      .patch, "config?updateMask=signIn.allowDuplicateEmails,\(path)", body)
    #expect(reply.status == 200)
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    for untouched in ["mfa", "authorizedDomains"] {
      #expect(reply[untouched] == before[untouched])
    }
  }

  @Test func `v2 config shows what production shows of flags that are off`() async throws {
    for path in ["config", "tenants/t1"] {
      let emulator = try TestEmulator()
      let strength: JSON = [
        "minPasswordLength": 8, "maxPasswordLength": 30, "containsLowercaseCharacter": true,
        "containsNumericCharacter": false,
      ]
      let reply = await emulator.configuration(
        .patch,
        "\(path)?updateMask=emailPrivacyConfig,recaptchaConfig,passwordPolicyConfig",
        [
          "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
          "recaptchaConfig": [
            "emailPasswordEnforcementState": "OFF", "useAccountDefender": false,
          ],
          "passwordPolicyConfig": [
            "passwordPolicyEnforcementState": "ENFORCE",
            "passwordPolicyVersions": [["customStrengthOptions": strength]],
          ],
        ])
      #expect(reply["emailPrivacyConfig"] == [:])
      #expect(
        reply["recaptchaConfig"]
          == ["emailPasswordEnforcementState": "OFF", "useAccountDefender": false])
      #expect(
        reply["passwordPolicyConfig"]?["passwordPolicyVersions"]?[0]?["customStrengthOptions"]
          == strength)
      #expect(await emulator.configuration(.get, path).json == reply.json)
    }
  }

  @Test(
    arguments: [
      (["beforeDelete": ["functionUri": "http://localhost/f"]], "beforeDelete is not a trigger"),
      (["beforeSignIn": ["functionUri": "localhost"]], "functionUri of beforeSignIn must be"),
    ] as [(JSON, String)])
  func `v2 config refuses functions that cannot be asked`(
    _ triggers: JSON, _ words: String
  ) async throws {
    let reply = await emulator.configuration(
      .patch, "config?updateMask=blockingFunctions", ["blockingFunctions": ["triggers": triggers]])
    #expect(reply.errorCode == "INVALID_BLOCKING_FUNCTION")
    #expect(reply.errorMessage?.contains(words) == true)
    #expect(try emulator.currentProject().blockingFunctions.isEmpty)
  }

  @Test(arguments: [
    (Profile.production, "2027-01-15T08:00:00.000Z"), (.compatible, "2020-01-01T00:00:00Z"),
  ])
  func `v2 config sets the time at which a trigger's address changed`(
    _ profile: Profile, _ first: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    func set(_ trigger: JSON) async -> JSON? {
      let reply = await emulator.configuration(
        .patch, "config?updateMask=blockingFunctions",
        ["blockingFunctions": ["triggers": ["beforeCreate": trigger]]])
      return reply["blockingFunctions"]?["triggers"]?["beforeCreate"]?["updateTime"]
    }
    let given: JSON = [
      "functionUri": "http://localhost/f", "updateTime": "2020-01-01T00:00:00Z",
    ]
    #expect(await set(given) == .string(first))
    emulator.advance(.seconds(60))
    #expect(await set(["functionUri": "http://localhost/f"]) == .string(first))
    #expect(await set(["functionUri": "http://localhost/g"]) == "2027-01-15T08:01:00.000Z")
  }

  @Test func `v2 config leaves test numbers out once they are cleared`() async {
    let some: JSON = ["+15555550100": "123456"]
    for (path, mask, body) in [
      (
        "config", "signIn.phoneNumber.testPhoneNumbers",
        { ["signIn": ["phoneNumber": ["testPhoneNumbers": $0]]] as JSON }
      ),
      ("tenants/t1", "testPhoneNumbers", { ["testPhoneNumbers": $0] as JSON }),
    ] as [(String, String, (JSON) -> JSON)] {
      func numbers(in reply: Reply) -> JSON? {
        reply["testPhoneNumbers"] ?? reply["signIn"]?["phoneNumber"]?["testPhoneNumbers"]
      }
      let target = "\(path)?updateMask=\(mask)"
      #expect(
        numbers(in: await emulator.configuration(.patch, target, body(some))) == some)
      #expect(numbers(in: await emulator.configuration(.patch, target, body([:]))) == nil)
      #expect(numbers(in: await emulator.configuration(.get, path)) == nil)
    }
  }

  private static func testNumbers(_ count: Int) -> JSON {
    var numbers: JSONObject = [:]
    for index in 10..<10 + count { numbers["+155555501\(index)"] = "123456" }
    return ["signIn": ["phoneNumber": ["testPhoneNumbers": .object(numbers)]]]
  }

  @Test func `v2 config holds a project to ten test numbers, and leaves those that are more`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    let numbers = { try emulator.currentProject().testPhoneNumbers.count }
    #expect(await emulator.configuration(.patch, "config", Self.testNumbers(10)).status == 200)
    let refused = await emulator.configuration(.patch, "config", Self.testNumbers(11))
    #expect(
      refused.errorMessage
        == "INVALID_CONFIG : Leave some out: there may be 10 test numbers, and these are 11.")
    #expect(try numbers() == 10)
    try emulator.configure(Self.testNumbers(12).object ?? [:])
    let other = await emulator.configuration(
      .patch, "config", ["signIn": ["allowDuplicateEmails": true]])
    #expect(other.status == 200, "\(other.json.serialized())")
    #expect(try numbers() == 12)
    #expect(await emulator.configuration(.patch, "config", Self.testNumbers(11)).status == 200)
    #expect(try numbers() == 11)
  }

  @Test func `v2 config only reports more than ten test numbers in compatible`() async throws {
    let reply = await emulator.configuration(.patch, "config", Self.testNumbers(11))
    #expect(reply.status == 200)
    #expect(
      await emulator.reasons(for: reply).contains(
        "quotas warned there may be 10 test numbers, and these are 11"))
    #expect(try emulator.currentProject().testPhoneNumbers.count == 11)
  }

  @Test func `v2 config loses nothing when sections change at the same time`() async {
    let changes: [(mask: String, body: JSON)] = [
      ("mfa", ["mfa": ["state": "ENABLED"]]),
      (
        "client.permissions.disabledUserSignup",
        ["client": ["permissions": ["disabledUserSignup": true]]]
      ),
      ("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]]),
      ("signIn.anonymous", ["signIn": ["anonymous": ["enabled": false]]]),
      ("multiTenant.allowTenants", ["multiTenant": ["allowTenants": true]]),
      ("emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]),
    ]
    await withTaskGroup(of: Void.self) { group in
      for change in changes {
        group.addTask {
          _ = await emulator.configuration(.patch, "config?updateMask=\(change.mask)", change.body)
        }
      }
    }
    let config = await emulator.configuration(.get, "config")
    #expect(config["mfa"]?["state"] == "ENABLED")
    #expect(config["client"]?["permissions"]?["disabledUserSignup"] == true)
    #expect(config["signIn"]?["allowDuplicateEmails"] == true)
    #expect(config["signIn"]?["anonymous"]?["enabled"] == false)
    #expect(config["multiTenant"]?["allowTenants"] == true)
    #expect(config["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true)
  }

  @Test func `v2 config says that second factors are off where nothing else was said`() async {
    let config = await emulator.configuration(.patch, "config", ["mfa": [:]])
    #expect(config["mfa"]?["state"] == "DISABLED")
    let tenant = await emulator.configuration(.patch, "tenants/t1", ["mfaConfig": [:]])
    #expect(tenant["mfaConfig"]?["state"] == "DISABLED")
  }

  @Test func `v2 config is for administrators`() async {
    let reply = await emulator.call(.get, "/v2/projects/demo-project/config?key=k")
    #expect(reply.status == 401)
  }

  @Test func `v2 config has an old form`() async throws {
    let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig"
    let bearer: Headers = ["Authorization": "Bearer owner"]
    let reply = await emulator.call(
      .post, path,
      [
        "targetProjectId": "demo-project", "enableAnonymousUser": false,
        "authorizedDomains": ["example.com"],
      ], headers: bearer)
    #expect(reply.json == ["projectId": "12345"])
    let project = try emulator.currentProject()
    #expect(!project.signsInAnonymously)
    #expect(project.authorizedDomains == ["example.com"])
    // The published request has no project: the key selects it.
    let other = try emulator.key(of: "other-project")
    let bare = await emulator.call(
      .post, "\(path)?key=\(other)", ["allowPasswordUser": false], headers: bearer)
    #expect(bare.status == 200, "\(bare.json)")
    #expect(!(try emulator.store.project(making: "other-project").signsInWithPassword))
    #expect(await emulator.call(.post, path, [:], headers: bearer).status == 200)
    #expect(try emulator.currentProject().signsInWithPassword)
  }
}

extension TestEmulator {
  /// Allows tenants in a project of production, as a user does in the console.
  func allowTenants() async {
    _ = await configuration(
      .patch, "config?updateMask=multiTenant.allowTenants",
      ["multiTenant": ["allowTenants": true]])
  }

  func configuration(_ method: Method, _ target: String, _ body: JSON? = nil) async -> Reply {
    await call(
      method, "/identitytoolkit.googleapis.com/v2/projects/\(project)/\(target)", body,
      headers: ["Authorization": "Bearer owner"])
  }
}

extension Reply {
  /// The id in the name of a created tenant.
  var tenantID: String? { self["name"]?.string?.split(separator: "/").last.map { String($0) } }
}
