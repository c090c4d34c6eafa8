import EmuTestSupport
import Testing

@Suite final class `Second factors by administrators`: EmulatorSuite {
  @Test func `second factors are made with an account, replaced and removed`() async throws {
    await makeAda(["password": "secret1", "mfaInfo": [Self.one, Self.number]], emulator)
    #expect(try await factors().map { $0["phoneInfo"] } == ["+15555550100"])
    let kept: JSON = [
      "mfaEnrollmentId": "kept", "phoneInfo": "+15555550101",
      "enrolledAt": "2026-01-02T03:04:05.678Z", "displayName": "new",
    ]
    await update(mfa: ["enrollments": [kept]])
    Golden.expect(.array(try await factors()), "secondFactors/admin")
    await update(mfa: [:])
    #expect(try await factors().isEmpty)
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
  }

  @Test func `second factors keep an app by its id, and bring one by its secret`() async throws {
    let user = try await emulator.enrolTOTP()
    let id = JSON.string(user.enrollmentID)
    let enrollment = try #require(try await emulator.shown(user.uid)["mfaInfo"]?[0])
    let secret = try #require(enrollment["emulatorTotpSecret"]?.string)
    let app: JSON = ["mfaEnrollmentId": id, "totpInfo": [:]]
    await update(user.uid, mfa: ["enrollments": [app, Self.one]])
    #expect(try emulator.user(user.uid)?.secondFactors.map(\.name) == ["totp", "phone"])
    await update(user.uid, mfa: ["enrollments": [enrollment]])
    #expect(try emulator.user(user.uid)?.secondFactors.map(\.kind) == [.totp(secret: secret)])
    let done = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(done["idToken"] != nil)
  }

  private static let long = JSON.repeating("x", 257)

  static let badLists: [(JSON, String)] = [
    ([["phoneInfo": "555"]], "INVALID_MFA_PHONE_NUMBER"), ([[:]], "INVALID_MFA_PHONE_NUMBER"),
    ([["unobfuscatedPhoneInfo": "+15555550100"]], "INVALID_MFA_PHONE_NUMBER"),
    ([["totpInfo": [:]]], "INVALID_MFA_PHONE_NUMBER"),
    ([["mfaEnrollmentId": "x", "totpInfo": [:]]], "INVALID_MFA_PHONE_NUMBER"),
    ([["totpInfo": [:], "emulatorTotpSecret": "0"]], "INVALID_ARGUMENT"),
    (
      [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100", "displayName": long]],
      "INVALID_ARGUMENT"
    ),
  ]

  @Test(arguments: badLists)
  func `second factors are refused when one is wrong`(_ list: JSON, _ error: String) async throws {
    let user = try await emulator.verifiedUser()
    #expect(await emulator.change(user.uid, ["mfa": ["enrollments": list]]).errorCode == error)
    let made = await emulator.admin("accounts", ["localId": "new", "mfaInfo": list])
    #expect(made.errorCode == error)
    #expect(try emulator.user("new") == nil)
  }

  private static let one: JSON = ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]
  private static let other: JSON = ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"]
  private static let number: JSON = ["phoneInfo": "+15555550100"]

  /// The error is production's, too, if production is true.
  static let lists: [(JSON, error: String?, production: Bool)] = [
    ([one, other], "DUPLICATE_MFA_ENROLLMENT_ID", true),
    // A repeated number is dropped before its id is checked.
    ([one, one, number], nil, true),
    ([number], "INVALID_MFA_ENROLLMENT_ID", false),
    ([["mfaEnrollmentId": "", "phoneInfo": "+15555550100"]], "INVALID_MFA_ENROLLMENT_ID", false),
    ([one, ["phoneInfo": "+15555550101"]], "INVALID_MFA_ENROLLMENT_ID", false),
  ]

  @Test(arguments: lists)
  func `second factors of an account have ids, which production makes`(
    _ list: JSON, _ error: String?, _ production: Bool
  ) async throws {
    for (profile, error) in [(Profile.compatible, error), (.production, production ? error : nil)] {
      let emulator = try TestEmulator(profile: profile)
      let user = try await emulator.verifiedUser()
      let changed = await emulator.change(user.uid, ["mfa": ["enrollments": list]])
      #expect(changed.errorCode == error, "\(profile)")
      let stored = try #require(try emulator.user(user.uid)).secondFactors
      #expect(stored.isEmpty == (error != nil))
      #expect(stored.allSatisfy { !$0.id.isEmpty })
    }
  }

  @Test func `second factors of a new account get new ids, whatever is sent`() async throws {
    let list: JSON = [
      ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100", "displayName": "first"],
      ["mfaEnrollmentId": "y", "phoneInfo": "+15555550100"], Self.other,
    ]
    for (uid, isAdmin) in [("made", true), ("signed-up", false)] {
      let email = JSON.string("\(uid)@example.com")
      let body: JSON = ["email": email, "password": "secret1", "mfaInfo": list]
      let made =
        isAdmin
        ? await emulator.admin("accounts", body) : await emulator.client("accounts:signUp", body)
      #expect((made["idToken"] == nil) == isAdmin, "\(made.json)")
      let factors = try #require(try emulator.user(made["localId"]?.string ?? "")).secondFactors
      #expect(factors.map(\.kind) == [.phone("+15555550100"), .phone("+15555550101")])
      #expect(factors.map(\.displayName) == ["first", nil])
      #expect(Set(factors.map(\.id)).isDisjoint(with: ["x", "y"]))
    }
    let next = await emulator.signInWithPassword("signed-up@example.com")
    next.expect(["idToken": nil]).expect(has: "mfaPendingCredential")
  }

  @Test(arguments: [
    (Profile.compatible, "555", "INVALID_MFA_PHONE_NUMBER"),
    (.production, "+15555550100", "INSUFFICIENT_PERMISSION"),
  ])
  func `second factors of an app's new account may be refused`(
    _ profile: Profile, _ number: String, _ error: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let factors: JSON = [["phoneInfo": .string(number)]]
    let reply = await emulator.client(
      "accounts:signUp", ["email": "ada@example.com", "password": "secret1", "mfaInfo": factors])
    #expect(reply.errorCode == error)
    #expect(await emulator.userCount() == 0)
  }

  /// The golden `secondFactors/lookup` shows those of compatible.
  @Test func `second factors of production are shown to their owner once`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolPhone()
    let factor = try #require(await emulator.lookup(user.idToken.string)?["mfaInfo"]?[0])
    #expect(factor["phoneInfo"] == "+15555550100" && factor["unobfuscatedPhoneInfo"] == nil)
  }

  @Test(arguments: Profile.allCases)
  func `second factors are for users with a phone, too`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    await makeAda(["phoneNumber": "+15555550111"], emulator)
    await emulator.change("ada", ["mfa": ["enrollments": [Self.one]]]).expect()
    #expect(try emulator.user("ada")?.secondFactors.count == 1)
  }

  @Test(arguments: [["localId": "a"], ["localId": "a", "email": "a@example.com"]] as [JSONObject])
  func `second factors need a verified address in production`(_ user: JSONObject) async throws {
    for (profile, error) in [(Profile.production, "UNVERIFIED_EMAIL"), (.compatible, nil)] {
      let emulator = try TestEmulator(profile: profile)
      let body = user.merging(["mfaInfo": [["phoneInfo": "+15555550111"]]])
      #expect(await emulator.admin("accounts", .object(body)).errorCode == error, "\(profile)")
    }
  }

  @Test func `second factors of an import fail their user alone`() async throws {
    func user(_ id: String, _ factors: JSON, verified: Bool = true) -> JSON {
      let email = JSON.string("\(id)@example.com")
      return [
        "localId": .string(id), "email": email, "emailVerified": .bool(verified),
        "mfaInfo": factors,
      ]
    }
    let users: JSON = [
      user("good", [Self.number]), ["localId": "none", "mfaInfo": [Self.number]],
      user("unverified", [Self.number], verified: false), user("number", [["phoneInfo": "555"]]),
      user("app", [["totpInfo": [:]]]),
      user("secret", [["totpInfo": [:], "emulatorTotpSecret": "!"]]),
      user("twice", [Self.one, Self.other]),
    ]
    let reply = await emulator.admin("accounts:batchCreate", ["users": users])
    Golden.expect(reply.json, "secondFactors/import")
    #expect(try emulator.user("good")?.secondFactors.count == 1)
    #expect(await emulator.userCount() == 1)
  }

  private func makeAda(_ more: JSONObject, _ emulator: TestEmulator) async {
    let body: JSONObject = ["localId": "ada", "email": "ada@example.com", "emailVerified": true]
    await emulator.admin("accounts", .object(body.merging(more))).expect()
  }

  private func update(_ uid: String = "ada", mfa: JSON) async {
    await emulator.change(uid, ["mfa": mfa]).expect()
  }

  private func factors() async throws -> [JSON] {
    try await emulator.shown("ada")["mfaInfo"]?.array ?? []
  }
}
