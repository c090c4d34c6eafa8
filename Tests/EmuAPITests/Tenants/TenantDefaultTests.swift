import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Tenant second factors` {
  static let bodies: [(JSON, JSON)] = [
    ([:], ["state": "DISABLED", "enabledProviders": []]),
    (["mfaConfig": [:]], ["state": "DISABLED", "enabledProviders": []]),
    (
      ["mfaConfig": ["state": "ENABLED"]], ["state": "ENABLED", "enabledProviders": []]
    ),
    (
      ["mfaConfig": ["enabledProviders": ["PHONE_SMS"]]],
      ["state": "DISABLED", "enabledProviders": ["PHONE_SMS"]]
    ),
  ]

  @Test(arguments: bodies)
  func `tenant second factors are shown completely, whatever was configured`(
    _ body: JSON, _ shown: JSON
  )
    async throws
  {
    let emulator = try TestEmulator()
    let made = await emulator.configuration(.post, "tenants", body)
    #expect(made["mfaConfig"] == shown)
    let id = try #require(made["tenantId"]?.string)
    #expect(await emulator.configuration(.get, "tenants/\(id)")["mfaConfig"] == shown)
    let listed = await emulator.configuration(.get, "tenants")
    #expect(listed["tenants"]?[0]?["mfaConfig"] == shown)
    let named = await emulator.configuration(
      .patch, "tenants/\(id)?updateMask=displayName", ["displayName": "x"])
    #expect(named["mfaConfig"] == shown)
    #expect(await emulator.configuration(.patch, "tenants/t1", body)["mfaConfig"] == shown)
  }

  @Test func `tenant second factors are left out in production until they are configured`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    let plain = await emulator.configuration(.post, "tenants", ["displayName": "Plain"])
    #expect(plain.status == 200)
    #expect(plain["mfaConfig"] == nil)
    let configured = await emulator.configuration(
      .post, "tenants", ["displayName": "Other", "mfaConfig": ["state": "ENABLED"]])
    #expect(configured["mfaConfig"] == ["state": "ENABLED"])
  }

  static let calls = [
    "mfaEnrollment:start", "mfaEnrollment:finalize", "mfaSignIn:start", "mfaSignIn:finalize",
  ]

  @Test(
    arguments: calls,
    [
      ["state": "DISABLED"], ["state": "ENABLED"],
      ["state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]],
    ] as [JSON])
  func `tenant second factors that exclude text messages refuse a call before they look at it`(
    _ call: String, _ mfa: JSON
  ) async throws {
    let emulator = try TestEmulator()
    let made = await emulator.configuration(.post, "tenants", ["mfaConfig": mfa])
    let tenant = try #require(made["tenantId"])
    let reply = await emulator.v2(call, ["tenantId": tenant])
    #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test(arguments: calls)
  func `tenant second factors that include text messages let a call be looked at`(_ call: String)
    async throws
  {
    let emulator = try TestEmulator()
    let made = await emulator.configuration(
      .post, "tenants", ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
    let reply = await emulator.v2(call, ["tenantId": made["tenantId"] ?? nil])
    #expect(reply.errorCode?.hasPrefix("MISSING_") == true)
  }
}
