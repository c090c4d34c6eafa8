import EmuTestSupport
import Testing

/// Members, defaults and orders that differ between production's recordings and the official
/// emulator.
@Suite final class `The shape of answers`: ProductionSuite {
  @Test(arguments: Profile.allCases)
  func `an administrator's sign-up shows address and id`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.admin(
      "accounts", ["email": "ada@example.com", "displayName": "Ada", "password": "secret1"])
    let members: Set<String> = ["kind", "localId", "email"]
    let shown = Set(reply.json.object?.map(\.key) ?? [])
    #expect(shown == members.union(profile == .production ? [] : ["displayName"]))
    let nameless = await emulator.admin("accounts", ["displayName": "Nobody"])
    #expect(nameless["email"] == (profile == .production ? "" : nil))
  }

  @Test(arguments: [(Profile.production, true), (.compatible, false)])
  func `a sign-in may have an empty name`(_ profile: Profile, _ isThere: Bool) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = try await emulator.signUp()
    await emulator.signInWithPassword().expect(["displayName": isThere ? "" : nil, "photoUrl": nil])
  }

  @Test func `production shows hashes in lists alone, and a phone first`() async throws {
    let uid = try await emulator.signUp().uid
    _ = await emulator.change(uid, ["phoneNumber": "+16505550101"])
    let seen = try await emulator.shown(uid)
    seen.expect(["passwordHash": "UkVEQUNURUQ=", "salt": nil, "version": nil])
    #expect(seen["providerUserInfo"]?.array?.map { $0["providerId"] } == ["phone", "password"])
    #expect(seen["providerUserInfo"]?[0]?["federatedId"] == nil)
    let listed = await emulator.batchGet()["users"]?[0]
    #expect(listed?["passwordHash"]?.string?.contains("secret1") == true)
    #expect(listed?["version"] == 0)
  }

  @Test(arguments: Profile.allCases)
  func `a cleared recaptchaConfig keeps its part about phones`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    func patch(_ body: JSON) async -> JSON? {
      let reply = await emulator.patchV2("config?updateMask=recaptchaConfig", body)
      return reply["recaptchaConfig"]
    }
    let audit: JSON = [
      "emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "AUDIT",
      "useSmsBotScore": true,
    ]
    _ = await patch(["recaptchaConfig": audit])
    let cleared = await patch([:])
    #expect(cleared?["phoneEnforcementState"]?.string == (profile == .production ? "AUDIT" : nil))
    #expect(cleared?["emailPasswordEnforcementState"] == nil)
  }

  @Test func `production shows disabled if it was ever set`() async throws {
    let ada = try await emulator.signUp()
    #expect(await emulator.lookup(ada.idToken)?["disabled"] == nil)
    _ = await emulator.change(ada.uid, ["disableUser": false])
    #expect(await emulator.lookup(ada.idToken)?["disabled"] == false)
    _ = await emulator.admin("accounts:batchCreate", ["users": [["localId": "imported"]]])
    #expect(try await emulator.shown("imported")["disabled"] == false)
  }

  @Test(arguments: [
    ("/v2/accounts/mfaEnrollment:withdraw?key=k", false), ("/v1/token?key=k", false),
    ("/v1/accounts:update?key=k", true),
  ])
  func `production has a list of errors or a status`(_ path: String, _ hasList: Bool) async throws {
    let error = await emulator.post(path, ["idToken": "x"])["error"]
    #expect(error?["status"]?.string == (hasList ? nil : "INVALID_ARGUMENT"))
    #expect((error?["errors"] != nil) == hasList)
    let official = try await TestEmulator().post(path, ["idToken": "x"])["error"]
    #expect(official?["errors"] != nil && official?["status"] == nil)
  }

  /// Recorded of `androidMinimumVersionCode` of an e-mail.
  @Test(arguments: Profile.allCases)
  func `calls on accounts ignore members that they lack`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.client("accounts:signUp", ["androidMinimumVersionCode": "12"]).expect(200)
  }

  @Test func `production omits empty lists`() async throws {
    try emulator.set([.emailEnumerationProtection: .off])
    await emulator.client(
      "accounts:createAuthUri",
      ["identifier": "eve@example.com", "continueUri": "http://localhost"]
    ).expect(["registered": false, "allProviders": nil, "signinMethods": nil])
    let project = await emulator.get(
      "/identitytoolkit.googleapis.com/v1/projects", headers: ["Authorization": "Bearer owner"])
    project.expect(["allowPasswordUser": true, "idpConfig": nil])
    await emulator.getV2("passkeyConfig").expect([
      "name": "projects/12345/passkeyConfig", "expectedOrigins": nil,
    ])
  }

  @Test func `production reads no configuration by an API key`() async {
    let path = "/identitytoolkit.googleapis.com/v2/projects/demo-project/config"
    let reply = await emulator.get(path + "?key=k")
    reply.expect(401, ["error.status": "UNAUTHENTICATED"])
    #expect(reply.errorMessage?.hasPrefix("API keys are not supported by this API.") == true)
    let keyless = await emulator.get(path)
    #expect(keyless.errorMessage?.hasPrefix("Request is missing required") == true)
  }

  @Test(
    arguments: [
      (["rounds": "many"], "rounds", "\"many\""),
      (["memoryCost": 2_147_483_648], "memory_cost", "2147483648"),
      (["argon2Parameters": ["iterations": "many"]], "argon2_parameters.iterations", "\"many\""),
      (["users": [["localId": "a", "version": "new"]]], "users[0].version", "\"new\""),
    ] as [(JSON, String, String)])
  func `numbers of 32 bits are named as such when they are wrong`(
    _ body: JSON, _ field: String, _ value: String
  ) async throws {
    let reply = await emulator.admin("accounts:batchCreate", body)
    #expect(reply.errorMessage == "Invalid value at '\(field)' (TYPE_INT32), \(value)")
  }

  private static func time(_ field: String, _ name: String) -> String {
    "'\(field)' (type.googleapis.com/google.protobuf.Timestamp), Field '\(name)', Illegal timestamp "
      + "format; timestamps must end with 'Z' or have a valid timezone offset."
  }

  private static func base64(_ field: String) -> String {
    "'\(field)' (TYPE_BYTES), Base64 decoding failed for \"***\""
  }

  private static let someone: JSON = [["localId": "a"]]
  private static let trigger: JSON = [
    "functionUri": "http://localhost/f", "updateTime": "2026-13-01T00:00:00Z",
  ]

  /// Texts that are not in their published format: the call, its body, and the error after
  /// `Invalid value at `.
  private static let formats: [(call: String, body: JSON, error: String)] = [
    (
      "v2/config", ["quota": ["signUpQuotaConfig": ["startTime": "zz"]]],
      time("config.quota.sign_up_quota_config.start_time", "startTime")
    ),
    (
      "v2/config", ["quota": ["signUpQuotaConfig": ["quotaDuration": "yy"]]],
      "'config.quota.sign_up_quota_config.quota_duration' "
        + "(type.googleapis.com/google.protobuf.Duration), Field 'quotaDuration', Illegal duration "
        + "format; duration must end with 's'"
    ),
    (
      "v2/config", ["quota": ["signUpQuotaConfig": ["quotaDuration": "9999999999999999999s"]]],
      "'config.quota.sign_up_quota_config.quota_duration' "
        + "(type.googleapis.com/google.protobuf.Duration), Field 'quotaDuration', Invalid duration "
        + "format, failed to parse seconds"
    ),
    (
      "v2/config", ["quota": ["signUpQuotaConfig": ["quotaDuration": "-315576000001.5s"]]],
      "'config.quota.sign_up_quota_config.quota_duration' "
        + "(type.googleapis.com/google.protobuf.Duration), Field 'quotaDuration', Duration value "
        + "exceeds limits"
    ),
    (
      "v2/config", ["blockingFunctions": ["triggers": ["beforeCreate": trigger]]],
      "'config.blocking_functions.triggers.before_create.update_time' "
        + "(type.googleapis.com/google.protobuf.Timestamp), Field 'updateTime', Invalid time "
        + "format: Failed to parse input"
    ),
    (
      "accounts:update",
      [
        "localId": "a", "mfa": ["enrollments": [["phoneInfo": "+15555550100", "enrolledAt": "z"]]],
      ],
      time("mfa.enrollments[0].enrolled_at", "enrolledAt")
    ),
    (
      "accounts:batchCreate",
      ["users": [["localId": "a"], ["localId": "b", "mfaInfo": [["enrolledAt": "zz"]]]]],
      time("users[1].mfa_info[0].enrolled_at", "enrolledAt")
    ),
    (
      "accounts:batchCreate", ["users": [["localId": "a", "lastRefreshAt": "zz"]]],
      time("users[0].last_refresh_at", "lastRefreshAt")
    ),
    (
      "accounts:batchCreate", ["users": [["localId": "a", "passwordHash": "***"]]],
      base64("users[0].password")
    ),
    (
      "accounts:batchCreate", ["users": [["localId": "a", "salt": "***"]]], base64("users[0].salt")
    ),
    ("accounts:batchCreate", ["users": someone, "signerKey": "***"], base64("signer_key")),
    ("accounts:batchCreate", ["users": someone, "saltSeparator": "***"], base64("salt_separator")),
    (
      "accounts:batchCreate", ["users": someone, "argon2Parameters": ["associatedData": "***"]],
      base64("argon2_parameters.associated_data")
    ),
  ]

  @Test(arguments: formats.indices)
  func `production refuses texts that are not in their published format`(_ row: Int) async throws {
    let (call, body, message) = Self.formats[row]
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      let reply = await emulator.admin(call, body, method: call.hasPrefix("v2/") ? .patch : .post)
      if profile == .production {
        #expect(reply.errorMessage == "Invalid value at \(message)")
        #expect(await emulator.userCount() == 0)
      } else {
        #expect(reply.errorMessage?.hasPrefix("Invalid value") != true, "\(reply.json)")
      }
    }
  }

  /// A part of the configuration, and what production shows of it in the end.
  @Test(
    arguments: [
      (
        ["quota", "signUpQuotaConfig"],
        [
          "quota": "2e2", "startTime": "2027-01-01T01:00:00.000+01:00",
          "quotaDuration": "3600.000s",
        ],
        ["quota": "200", "startTime": "2027-01-01T00:00:00Z", "quotaDuration": "3600s"]
      ),
      (
        ["quota", "signUpQuotaConfig"],
        ["quota": "0", "startTime": "1969-12-31T23:59:59.5000004Z", "quotaDuration": "-01.50s"],
        ["startTime": "1969-12-31T23:59:59.500000400Z", "quotaDuration": "-1.500s"]
      ),
      (
        ["signIn", "phoneNumber", "testPhoneNumbers"], ["+16505550101": "0", "+16505550102": ""],
        ["+16505550101": "0", "+16505550102": ""]
      ),
      (["notification", "defaultLocale"], "", "en"),
      (["blockingFunctions"], ["triggers": [:]], [:]),
      (["mobileLinksConfig"], ["domain": "DOMAIN_UNSPECIFIED"], [:]),
      (
        ["recaptchaConfig", "managedRules"], [["endScore": 0, "action": "BLOCK"]],
        [["action": "BLOCK"]]
      ),
      (["recaptchaConfig", "useAccountDefender"], false, false),
      (["authorizedDomains"], [], nil), (["authorizedDomains"], nil, nil),
    ] as [([String], JSON?, JSON?)])
  func `production's configuration shows a value by its type`(
    _ path: [String], _ value: JSON?, _ shown: JSON?
  ) async throws {
    var body = JSONObject()
    body.set(value, at: path[...])
    let mask = path.joined(separator: ".")
    let reply = await emulator.configuration(.patch, "config?updateMask=\(mask)", .object(body))
    #expect(
      reply.status == 200 && reply.json.object?.value(at: path[...]) == shown, "\(reply.json)")
    let read = await emulator.configuration(.get, "config")
    #expect(read.json.object?.value(at: path[...]) == shown, "\(read.json)")
  }

  @Test func `production shows a provider's name of 0`() async throws {
    let reply = await emulator.configuration(
      .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.ab",
      ["clientId": "0", "displayName": "0", "issuer": "https://example.com"])
    #expect(reply["clientId"] == "0" && reply["displayName"] == "0", "\(reply.json)")
  }

  /// Calls with a mistake on a tenant that does not exist.
  @Test(
    arguments: [
      (
        .post, "v1/projects/demo-project/tenants/nope/accounts", ["emailVerified": "maybe"],
        "Invalid value at 'email_verified' (TYPE_BOOL), \"maybe\""
      ),
      (
        .patch, "v2/projects/demo-project/tenants/nope?updateMask=displayName", ["bad": 1],
        "Invalid JSON payload received. Unknown name \"bad\" at 'tenant': Cannot find field."
      ),
      (
        .post, "v2/projects/demo-project/tenants/nope/oauthIdpConfigs?oauthIdpConfigId=oidc.ab",
        ["enabled": "maybe"], "Invalid value at 'oauth_idp_config.enabled' (TYPE_BOOL), \"maybe\""
      ),
      (
        .get, "v2/projects/demo-project/tenants/nope/oauthIdpConfigs?pageSize=x", nil,
        "Invalid value at 'page_size' (TYPE_INT32), \"x\""
      ),
      (
        .get, "v1/projects/demo-project/tenants/nope/accounts:batchGet?maxResults=x", nil,
        "Invalid value at 'max_results' (TYPE_INT32), \"x\""
      ),
      (
        .post, "v1/accounts:signInWithPassword?key=k",
        ["tenantId": "nope", "returnSecureToken": "maybe"],
        "Invalid value at 'return_secure_token' (TYPE_BOOL), \"maybe\""
      ),
      (
        .post, "v1/accounts:update?key=k",
        ["idToken": "x", "mfa": ["enrollments": [["enrolledAt": "z"]]]],
        "Invalid value at " + time("mfa.enrollments[0].enrolled_at", "enrolledAt")
      ),
    ] as [(Method, String, JSON?, String)])
  func `production names the mistakes of a body before those of its target`(
    _ method: Method, _ path: String, _ body: JSON?, _ message: String
  ) async throws {
    let caller: Headers = path.contains("?key=") ? [:] : ["Authorization": "Bearer owner"]
    for allowsTenants in [false, true] {
      if allowsTenants { await emulator.allowTenants() }
      await emulator.call(method, "/identitytoolkit.googleapis.com/\(path)", body, headers: caller)
        .expect(message: message)
    }
    let plain = path.split(separator: "?")[0]
    let right = await emulator.call(
      method, "/identitytoolkit.googleapis.com/\(plain)?key=k",
      method == .get ? nil : ["tenantId": "nope"], headers: caller)
    #expect(right.errorMessage != nil && right.errorMessage != message)
  }

  @Test func `a tenant's policy has an etag in base64 in production`() async throws {
    await emulator.allowTenants()
    let tenant = await emulator.postV2("tenants", ["displayName": "acme"])
    let reply = await emulator.postV2(
      "tenants/\(tenant.tenantID ?? ""):setIamPolicy", ["policy": ["etag": "***"]])
    #expect(reply.errorMessage == "Invalid value at \(Self.base64("policy.etag"))")
  }

  @Test func `production's configuration has its defaults`() async throws {
    let read = await emulator.getV2("config").json
    #expect(read["name"] == "projects/12345/config")
    #expect(read["signIn"]?["allowDuplicateEmails"] == nil)
    #expect(read["signIn"]?["hashConfig"]?["algorithm"] == "SCRYPT")
    #expect(read["client"]?["permissions"] == [:])
    #expect(read["notification"]?["sendEmail"]?["resetPasswordTemplate"] != nil)
    #expect(read["recaptchaConfig"]?["useSmsBotScore"] == false)
    let changed = await emulator.patchV2(
      "config?updateMask=quota", ["quota": ["signUpQuotaConfig": ["quota": "5"]]])
    #expect(
      changed["quota"]?["signUpQuotaConfig"]
        == ["quota": "5", "startTime": "1970-01-01T00:00:00Z", "quotaDuration": "0s"])
    #expect(changed["notification"]?["sendEmail"]?["resetPasswordTemplate"] == nil)
  }

  private static func unbound(_ name: String) -> String {
    "Invalid JSON payload received. Unknown name \"\(name)\": Cannot bind query parameter. Field "
      + "'\(name)' could not be found in request message."
  }

  @Test func `production refuses unknown parameters of a query or form`() async throws {
    for path in ["config", "config?alt=json&prettyPrint=false"] {
      #expect(await emulator.getV2(path).status == 200)
    }
    for (method, path, body) in [
      (.get, "config?foo=1", nil), (.patch, "config?foo=1", [:]),
      (.get, "oauthIdpConfigs?foo=1", nil),
    ] as [(Method, String, JSON?)] {
      let reply = await emulator.configuration(method, path, body)
      #expect(reply.errorMessage == Self.unbound("foo"), "\(path)")
    }
    for path in ["/v1/recaptchaParams", "/v1/publicKeys", "/v1/sessionCookiePublicKeys"] {
      let reply = await emulator.get("\(path)?key=k&foo=1")
      #expect(reply.errorMessage == Self.unbound("foo"), "\(path)")
    }
    let form = "grant_type=refresh_token&refresh_tokens=x"
    let reply = await emulator.call(
      .post, "/v1/token?key=k", bytes: Array(form.utf8),
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
    #expect(reply.errorMessage == Self.unbound("refresh_tokens"))
    #expect(await (try TestEmulator()).getV2("config?foo=1").status == 200)
  }

  @Test func `production has tenants where the project allows them`() async throws {
    await emulator.postV2("tenants", ["displayName": "alpha"]).expect(refusal: "INVALID_PROJECT_ID")
    await emulator.allowTenants()
    let made = await emulator.postV2("tenants", ["displayName": "alpha"])
    let id = try #require(made.tenantID)
    #expect(made["name"] == .string("projects/12345/tenants/\(id)"))
    #expect(made["tenantId"] == nil && made["disableAuth"] == nil && made["hashConfig"] == nil)
    #expect(made["inheritance"] == [:])
    #expect(await emulator.getV2("tenants/\(id)")["hashConfig"]?["rounds"] == 8)
    _ = await emulator.patchV2("config?updateMask=multiTenant", [:])
    for (method, path) in [
      (Method.get, "tenants/\(id)"), (.patch, "tenants/\(id)"),
      (.get, "tenants/\(id)/oauthIdpConfigs"), (.post, "tenants/\(id):getIamPolicy"),
    ] {
      let reply = await emulator.configuration(method, path, [:])
      #expect(reply.errorMessage == "INVALID_PROJECT_ID", "\(path)")
    }
  }

  @Test func `administrators' calls of v2 are served below /admin as well`() async throws {
    let emulator = try TestEmulator()
    for prefix in ["", "/identitytoolkit.googleapis.com"] {
      let reply = await emulator.call(
        .get, prefix + "/admin/v2/projects/demo-project/config",
        headers: ["Authorization": "Bearer owner"])
      #expect(reply.status == 200)
    }
  }
}
