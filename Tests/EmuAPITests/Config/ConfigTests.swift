import EmuTestSupport
import Testing

@Suite final class `v2 config`: EmulatorSuite {
  @Test func `v2 config shows what has effect`() async {
    await emulator.getV2("config").expect(golden: "config/default")
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
    let reply = await emulator.patchV2("config", body)
    reply.expect(golden: "config/patched")
    #expect(await emulator.getV2("config").json == reply.json)
    #expect(try emulator.currentProject().testPhoneNumbers.count == 1)
  }

  @Test func `v2 config changes only what the mask names`() async {
    _ = await emulator.patchV2(
      "config", ["mfa": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
    let reply = await emulator.patchV2(
      "config?updateMask=mfa.state,sign_in.allow_duplicate_emails",
      [
        "mfa": ["state": "DISABLED", "enabledProviders": []],
        "signIn": ["allowDuplicateEmails": true, "anonymous": ["enabled": false]],
      ])
    #expect(reply["mfa"]?["state"] == "DISABLED")
    #expect(reply["mfa"]?["enabledProviders"] == ["PHONE_SMS"])
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    #expect(reply["signIn"]?["anonymous"]?["enabled"] == true)
    #expect(await emulator.patchV2("config?updateMask=mfa", [:])["mfa"] == nil)
  }

  @Test func `v2 config switches ways to sign in`() async throws {
    _ = try await emulator.signUp()
    let off: JSON = ["enabled": false]
    _ = await emulator.patchV2(
      "config",
      [
        "signIn": ["email": off, "anonymous": off, "phoneNumber": off],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
      ])
    await emulator.client("accounts:signUp").expect(refusal: "ADMIN_ONLY_OPERATION")
    await emulator.signInWithPassword().expect(refusal: "PASSWORD_LOGIN_DISABLED")
    // A tenant has no separate switch for phones.
    for tenant in [nil, "blue"] as [JSON] {
      let phone: JSON = ["phoneNumber": "+15555550100", "tenantId": tenant]
      let reply = await emulator.client("accounts:sendVerificationCode", phone)
      #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
    }
    let project = try emulator.currentProject()
    #expect(project.switches.isOn(.emailEnumerationProtection))
    #expect(!project.signsInWithEmailLink)
    // Another section does not change them.
    await emulator.setV2("mfa", ["state": "ENABLED"])
    #expect(!(try emulator.currentProject().signsInWithPassword))
  }

  @Test(arguments: Profile.allCases, [false, true])
  func `v2 config keeps passwordRequired`(_ profile: Profile, _ isRequired: Bool) async throws {
    let emulator = try TestEmulator(profile: profile)
    func set(_ name: String, _ value: JSON) async {
      #expect(await emulator.setV2("signIn.email.\(name)", value).status == 200)
    }
    let allowsLinks = { try emulator.currentProject().signsInWithEmailLink }
    for isRequired in [isRequired, !isRequired] {
      await set("passwordRequired", .bool(isRequired))
      await set("enabled", false)
      #expect(try !allowsLinks())
      await set("enabled", true)
      #expect(try allowsLinks() == !isRequired)
      await set("enabled", false)
    }
  }

  @Test(arguments: [
    #"{"mfa":{"state":17}}"#: "config.mfa.state",
    #"{"authorizedDomains":[1]}"#: "config.authorized_domains",
  ])
  func `v2 config refuses wrong types`(_ body: String, _ field: String) async throws {
    let before = await emulator.getV2("config").json
    let reply = await emulator.patchV2("config", try JSON(parsing: body))
    reply.expect(400, ["error.status": "INVALID_ARGUMENT"]).expect(saying: field)
    #expect(await emulator.getV2("config").json == before)
  }

  @Test(
    arguments: ["nothing", "mfa.nothing", "mfa.state.deeper", "mfa..state", "authorizedDomains.0"],
    Profile.allCases)
  func `v2 config overlooks unknown masks`(_ path: String, _ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let before = await emulator.getV2("config").json
    let reply = await emulator.patchV2(
      "config?updateMask=signIn.allowDuplicateEmails,\(path)",
      [
        "mfa": ["state": "ENABLED"], "signIn": ["allowDuplicateEmails": true],
        "authorizedDomains": [],
      ])
    #expect(reply.status == 200)
    #expect(reply["signIn"]?["allowDuplicateEmails"] == true)
    #expect(reply["mfa"] == before["mfa"])
    #expect(reply["authorizedDomains"] == before["authorizedDomains"])
  }

  @Test func `v2 config shows what production shows of flags that are off`() async throws {
    for path in ["config", "tenants/t1"] {
      let emulator = try TestEmulator()
      let strength: JSON = [
        "minPasswordLength": 8, "maxPasswordLength": 30, "containsLowercaseCharacter": true,
        "containsNumericCharacter": false,
      ]
      let recaptcha: JSON = ["emailPasswordEnforcementState": "OFF", "useAccountDefender": false]
      let reply = await emulator.patchV2(
        "\(path)?updateMask=emailPrivacyConfig,recaptchaConfig,passwordPolicyConfig",
        [
          "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
          "recaptchaConfig": recaptcha,
          "passwordPolicyConfig": [
            "passwordPolicyEnforcementState": "ENFORCE",
            "passwordPolicyVersions": [["customStrengthOptions": strength]],
          ],
        ])
      reply.expect(["emailPrivacyConfig": [:], "recaptchaConfig": recaptcha])
      let policy = reply["passwordPolicyConfig"]?["passwordPolicyVersions"]?[0]
      #expect(policy?["customStrengthOptions"] == strength)
      #expect(await emulator.getV2(path).json == reply.json)
    }
  }

  @Test(
    arguments: [
      (["beforeDelete": ["functionUri": "http://localhost/f"]], "beforeDelete is not a trigger"),
      (["beforeSignIn": ["functionUri": "localhost"]], "functionUri of beforeSignIn must be"),
    ] as [(JSON, String)])
  func `v2 config refuses invalid blocking functions`(_ triggers: JSON, _ words: String)
    async throws
  {
    let reply = await emulator.setV2("blockingFunctions", ["triggers": triggers])
    #expect(reply.errorCode == "INVALID_BLOCKING_FUNCTION")
    #expect(reply.errorMessage?.contains(words) == true)
    #expect(try emulator.currentProject().blockingFunctions.isEmpty)
  }

  @Test(arguments: [
    (Profile.production, "2027-01-15T08:00:00.000Z"), (.compatible, "2020-01-01T00:00:00Z"),
  ])
  func `v2 config dates a trigger's change`(_ profile: Profile, _ first: String) async throws {
    let emulator = try TestEmulator(profile: profile)
    func set(_ trigger: JSON) async -> JSON? {
      let triggers: JSON = ["triggers": ["beforeCreate": trigger]]
      let reply = await emulator.setV2("blockingFunctions", triggers)
      return reply.json.at("blockingFunctions.triggers.beforeCreate.updateTime")
    }
    let given: JSON = ["functionUri": "http://localhost/f", "updateTime": "2020-01-01T00:00:00Z"]
    #expect(await set(given) == .string(first))
    emulator.advance(.seconds(60))
    #expect(await set(["functionUri": "http://localhost/f"]) == .string(first))
    #expect(await set(["functionUri": "http://localhost/g"]) == "2027-01-15T08:01:00.000Z")
  }

  @Test func `v2 config leaves test numbers out once they are cleared`() async {
    let some: JSON = ["+15555550100": "123456"]
    let phone = "signIn.phoneNumber.testPhoneNumbers"
    for (target, path) in [("config", phone), ("tenants/t1", "testPhoneNumbers")] {
      #expect(await emulator.setV2(path, some, of: target).json.at(path) == some)
      #expect(await emulator.setV2(path, [:], of: target).json.at(path).isNull)
      #expect(await emulator.getV2(target).json.at(path).isNull)
    }
  }

  private static func testNumbers(_ count: Int) -> JSON {
    ["signIn": ["phoneNumber": ["testPhoneNumbers": .testNumbers(count)]]]
  }

  @Test func `v2 config holds a project to ten test numbers, and keeps older ones`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let numbers = { try emulator.currentProject().testPhoneNumbers.count }
    #expect(await emulator.patchV2("config", Self.testNumbers(10)).status == 200)
    #expect(await emulator.patchV2("config", Self.testNumbers(11)).errorCode == "INVALID_CONFIG")
    #expect(try numbers() == 10)
    try emulator.configure(Self.testNumbers(12).object ?? [:])
    await emulator.patchV2("config", ["signIn": ["allowDuplicateEmails": true]]).expect(200)
    #expect(try numbers() == 12)
    #expect(await emulator.patchV2("config", Self.testNumbers(11)).status == 200)
    #expect(try numbers() == 11)

    let reply = await self.emulator.patchV2("config", Self.testNumbers(11))
    #expect(reply.status == 200)
    #expect(reply.decisions.contains("quotas: warned"), "compatible only reports it")
    #expect(try self.emulator.currentProject().testPhoneNumbers.count == 11)
  }

  @Test func `v2 config loses nothing when sections change at the same time`() async {
    let changes: [(path: String, value: JSON)] = [
      ("mfa.state", "ENABLED"), ("client.permissions.disabledUserSignup", true),
      ("signIn.allowDuplicateEmails", true), ("signIn.anonymous.enabled", false),
      ("multiTenant.allowTenants", true), ("emailPrivacyConfig.enableImprovedEmailPrivacy", true),
    ]
    await withTaskGroup(of: Void.self) { group in
      for change in changes {
        group.addTask { [emulator] in await emulator.setV2(change.path, change.value) }
      }
    }
    let config = await emulator.getV2("config").json
    for (path, value) in changes {
      #expect(config.at(path) == value, "\(path)")
    }
  }

  @Test func `v2 config says that second factors are off where nothing else was said`() async {
    #expect(await emulator.patchV2("config", ["mfa": [:]])["mfa"]?["state"] == "DISABLED")
  }

  @Test func `v2 config has an old form`() async throws {
    let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig"
    let bearer: Headers = ["Authorization": "Bearer owner"]
    let change: JSON = [
      "targetProjectId": "demo-project", "enableAnonymousUser": false,
      "authorizedDomains": ["example.com"],
    ]
    #expect(await emulator.post(path, change, headers: bearer).json == ["projectId": "12345"])
    let project = try emulator.currentProject()
    #expect(!project.signsInAnonymously)
    #expect(project.authorizedDomains == ["example.com"])
    // The published request has no project: the key selects it.
    let other = try emulator.key(of: "other-project")
    let bare = await emulator.post(
      "\(path)?key=\(other)", ["allowPasswordUser": false], headers: bearer)
    #expect(bare.status == 200, "\(bare.json)")
    #expect(!(try emulator.store.project(making: "other-project").signsInWithPassword))
    #expect(await emulator.post(path, headers: bearer).status == 200)
    #expect(try emulator.currentProject().signsInWithPassword)
  }
}

extension TestEmulator {
  /// Allows tenants in a project of production, as a user does in the console.
  func allowTenants() async { _ = await setV2("multiTenant.allowTenants", true) }

  /// Changes one member of a configuration or a tenant, with its path as the mask.
  @discardableResult
  func setV2(_ path: String, _ value: JSON, of target: String = "config") async -> Reply {
    let body = path.split(separator: ".").reversed().reduce(value) { [String($1): $0] }
    return await patchV2("\(target)?updateMask=\(path)", body)
  }

  func patchV2(_ target: String, _ body: JSON) async -> Reply {
    await configuration(.patch, target, body)
  }

  func getV2(_ target: String) async -> Reply { await configuration(.get, target) }

  func postV2(_ target: String, _ body: JSON = [:]) async -> Reply {
    await configuration(.post, target, body)
  }

  /// Creates a tenant, and returns its id.
  func tenant(_ body: JSON) async throws -> String {
    let made = await postV2("tenants", body)
    return try #require(made.tenantID, "\(made.json)")
  }

  func configuration(_ method: Method, _ target: String, _ body: JSON? = nil) async -> Reply {
    await call(
      method, "/identitytoolkit.googleapis.com/v2/projects/\(project)/\(target)", body,
      headers: ["Authorization": "Bearer owner"])
  }
}

extension JSON {
  static func testNumbers(_ count: Int) -> JSON {
    var numbers: JSONObject = [:]
    for index in 10..<10 + count { numbers["+155555501\(index)"] = "123456" }
    return .object(numbers)
  }

  /// The member at a path such as `signIn.email`; null where there is none.
  func at(_ path: String) -> JSON {
    path.split(separator: ".").reduce(self) { $0[String($1)] ?? .null }
  }
}

extension Reply {
  /// The id in the name of a created tenant.
  var tenantID: String? { self["name"]?.string?.split(separator: "/").last.map { String($0) } }
}
