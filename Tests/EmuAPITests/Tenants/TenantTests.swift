import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `v2 tenants` {
  @Test func `v2 tenants are made with what is asked for and nothing else`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.configuration(
      .post, "tenants",
      [
        "displayName": "Acme-Corp", "allowPasswordSignup": true,
        "mfaConfig": ["state": "ENABLED"], "testPhoneNumbers": ["+15555550100": "123456"],
        "tenantId": "mine", "passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"],
      ])
    #expect(reply.status == 200)
    Golden.expect(reply.json, "tenants/created")
    let id = try #require(reply["tenantId"]?.string)
    #expect(await emulator.configuration(.get, "tenants/\(id)").json == reply.json)
    #expect(await emulator.configuration(.get, "tenants/mine")["displayName"] == nil)
  }

  @Test func `v2 tenants exist when named, with everything enabled`() async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.configuration(.get, "tenants/t1")
    Golden.expect(reply.json, "tenants/named")
  }

  @Test func `v2 tenants are not found where they must be made`() async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    for (method, suffix) in [
      (Method.get, ""), (.patch, ""), (.delete, ""), (.post, ":getIamPolicy"),
      (.post, ":setIamPolicy"), (.post, ":testIamPermissions"),
    ] {
      let reply = await emulator.configuration(method, "tenants/t1\(suffix)", [:])
      #expect(reply.errorMessage == "TENANT_NOT_FOUND")
    }
    let client = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    #expect(client.errorMessage == "INVALID_TENANT_ID")
  }

  @Test(arguments: [
    ("{}", "MISSING_DISPLAY_NAME"), (#"{"displayName":""}"#, "MISSING_DISPLAY_NAME"),
    (#"{"displayName":"abc"}"#, "INVALID_DISPLAY_NAME"),
    (#"{"displayName":"4tenants"}"#, "INVALID_DISPLAY_NAME"),
    (#"{"displayName":"with space"}"#, "INVALID_DISPLAY_NAME"),
  ])
  func `v2 tenants have names by production's rule`(_ body: String, _ code: String) async throws {
    let production = try TestEmulator(profile: .production)
    await production.allowTenants()
    #expect(
      await production.configuration(.post, "tenants", try JSON(parsing: body)).errorCode == code)
    let compatible = try TestEmulator()
    #expect(
      await compatible.configuration(.post, "tenants", try JSON(parsing: body)).status == 200)
  }

  @Test func `v2 tenants have ten test numbers at most`() async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    func tenant(_ count: Int) -> JSON {
      var numbers: JSONObject = [:]
      for index in 10..<10 + count { numbers["+155555501\(index)"] = "123456" }
      return ["displayName": "Acme-Corp", "testPhoneNumbers": .object(numbers)]
    }
    let refused = await emulator.configuration(.post, "tenants", tenant(11))
    #expect(refused.errorCode == "INVALID_CONFIG")
    let made = await emulator.configuration(.post, "tenants", tenant(10))
    let id = try #require(made.tenantID)
    let grown = await emulator.configuration(.patch, "tenants/\(id)", tenant(11))
    #expect(grown.errorCode == "INVALID_CONFIG")
    #expect(
      await emulator.configuration(.get, "tenants/\(id)")["testPhoneNumbers"]
        == made["testPhoneNumbers"])
  }

  @Test(arguments: [
    (Profile.compatible, 5, [2, 2, 1]), (.compatible, 4, [2, 2, 0]), (.production, 4, [2, 2]),
  ])
  func `v2 tenants are listed page by page`(
    _ profile: Profile, _ count: Int, _ pages: [Int]
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let allowed: JSON = ["multiTenant": ["allowTenants": true]]
    _ = await emulator.configuration(.patch, "config?updateMask=multiTenant", allowed)
    let all = ["aaaa", "bbbb", "cccc", "dddd", "eeee"].prefix(count)
    for name in all {
      _ = await emulator.configuration(.post, "tenants", ["displayName": .string(name)])
    }
    var token = ""
    var sizes: [Int] = []
    var names: [String] = []
    repeat {
      let reply = await emulator.configuration(.get, "tenants?pageSize=2&pageToken=\(token)")
      let page = reply["tenants"]?.array ?? []
      sizes.append(page.count)
      names += page.compactMap { $0["displayName"]?.string }
      token = reply["nextPageToken"]?.string ?? ""
    } while !token.isEmpty && sizes.count < 9
    #expect(sizes == pages)
    #expect(names == Array(all))
    #expect(await emulator.configuration(.get, "tenants?pageSize=many").status == 400)
  }

  @Test func `v2 tenants change by mask, and whole without one`() async throws {
    let emulator = try TestEmulator()
    let masked = await emulator.configuration(
      .patch, "tenants/t1?updateMask=disableAuth,displayName",
      ["disableAuth": true, "displayName": "First", "allowPasswordSignup": false])
    #expect(masked["disableAuth"] == true)
    #expect(masked["displayName"] == "First")
    #expect(masked["allowPasswordSignup"] == true)
    let whole = await emulator.configuration(.patch, "tenants/t1", ["enableAnonymousUser": true])
    #expect(whole["disableAuth"] == false)
    #expect(whole["displayName"] == nil)
    #expect(whole["allowPasswordSignup"] == false)
    #expect(whole["enableAnonymousUser"] == true)
    let overlooked = await emulator.configuration(
      .patch, "tenants/t1?updateMask=displayName.0,mfaConfig.state.deeper",
      ["displayName": "Second", "mfaConfig": ["state": "ENABLED"]])
    #expect(overlooked.json == whole.json)
    #expect(
      await emulator.configuration(.patch, "tenants/t1", ["disableAuth": 1]).errorMessage
        == "Invalid value at 'tenant.disable_auth' (TYPE_BOOL), 1")
  }

  @Test func `v2 tenants switch ways to sign in for themselves alone`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.configuration(.patch, "tenants/t1?updateMask=*", [:])
    let password: JSONObject = ["email": "a@example.com", "password": "secret1"]
    func inTenant(_ body: JSONObject, _ id: String) -> JSON {
      var body = body
      body["tenantId"] = .string(id)
      return .object(body)
    }
    #expect(
      await emulator.client("accounts:signUp", inTenant([:], "t1")).errorMessage
        == "ADMIN_ONLY_OPERATION")
    #expect(
      await emulator.client("accounts:signUp", inTenant(password, "t1")).errorCode
        == "OPERATION_NOT_ALLOWED")
    #expect(
      await emulator.client("accounts:signInWithPassword", inTenant(password, "t1")).errorMessage
        == "PASSWORD_LOGIN_DISABLED")
    #expect(await emulator.client("accounts:signUp", inTenant(password, "t2")).status == 200)
    #expect(await emulator.client("accounts:signUp", .object(password)).status == 200)
  }

  @Test func `v2 tenants can be switched off`() async throws {
    let emulator = try TestEmulator()
    let user = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    _ = await emulator.configuration(
      .patch, "tenants/t1?updateMask=disableAuth", ["disableAuth": true])
    let signUp = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    #expect(signUp.errorMessage == "PROJECT_DISABLED")
    let lookup = await emulator.admin(
      "accounts:lookup", ["localId": [user["localId"] ?? nil]], tenant: "t1")
    #expect(lookup.errorMessage == "PROJECT_DISABLED")
    #expect(
      await emulator.refresh(user["refreshToken"]?.string ?? "").errorMessage
        == "PROJECT_DISABLED")
    #expect(await emulator.configuration(.get, "tenants/t1").status == 200)
  }

  @Test func `v2 tenants protect addresses for themselves`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.configuration(
      .patch, "tenants/t1?updateMask=emailPrivacyConfig",
      ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
    let body: JSONObject = ["email": "a@example.com", "password": "secret1"]
    var tenant = body
    tenant["tenantId"] = "t1"
    #expect(
      await emulator.client("accounts:signInWithPassword", .object(tenant)).errorMessage
        == "INVALID_LOGIN_CREDENTIALS")
    #expect(
      await emulator.client("accounts:signInWithPassword", .object(body)).errorMessage
        == "EMAIL_NOT_FOUND")
  }

  @Test func `v2 tenants go with their users`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.client("accounts:signUp", ["tenantId": "t1"])
    #expect(await emulator.configuration(.delete, "tenants/t1").json == [:])
    #expect(await emulator.configuration(.get, "tenants")["tenants"] == [])
    let query = await emulator.admin("accounts:query", [:], tenant: "t1")
    #expect(query["recordsCount"] == "0")
  }

  @Test func `v2 tenants keep a policy that decides nothing`() async throws {
    let emulator = try TestEmulator()
    #expect(
      await emulator.configuration(.post, "tenants/t1:getIamPolicy", [:]).json
        == ["version": 1, "etag": "ACAB"])
    let policy: JSON = [
      "bindings": [["role": "roles/identitytoolkit.admin", "members": ["user:a@example.com"]]]
    ]
    let set = await emulator.configuration(.post, "tenants/t1:setIamPolicy", ["policy": policy])
    #expect(set["bindings"] == policy["bindings"])
    #expect(await emulator.configuration(.post, "tenants/t1:getIamPolicy", [:]).json == set.json)
    let test = await emulator.configuration(
      .post, "tenants/t1:testIamPermissions", ["permissions": ["a.b", "c.d"]])
    #expect(test.json == ["permissions": ["a.b", "c.d"]])
  }

  @Test func `a deleted tenant is TENANT_DELETED to calls on accounts until one has its id again`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    let created = await emulator.configuration(
      .post, "tenants", ["displayName": "acme", "allowPasswordSignup": true])
    let id = try #require(created.tenantID)
    let user: JSON = ["email": "ada@example.com", "password": "secret1", "tenantId": .string(id)]
    let token = await emulator.client("accounts:signUp", user)["idToken"]
    #expect(token != nil)
    #expect(await emulator.configuration(.delete, "tenants/\(id)").status == 200)
    for body in [user, ["tenantId": .string(id), "idToken": token ?? nil]] as [JSON] {
      #expect(await emulator.client("accounts:signUp", body).errorMessage == "TENANT_DELETED")
    }
    let lookup = await emulator.client("accounts:lookup", ["idToken": token ?? nil])
    #expect(lookup.errorMessage == "TENANT_DELETED")
    #expect(await emulator.configuration(.get, "tenants/\(id)").errorMessage == "TENANT_NOT_FOUND")
    let project = try emulator.currentProject()
    _ = try emulator.store.write { writer in try writer.insertTenant(id, in: project) }
    #expect(await emulator.client("accounts:signUp", user).status == 200)
  }
}
