import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Password policy` {
  /// Returns an emulator with every requirement of a policy.
  private static func strict(_ profile: Profile) async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.configuration(
      .patch, "config?updateMask=passwordPolicyConfig",
      [
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [
            [
              "customStrengthOptions": [
                "minPasswordLength": 8, "maxPasswordLength": 12,
                "containsLowercaseCharacter": true, "containsUppercaseCharacter": true,
                "containsNumericCharacter": true, "containsNonAlphanumericCharacter": true,
              ]
            ]
          ],
        ]
      ])
    #expect(reply.status == 200)
    return emulator
  }

  private static func policy(_ emulator: TestEmulator) async -> Reply {
    await emulator.call(.get, "/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k")
  }

  @Test func `password policy is shown to apps`() async throws {
    Golden.expect(await Self.policy(try TestEmulator()).json, "passwordPolicy/default")
    Golden.expect(
      await Self.policy(try await Self.strict(.production)).json, "passwordPolicy/strict")
  }

  @Test(arguments: [
    ("Ab1!xyz", "must contain at least 8 characters"),
    ("Ab1!xyzxyzxyz", "may contain at most 12 characters"),
    ("AB1!XYZX", "must contain a lower case character"),
    ("ab1!xyzx", "must contain an upper case character"),
    ("Abc!xyzx", "must contain a numeric character"),
    ("Ab1cxyzx", "must contain a non-alphanumeric character"),
  ])
  func `password policy refuses what falls short, by switch`(_ password: String, _ lack: String)
    async throws
  {
    let body: JSON = ["email": "a@example.com", "password": .string(password)]
    let emulator = try await Self.strict(.production)
    let reply = await emulator.client("accounts:signUp", body)
    #expect(
      reply.errorMessage
        == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
        + "[Password \(lack)]")
    #expect(await emulator.admin("accounts", body).errorCode == reply.errorCode)
    let good = await emulator.signUpReply("b@example.com", password: "Ab1!xyzx")
    let update = await emulator.client(
      "accounts:update", ["idToken": good["idToken"] ?? nil, "password": .string(password)])
    #expect(update.errorCode == reply.errorCode)
    let lenient = try await Self.strict(.compatible)
    #expect(await lenient.client("accounts:signUp", body).status == 200)
  }

  @Test func `password policy is only asked for when enforced`() async throws {
    let emulator = try await Self.strict(.production)
    _ = await emulator.configuration(
      .patch, "config?updateMask=passwordPolicyConfig.passwordPolicyEnforcementState",
      ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]])
    #expect(await Self.policy(emulator)["enforcementState"] == "OFF")
    #expect(await Self.policy(emulator)["customStrengthOptions"]?["minPasswordLength"] == 8)
    let reply = await emulator.signUpReply("a@example.com")
    #expect(reply.status == 200)
  }

  @Test func `password policy is a tenant's own`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.configuration(
      .patch, "tenants/t1?updateMask=passwordPolicyConfig",
      [
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 9]]],
        ]
      ])
    let path = "/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k"
    let tenant = await emulator.call(.get, path + "&tenantId=t1")
    #expect(tenant["customStrengthOptions"]?["minPasswordLength"] == 9)
    #expect(tenant["enforcementState"] == "ENFORCE")
    #expect(await emulator.call(.get, path)["enforcementState"] == "OFF")
  }

  @Test(arguments: [true, false], Profile.allCases)
  func `password policy reports what falls short at sign-in, enforced or not`(
    _ isEnforced: Bool, _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = try await emulator.signUp("a@example.com", password: "SECRET")
    _ = try await emulator.signUp("b@example.com", password: "Ab1!xyzx")
    try emulator.enforcePolicy([
      "minPasswordLength": 8, "maxPasswordLength": 12, "containsLowercaseCharacter": true,
      "containsUppercaseCharacter": true, "containsNumericCharacter": true,
      "containsNonAlphanumericCharacter": true,
    ])
    if !isEnforced {
      try emulator.configure(["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]])
    }
    let weak = await emulator.signInWithPassword("a@example.com", password: "SECRET")
    Golden.expect(
      weak.json, "signInWithPassword/\(profile)/notifications", masking: ["refreshToken"])
    let good = await emulator.signInWithPassword("b@example.com", password: "Ab1!xyzx")
    #expect(good["idToken"] != nil && good["userNotifications"] == nil)
  }

  @Test func `password policy can force an upgrade at sign-in`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let body: JSON = ["email": "a@example.com", "password": "secret1"]
    _ = await emulator.client("accounts:signUp", body)
    try emulator.enforcePolicy([
      "containsNumericCharacter": true, "containsNonAlphanumericCharacter": true,
    ])
    #expect(await emulator.client("accounts:signInWithPassword", body).status == 200)
    try emulator.configure(["passwordPolicyConfig": ["forceUpgradeOnSignin": true]])
    #expect(
      await emulator.client("accounts:signInWithPassword", body).errorCode
        == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    // The remedy, which the policy must allow.
    let replaced = await emulator.client(
      "accounts:resetPassword",
      ["email": "a@example.com", "oldPassword": "secret1", "newPassword": "secret1!"])
    #expect(replaced.status == 200, "\(replaced.json)")
    #expect(
      (await emulator.signInWithPassword("a@example.com", password: "secret1!")).status == 200)
  }
}
