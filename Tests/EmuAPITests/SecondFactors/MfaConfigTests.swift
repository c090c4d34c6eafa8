import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `The configuration of second factors` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

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
    (
      ["state": "ENABLED", "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]]],
      false, true
    ),
    // The state of authenticator apps alone enables them.
    (
      [
        "providerConfigs": [
          ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
        ]
      ], false, true
    ),
    (
      [
        "state": "DISABLED", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": [:]]],
      ], false, true
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
  func `the configuration of second factors says what a project allows, when mfaState is on`(
    _ config: JSON, phone: Bool, totp: Bool
  ) async throws {
    for state: SwitchValue in [.on, .warn, .off] {
      let emulator = try TestEmulator()
      try emulator.set([.mfaState: state])
      try await emulator.configureSecondFactors(config)
      let idToken = JSON.string(try await emulator.verifiedUser().idToken)
      let starts: [(JSONObject, Bool)] = [
        (["phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]], phone),
        (["totpEnrollmentInfo": [:]], totp),
      ]
      for (start, isAllowed) in starts {
        let reply = await emulator.v2("mfaEnrollment:start", start.merging(["idToken": idToken]))
        #expect(
          reply.errorCode == (isAllowed || state != .on ? nil : "OPERATION_NOT_ALLOWED"),
          "\(state) \(start)")
      }
    }
  }

  @Test func `a tenant's configuration of second factors counts as in the official emulator`()
    async throws
  {
    let made = await emulator.call(
      .post, "/identitytoolkit.googleapis.com/v2/projects/demo-project/tenants",
      ["displayName": "blue", "allowPasswordSignup": true],
      headers: ["Authorization": "Bearer owner"])
    let tenant = try #require(made["tenantId"]?.string)
    let user = try await emulator.verifiedUser(tenant: tenant)
    let start: JSONObject = [
      "idToken": .string(user.idToken),
      "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"],
    ]
    #expect(
      await emulator.v2("mfaEnrollment:start", start).errorCode == "OPERATION_NOT_ALLOWED")
    _ = await emulator.admin(
      "accounts:update",
      [
        "localId": .string(user.uid),
        "mfa": ["enrollments": [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]]],
      ], tenant: tenant)
    let signIn: JSON = [
      "email": "ada@example.com", "password": "secret1", "tenantId": .string(tenant),
    ]
    let plain = await emulator.client("accounts:signInWithPassword", signIn)
    #expect(plain["idToken"] != nil)
    let changed = await emulator.call(
      .patch,
      "/identitytoolkit.googleapis.com/v2/projects/demo-project/tenants/\(tenant)?updateMask=mfaConfig",
      ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]],
      headers: ["Authorization": "Bearer owner"])
    #expect(changed.status == 200, "\(changed.json)")
    let asked = await emulator.client("accounts:signInWithPassword", signIn)
    #expect(asked["idToken"] == nil && asked["mfaPendingCredential"] != nil)
  }

  @Test func `the configuration of second factors is reported if it is not enforced`()
    async throws
  {
    _ = try await emulator.enrolPhone()
    let warned = await emulator.signInWithPassword()
    #expect(warned.decisions.contains("mfaState: warned"))
    try emulator.set([.mfaState: .on])
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let asked = await emulator.signInWithPassword()
    #expect(asked.decisions == ["secondFactor: chose"])
  }

  @Test
  func `the configuration of second factors is that of the credential's tenant, named or not`()
    async throws
  {
    try emulator.set([.mfaState: .on])
    let made = await emulator.call(
      .post, "/identitytoolkit.googleapis.com/v2/projects/demo-project/tenants",
      [
        "displayName": "blue", "allowPasswordSignup": true, "mfaConfig": .allSecondFactors,
      ],
      headers: ["Authorization": "Bearer owner"])
    let tenant = try #require(made["tenantId"]?.string)
    let phone = try await emulator.enrolPhone(tenant: tenant)
    let app = try await emulator.enrolTOTP("bob@example.com", tenant: tenant)
    let pending = try await emulator.pendingCredential(tenant: tenant)
    let withPhone = try await emulator.finishWithPhone(phone, pending, tenant: tenant)
    #expect(withPhone["idToken"] != nil, "\(withPhone.json)")
    let withApp = await emulator.finishWithTOTP(
      app, try await emulator.pendingCredential(app.email, tenant: tenant), tenant: tenant)
    #expect(withApp["idToken"] != nil, "\(withApp.json)")
  }

  @Test
  func `the configuration of second factors leaves a user the last one where it is mandatory`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    try await emulator.configureSecondFactors([
      "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
    ])
    let user = try await emulator.enrolPhone()
    let reply = await emulator.v2(
      "mfaEnrollment:withdraw",
      ["idToken": user.idToken, "mfaEnrollmentId": .string(user.enrollmentID)])
    #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test(arguments: [-1, 11])
  func `the configuration of second factors accepts no window beyond ten`(_ intervals: Int) async {
    for (path, name) in [("config?updateMask=mfa", "mfa"), ("tenants", "mfaConfig")] {
      let reply = await emulator.call(
        name == "mfa" ? .patch : .post,
        "/identitytoolkit.googleapis.com/v2/projects/demo-project/\(path)",
        .object([
          name: [
            "providerConfigs": [
              ["totpProviderConfig": ["adjacentIntervals": .int(Int64(intervals))]]
            ]
          ]
        ]), headers: ["Authorization": "Bearer owner"])
      #expect(reply.errorCode == "INVALID_ADJACENT_INTERVAL_RANGE")
    }
  }
}
