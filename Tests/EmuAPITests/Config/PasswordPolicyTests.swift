import EmuTestSupport
import Testing

@Suite struct `Password policy` {
  private static func strict(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator(profile: profile)
    try emulator.enforcePolicy(strength)
    return emulator
  }

  private static let strength: JSON = [
    "minPasswordLength": 8, "maxPasswordLength": 12, "containsLowercaseCharacter": true,
    "containsUppercaseCharacter": true, "containsNumericCharacter": true,
    "containsNonAlphanumericCharacter": true,
  ]

  private static func policy(_ emulator: TestEmulator, query: String = "") async -> Reply {
    await emulator.get("/identitytoolkit.googleapis.com/v2/passwordPolicy?key=k\(query)")
  }

  @Test func `password policy is shown to apps`() async throws {
    Golden.expect(await Self.policy(try TestEmulator()).json, "passwordPolicy/default")
    Golden.expect(await Self.policy(try Self.strict(.production)).json, "passwordPolicy/strict")
  }

  @Test(arguments: [
    ("Ab1!xyz", "must contain at least 8 characters"),
    ("Ab1!xyzxyzxyz", "may contain at most 12 characters"),
    ("AB1!XYZX", "must contain a lower case character"),
    ("ab1!xyzx", "must contain an upper case character"),
    ("Abc!xyzx", "must contain a numeric character"),
    ("Ab1cxyzx", "must contain a non-alphanumeric character"),
  ])
  func `password policy refuses by switch`(_ password: String, _ lack: String) async throws {
    let body: JSON = ["email": "a@example.com", "password": .string(password)]
    let emulator = try Self.strict(.production)
    let reply = await emulator.client("accounts:signUp", body)
    let code = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
    reply.expect(refusal: "\(code) : Missing password requirements: [Password \(lack)]")
    #expect(await emulator.admin("accounts", body).errorCode == code)
    let good = try await emulator.signUp("b@example.com", password: "Ab1!xyzx")
    let change: JSONObject = ["password": .string(password)]
    #expect(await emulator.update(good, change).errorCode == code)
    let lenient = try Self.strict(.compatible)
    #expect(await lenient.client("accounts:signUp", body).status == 200)
  }

  @Test func `password policy is only asked for when enforced`() async throws {
    let emulator = try Self.strict(.production)
    try emulator.configure(["passwordPolicyConfig": ["passwordPolicyEnforcementState": "OFF"]])
    #expect(await Self.policy(emulator)["enforcementState"] == "OFF")
    #expect(await Self.policy(emulator)["customStrengthOptions"]?["minPasswordLength"] == 8)
    #expect(await emulator.signUpReply("a@example.com").status == 200)
  }

  @Test func `password policy is a tenant's own`() async throws {
    let emulator = try TestEmulator()
    let policy: JSON = [
      "passwordPolicyEnforcementState": "ENFORCE",
      "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 9]]],
    ]
    await emulator.setV2("passwordPolicyConfig", policy, of: "tenants/t1")
    let tenant = await Self.policy(emulator, query: "&tenantId=t1")
    tenant.expect(["customStrengthOptions.minPasswordLength": 9, "enforcementState": "ENFORCE"])
    #expect(await Self.policy(emulator)["enforcementState"] == "OFF")
  }

  @Test(arguments: [true, false], Profile.allCases)
  func `password policy reports what falls short at sign-in, enforced or not`(
    _ isEnforced: Bool, _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = try await emulator.signUp("a@example.com", password: "SECRET")
    _ = try await emulator.signUp("b@example.com", password: "Ab1!xyzx")
    try emulator.enforcePolicy(Self.strength)
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
    _ = try await emulator.signUp()
    try emulator.enforcePolicy([
      "containsNumericCharacter": true, "containsNonAlphanumericCharacter": true,
    ])
    #expect(await emulator.signInWithPassword().status == 200)
    try emulator.configure(["passwordPolicyConfig": ["forceUpgradeOnSignin": true]])
    #expect(await emulator.signInWithPassword().errorCode == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    // The remedy, which the policy must allow.
    let replaced = await emulator.client(
      "accounts:resetPassword",
      ["email": "ada@example.com", "oldPassword": "secret1", "newPassword": "secret1!"])
    #expect(replaced.status == 200, "\(replaced.json)")
    #expect(await emulator.signInWithPassword(password: "secret1!").status == 200)
  }
}
