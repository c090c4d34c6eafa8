import EmuTestSupport
import Testing

@Suite struct `The regions of text messages` {
  static let refusal =
    "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."

  static let configs: [(JSON, allowed: [String], refused: [String])] = [
    ([:], ["+4915112345678", "+15555550100"], []),
    (
      ["allowlistOnly": ["allowedRegions": ["DE", "ch"]]], ["+4915112345678", "+41781234567"],
      ["+15555550100", "+423660000000", "+999123"]
    ),
    (["allowlistOnly": ["allowedRegions": []]], [], ["+4915112345678"]),
    (["allowlistOnly": [:]], [], ["+4915112345678"]),
    (
      ["allowByDefault": ["disallowedRegions": ["CA", "KZ", "GB"]]],
      ["+15555550100", "+79161234567", "+447700123456", "+999123"],
      ["+14165550100", "+77011234567", "+447400987654"]
    ),
  ]

  @Test(arguments: configs)
  func `the regions of text messages are those that are configured`(
    _ regions: JSON, allowed: [String], refused: [String]
  ) async throws {
    for (value, outcome) in [(SwitchValue.on, "refused"), (.warn, "warned")] {
      let emulator = try TestEmulator()
      try emulator.set([.quotas: value])
      await emulator.setV2("smsRegionConfig", regions).expect()
      for number in allowed {
        let told = await emulator.text(number)
        #expect(told.status == 200 && !told.decisions.contains("quotas: \(outcome)"), "\(number)")
      }
      for number in refused {
        let told = await emulator.text(number)
        #expect(told.decisions.contains("quotas: \(outcome)"), "\(number)")
        #expect(told.errorMessage == (value == .on ? Self.refusal : nil), "\(number)")
      }
    }
  }

  @Test func `the regions of text messages hold for second factors, too`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolPhone()
    let config: JSON = [
      "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["DE"]]],
      "signIn": ["phoneNumber": ["testPhoneNumbers": ["+15555550199": "123456"]]],
    ]
    #expect(await emulator.patchV2("config", config).status == 200)
    let signIn = await emulator.startSignIn(user, try await emulator.pendingCredential())
    #expect(signIn.errorMessage == Self.refusal)
    #expect(await emulator.startPhone(user.idToken, "+15555550101").errorMessage == Self.refusal)
    #expect(await emulator.text("+15555550199").errorMessage == Self.refusal)
    #expect(emulator.outbox.messages.allSatisfy { $0.recipient != "+15555550101" })
  }

  @Test func `the regions of text messages are a tenant's own`() async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    let others: JSON = ["allowByDefault": ["disallowedRegions": ["DE"]]]
    let own: JSON = ["allowlistOnly": ["allowedRegions": ["DE"]]]
    _ = await emulator.patchV2("config", ["smsRegionConfig": others])
    let tenant = try await emulator.tenant(["displayName": "blue", "smsRegionConfig": own])
    #expect(await emulator.text("+4915112345678", tenant: tenant).status == 200)
    #expect(await emulator.text("+15555550100", tenant: tenant).status == 400)
    #expect(await emulator.text("+4915112345678").status == 400)
    #expect(await emulator.text("+15555550100").status == 200)
  }

  @Test func `the regions of text messages are chosen in one of two ways`() async throws {
    let emulator = try TestEmulator()
    let masked = "config?updateMask=authorizedDomains"
    let both: JSON = ["smsRegionConfig": ["allowlistOnly": [:], "allowByDefault": [:]]]
    #expect(await emulator.patchV2(masked, both).status == 400)
    for (path, method) in [("config", Method.patch), ("tenants", .post)] {
      for (regions, text) in [
        (
          ["allowlistOnly": [:], "allowByDefault": [:]],
          "(oneof), oneof field 'sms_region_policy' is already set. Cannot set 'allowByDefault'"
        ),
        (["allowlistOnly": ["allowedRegions": ["USA"]]], "INVALID_REGION_CODE"),
        (["allowByDefault": ["disallowedRegions": ["U1"]]], "INVALID_REGION_CODE"),
      ] as [(JSON, String)] {
        let reply = await emulator.configuration(method, path, ["smsRegionConfig": regions])
        #expect(reply.status == 400 && reply.errorMessage?.contains(text) == true, "\(reply.json)")
      }
    }
    let (older, newer): (JSON, JSON) = (
      ["allowlistOnly": ["allowedRegions": ["DE"]]],
      ["allowByDefault": ["disallowedRegions": ["FR"]]]
    )
    _ = await emulator.patchV2("config", ["smsRegionConfig": older])
    let changed = await emulator.patchV2("config", ["smsRegionConfig": newer])
    #expect(changed["smsRegionConfig"] == newer, "\(changed.json)")
  }
}
