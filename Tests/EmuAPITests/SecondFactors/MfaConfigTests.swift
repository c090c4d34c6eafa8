import EmuTestSupport
import Testing

@Suite final class `The configuration of second factors`: EmulatorSuite {
  private static let app: JSON = ["state": "ENABLED", "totpProviderConfig": [:]]

  static let configs: [(JSON, phone: Bool, totp: Bool)] = [
    ([:], false, false), (["state": "DISABLED", "enabledProviders": ["PHONE_SMS"]], false, false),
    (["state": "ENABLED"], false, false),
    (["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]], true, false),
    (["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]], true, false),
    (.allSecondFactors, true, true),
    (
      ["state": "ENABLED", "providerConfigs": [["state": "DISABLED", "totpProviderConfig": [:]]]],
      false, false
    ),
    (["state": "ENABLED", "providerConfigs": [app]], false, true),
    // The state of authenticator apps alone enables them.
    (["providerConfigs": [app]], false, true),
    (
      ["state": "DISABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [app]], false,
      true
    ),
  ]

  @Test(
    arguments: [
      ("mfaEnrollment:start", ["totpEnrollmentInfo": [:]]),
      ("mfaEnrollment:finalize", ["totpVerificationInfo": [:]]),
      ("mfaSignIn:finalize", ["totpVerificationInfo": [:]]),
    ] as [(String, JSONObject)])
  func `a disabled authenticator app is named before missing fields`(
    _ operation: String, _ body: JSONObject
  ) async throws {
    try emulator.set([.mfaState: .on])
    let reply = await emulator.v2(operation, body)
    #expect(reply.errorMessage == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
    try await emulator.configureSecondFactors(.allSecondFactors)
    let allowed = await emulator.v2(operation, body)
    #expect(
      allowed.status == 400 && allowed.errorCode != "OPERATION_NOT_ALLOWED", "\(allowed.text)")
  }

  @Test(arguments: configs)
  func `second factors are allowed by the configuration when mfaState is on`(
    _ config: JSON, phone: Bool, totp: Bool
  ) async throws {
    for state: SwitchValue in [.on, .warn, .off] {
      let emulator = try TestEmulator()
      try emulator.set([.mfaState: state])
      try await emulator.configureSecondFactors(config)
      let idToken = JSON.string(try await emulator.verifiedUser().idToken)
      let starts = [
        (await emulator.startPhone(idToken), phone), (await emulator.startTOTP(idToken), totp),
      ]
      for (reply, isAllowed) in starts {
        let error = isAllowed || state != .on ? nil : "OPERATION_NOT_ALLOWED"
        #expect(reply.errorCode == error, "\(state) \(reply.json)")
      }
    }
  }

  @Test func `a tenant's second factors are configured apart`() async throws {
    let tenant = try await emulator.tenant(["displayName": "blue", "allowPasswordSignup": true])
    let user = try await emulator.verifiedUser(tenant: tenant)
    #expect(await emulator.startPhone(.string(user.idToken)).errorCode == "OPERATION_NOT_ALLOWED")
    let phone: JSON = ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]
    _ = await emulator.admin(
      "accounts:update", ["localId": .string(user.uid), "mfa": ["enrollments": [phone]]],
      tenant: tenant)
    let signIn: JSON = [
      "email": "ada@example.com", "password": "secret1", "tenantId": .string(tenant),
    ]
    #expect(await emulator.client("accounts:signInWithPassword", signIn)["idToken"] != nil)
    let changed = await emulator.patchV2(
      "tenants/\(tenant)?updateMask=mfaConfig",
      ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
    #expect(changed.status == 200, "\(changed.json)")
    let asked = await emulator.client("accounts:signInWithPassword", signIn)
    #expect(asked["idToken"] == nil && asked["mfaPendingCredential"] != nil)
  }

  @Test func `a second factor that is not allowed is reported if mfaState warns`() async throws {
    _ = try await emulator.enrolPhone()
    let warned = await emulator.signInWithPassword()
    #expect(warned.decisions.contains("mfaState: warned"))
    try emulator.set([.mfaState: .on])
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
    try await emulator.configureSecondFactors(.allSecondFactors)
    #expect(await emulator.signInWithPassword().decisions == ["secondFactor: chose"])
  }

  @Test func `a pending credential's tenant, named or not, has the settings`() async throws {
    try emulator.set([.mfaState: .on])
    let tenant = try await emulator.tenant([
      "displayName": "blue", "allowPasswordSignup": true, "mfaConfig": .allSecondFactors,
    ])
    let phone = try await emulator.enrolPhone(tenant: tenant)
    let app = try await emulator.enrolTOTP("bob@example.com", tenant: tenant)
    let pending = try await emulator.pendingCredential(tenant: tenant)
    let withPhone = try await emulator.finishWithPhone(phone, pending, tenant: tenant)
    #expect(withPhone["idToken"] != nil, "\(withPhone.json)")
    let withApp = await emulator.finishWithTOTP(
      app, try await emulator.pendingCredential(app.email, tenant: tenant), tenant: tenant)
    #expect(withApp["idToken"] != nil, "\(withApp.json)")
  }

  @Test func `a mandatory second factor cannot be withdrawn`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try await emulator.configureSecondFactors([
      "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
    ])
    let user = try await emulator.enrolPhone()
    let reply = await emulator.withdraw(user.idToken, .string(user.enrollmentID))
    #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test(arguments: [-1, 11])
  func `a window of codes is ten steps at most`(_ intervals: Int) async {
    let app: JSON = ["totpProviderConfig": ["adjacentIntervals": JSON.int(Int64(intervals))]]
    for reply in [
      await emulator.patchV2("config?updateMask=mfa", ["mfa": ["providerConfigs": [app]]]),
      await emulator.postV2("tenants", ["mfaConfig": ["providerConfigs": [app]]]),
    ] {
      #expect(reply.errorCode == "INVALID_ADJACENT_INTERVAL_RANGE", "\(reply.json)")
    }
  }
}
