import EmuStore
import EmuTestSupport
import Testing

@Suite final class `v2 tenants`: EmulatorSuite {
  private static func password(tenant: JSON) -> JSON {
    ["email": "ada@example.com", "password": "secret1", "tenantId": tenant]
  }

  private func production() async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    return emulator
  }

  @Test func `v2 tenants are made with what is asked for and nothing else`() async throws {
    let reply = await emulator.postV2(
      "tenants",
      [
        "displayName": "Acme-Corp", "allowPasswordSignup": true,
        "mfaConfig": ["state": "ENABLED"], "testPhoneNumbers": ["+15555550100": "123456"],
        "tenantId": "mine", "passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"],
      ])
    reply.expect(golden: "tenants/created")
    let id = try #require(reply["tenantId"]?.string)
    #expect(await emulator.getV2("tenants/\(id)").json == reply.json)
    #expect(await emulator.getV2("tenants/mine")["displayName"] == nil)
  }

  @Test func `v2 tenants exist when named, with everything enabled`() async throws {
    Golden.expect(await emulator.getV2("tenants/t1").json, "tenants/named")
  }

  @Test func `v2 tenants are not found where they must be made`() async throws {
    let emulator = try await production()
    for (method, suffix) in [
      (Method.get, ""), (.patch, ""), (.delete, ""), (.post, ":getIamPolicy"),
      (.post, ":setIamPolicy"), (.post, ":testIamPermissions"),
    ] {
      let reply = await emulator.configuration(method, "tenants/t1\(suffix)", [:])
      #expect(reply.errorMessage == "TENANT_NOT_FOUND")
    }
  }

  @Test(arguments: [nil, "", "abc", "4tenants", "with space"] as [JSON])
  func `v2 tenants have names by production's rule`(_ name: JSON) async throws {
    let body: JSON = ["displayName": name]
    let refused = await (try await production()).postV2("tenants", body)
    let isMissing = name.string?.isEmpty ?? true
    #expect(refused.errorCode == (isMissing ? "MISSING_DISPLAY_NAME" : "INVALID_DISPLAY_NAME"))
    #expect(await emulator.postV2("tenants", body).status == 200)
  }

  @Test func `v2 tenants have ten test numbers at most`() async throws {
    let emulator = try await production()
    func tenant(_ count: Int) -> JSON {
      ["displayName": "Acme-Corp", "testPhoneNumbers": .testNumbers(count)]
    }
    #expect(await emulator.postV2("tenants", tenant(11)).errorCode == "INVALID_CONFIG")
    let made = await emulator.postV2("tenants", tenant(10))
    let id = try #require(made.tenantID)
    #expect(await emulator.patchV2("tenants/\(id)", tenant(11)).errorCode == "INVALID_CONFIG")
    #expect(await emulator.getV2("tenants/\(id)")["testPhoneNumbers"] == made["testPhoneNumbers"])
  }

  @Test(arguments: [
    (Profile.compatible, 5, [2, 2, 1]), (.compatible, 4, [2, 2, 0]), (.production, 4, [2, 2]),
  ])
  func `v2 tenants have pages`(_ profile: Profile, _ count: Int, _ pages: [Int]) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.allowTenants()
    let all = ["aaaa", "bbbb", "cccc", "dddd", "eeee"].prefix(count)
    for name in all {
      _ = await emulator.postV2("tenants", ["displayName": .string(name)])
    }
    let found = await emulator.pages(of: "tenants") { token in
      await emulator.getV2("tenants?pageSize=2&pageToken=\(token)")
    }
    #expect(found.map(\.count) == pages)
    #expect(found.joined().compactMap { $0["displayName"]?.string } == Array(all))
    #expect(await emulator.getV2("tenants?pageSize=many").status == 400)
  }

  @Test func `v2 tenants change by mask, and whole without one`() async throws {
    let masked = await emulator.patchV2(
      "tenants/t1?updateMask=disableAuth,displayName",
      ["disableAuth": true, "displayName": "First", "allowPasswordSignup": false])
    masked.expect(["disableAuth": true, "displayName": "First", "allowPasswordSignup": true])
    let whole = await emulator.patchV2("tenants/t1", ["enableAnonymousUser": true])
    #expect(whole["disableAuth"] == false)
    #expect(whole["displayName"] == nil)
    #expect(whole["allowPasswordSignup"] == false)
    #expect(whole["enableAnonymousUser"] == true)
    let overlooked = await emulator.patchV2(
      "tenants/t1?updateMask=displayName.0,mfaConfig.state.deeper",
      ["displayName": "Second", "mfaConfig": ["state": "ENABLED"]])
    #expect(overlooked.json == whole.json)
    await emulator.patchV2("tenants/t1", ["disableAuth": 1])
      .expect(refusal: "Invalid value at 'tenant.disable_auth' (TYPE_BOOL), 1")
  }

  @Test func `v2 tenants switch ways to sign in for themselves alone`() async throws {
    _ = await emulator.patchV2("tenants/t1?updateMask=*", [:])
    await emulator.client("accounts:signUp", ["tenantId": "t1"])
      .expect(refusal: "ADMIN_ONLY_OPERATION")
    let refused = await emulator.client("accounts:signUp", Self.password(tenant: "t1"))
    #expect(refused.errorCode == "OPERATION_NOT_ALLOWED")
    await emulator.client("accounts:signInWithPassword", Self.password(tenant: "t1"))
      .expect(refusal: "PASSWORD_LOGIN_DISABLED")
    for other in ["t2", nil] as [JSON] {
      #expect(await emulator.client("accounts:signUp", Self.password(tenant: other)).status == 200)
    }
  }

  @Test func `v2 tenants can be switched off`() async throws {
    let user = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    await emulator.setV2("disableAuth", true, of: "tenants/t1")
    for reply in [
      await emulator.client("accounts:signUp", ["tenantId": "t1"]),
      await emulator.admin("accounts:lookup", ["localId": ["x"]], tenant: "t1"),
      await emulator.refresh(user["refreshToken"]?.string ?? ""),
    ] {
      reply.expect(refusal: "PROJECT_DISABLED")
    }
    #expect(await emulator.getV2("tenants/t1").status == 200)
  }

  @Test func `v2 tenants protect addresses for themselves`() async throws {
    let isProtected: JSON = ["enableImprovedEmailPrivacy": true]
    await emulator.setV2("emailPrivacyConfig", isProtected, of: "tenants/t1")
    await emulator.client("accounts:signInWithPassword", Self.password(tenant: "t1"))
      .expect(refusal: "INVALID_LOGIN_CREDENTIALS")
    await emulator.signInWithPassword().expect(refusal: "EMAIL_NOT_FOUND")
  }

  @Test(arguments: [
    (Profile.production, "EMAIL_NOT_FOUND"), (.compatible, "INVALID_LOGIN_CREDENTIALS"),
  ])
  func `v2 tenants share the project's protection of addresses in compatible alone`(
    _ profile: Profile, _ code: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.allowTenants()
    await emulator.setV2("emailPrivacyConfig", ["enableImprovedEmailPrivacy": true])
    let made = await emulator.postV2(
      "tenants", ["displayName": "alpha", "allowPasswordSignup": true])
    let id = try #require(made.tenantID)
    await emulator.client("accounts:signInWithPassword", Self.password(tenant: .string(id)))
      .expect(refusal: code)
    await emulator.signInWithPassword().expect(refusal: "INVALID_LOGIN_CREDENTIALS")
  }

  @Test func `v2 tenants go with their users`() async throws {
    _ = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    #expect(await emulator.configuration(.delete, "tenants/t1").json == [:])
    #expect(await emulator.getV2("tenants")["tenants"] == [])
    #expect(await emulator.admin("accounts:query", [:], tenant: "t1")["recordsCount"] == "0")
  }

  @Test func `v2 tenants keep a policy that decides nothing`() async throws {
    let empty = await emulator.postV2("tenants/t1:getIamPolicy", [:])
    #expect(empty.json == ["version": 1, "etag": "ACAB"])
    let policy: JSON = [
      "bindings": [["role": "roles/identitytoolkit.admin", "members": ["user:a@example.com"]]]
    ]
    let set = await emulator.postV2("tenants/t1:setIamPolicy", ["policy": policy])
    #expect(set["bindings"] == policy["bindings"])
    #expect(await emulator.postV2("tenants/t1:getIamPolicy", [:]).json == set.json)
    let test = await emulator.postV2(
      "tenants/t1:testIamPermissions", ["permissions": ["a.b", "c.d"]])
    #expect(test.json == ["permissions": ["a.b", "c.d"]])
  }

  @Test func `a deleted tenant is TENANT_DELETED until one has its id again`() async throws {
    let emulator = try await production()
    let id = try await emulator.tenant(["displayName": "acme", "allowPasswordSignup": true])
    let user = Self.password(tenant: .string(id))
    let token = await emulator.client("accounts:signUp", user)["idToken"]
    #expect(token != nil)
    #expect(await emulator.configuration(.delete, "tenants/\(id)").status == 200)
    for (call, body): (String, JSON) in [
      ("signUp", user), ("signUp", ["tenantId": .string(id), "idToken": token ?? nil]),
      ("lookup", ["idToken": token ?? nil]),
    ] {
      await emulator.client("accounts:\(call)", body).expect(refusal: "TENANT_DELETED")
    }
    #expect(await emulator.getV2("tenants/\(id)").errorMessage == "TENANT_NOT_FOUND")
    let project = try emulator.currentProject()
    _ = try emulator.store.write { writer in try writer.insertTenant(id, in: project) }
    #expect(await emulator.client("accounts:signUp", user).status == 200)
  }

  // MARK: Second factors

  /// The configuration, and the state and providers that are shown.
  @Test(
    arguments: [
      (nil, "DISABLED", []), ([:], "DISABLED", []), (["state": "ENABLED"], "ENABLED", []),
      (["enabledProviders": ["PHONE_SMS"]], "DISABLED", ["PHONE_SMS"]),
    ] as [(JSON?, JSON, JSON)])
  func `tenant second factors are shown completely, whatever was configured`(
    _ mfa: JSON?, _ state: JSON, _ providers: JSON
  ) async throws {
    let body: JSON = mfa.map { ["mfaConfig": $0] } ?? [:]
    let shown: JSON = ["state": state, "enabledProviders": providers]
    let made = await emulator.postV2("tenants", body)
    #expect(made["mfaConfig"] == shown)
    let id = try #require(made["tenantId"]?.string)
    #expect(await emulator.getV2("tenants/\(id)")["mfaConfig"] == shown)
    #expect(await emulator.getV2("tenants")["tenants"]?[0]?["mfaConfig"] == shown)
    #expect(await emulator.setV2("displayName", "x", of: "tenants/\(id)")["mfaConfig"] == shown)
    #expect(await emulator.patchV2("tenants/t1", body)["mfaConfig"] == shown)
  }

  @Test func `tenant second factors are absent in production until configured`() async throws {
    let emulator = try await production()
    await emulator.postV2("tenants", ["displayName": "Plain"]).expect(["mfaConfig": nil])
    await emulator.postV2("tenants", ["displayName": "Other", "mfaConfig": ["state": "ENABLED"]])
      .expect(["mfaConfig": ["state": "ENABLED"]])
  }

  @Test(
    arguments: [
      "mfaEnrollment:start", "mfaEnrollment:finalize", "mfaSignIn:start", "mfaSignIn:finalize",
    ],
    [
      ["state": "DISABLED"], ["state": "ENABLED"],
      ["state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]],
    ] as [JSON])
  func `tenant second factors that exclude text messages refuse a call before they look at it`(
    _ call: String, _ mfa: JSON
  ) async throws {
    let made = await emulator.postV2("tenants", ["mfaConfig": mfa])
    let tenant = try #require(made["tenantId"])
    #expect(await emulator.v2(call, ["tenantId": tenant]).errorCode == "OPERATION_NOT_ALLOWED")
    let texts: JSON = ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]
    let other = await emulator.postV2("tenants", ["mfaConfig": texts])
    let checked = await emulator.v2(call, ["tenantId": other["tenantId"] ?? nil])
    #expect(checked.errorCode?.hasPrefix("MISSING_") == true)
  }
}
