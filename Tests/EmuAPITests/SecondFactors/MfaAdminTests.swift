import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Second factors by administrators` {
  @Test func `second factors by administrators are made with the account, replaced and removed`()
    async throws
  {
    let emulator = try TestEmulator()
    let made = await emulator.admin(
      "accounts",
      [
        "localId": "ada", "email": "ada@example.com", "emailVerified": true,
        "password": "secret1",
        "mfaInfo": [
          ["phoneInfo": "+15555550100", "displayName": "old"], ["phoneInfo": "+15555550100"],
        ],
      ])
    #expect(made.status == 200, "\(made.json)")
    let first = await factors(emulator)
    #expect(first.map { $0["phoneInfo"] } == ["+15555550100"])
    let kept: JSON = [
      "mfaEnrollmentId": "kept", "phoneInfo": "+15555550101",
      "enrolledAt": "2026-01-02T03:04:05.678Z", "displayName": "new",
    ]
    await update(emulator, mfa: ["enrollments": [kept]])
    Golden.expect(.array(await factors(emulator)), "secondFactors/admin")
    await update(emulator, mfa: [:])
    #expect(await factors(emulator).isEmpty)
    #expect((await emulator.signInWithPassword())["idToken"] != nil)
  }

  @Test
  func `second factors by administrators keep an app by its id, and bring one with its secret`()
    async throws
  {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolTOTP()
    let id = JSON.string(user.enrollmentID)
    let shown = await emulator.admin("accounts:lookup", ["localId": [.string(user.uid)]])
    let enrollment = try #require(shown["users"]?.array?.first?["mfaInfo"]?.array?.first)
    let secret = try #require(enrollment["emulatorTotpSecret"]?.string)
    await update(
      emulator, user.uid,
      mfa: [
        "enrollments": [
          ["mfaEnrollmentId": id, "totpInfo": [:]],
          ["mfaEnrollmentId": "phone", "phoneInfo": "+15555550100"],
        ]
      ])
    #expect(try emulator.user(user.uid)?.secondFactors.map(\.name) == ["totp", "phone"])
    await update(emulator, user.uid, mfa: ["enrollments": [enrollment]])
    #expect(
      try emulator.user(user.uid)?.secondFactors.map(\.kind) == [.totp(secret: secret)])
    let done = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(done["idToken"] != nil)
  }

  static let badLists: [(JSON, String)] = [
    ([["phoneInfo": "555"]], "INVALID_MFA_PHONE_NUMBER"), ([[:]], "INVALID_MFA_PHONE_NUMBER"),
    ([["unobfuscatedPhoneInfo": "+15555550100"]], "INVALID_MFA_PHONE_NUMBER"),
    ([["totpInfo": [:]]], "INVALID_MFA_PHONE_NUMBER"),
    ([["mfaEnrollmentId": "x", "totpInfo": [:]]], "INVALID_MFA_PHONE_NUMBER"),
    ([["totpInfo": [:], "emulatorTotpSecret": "0"]], "INVALID_ARGUMENT"),
    (
      [
        [
          "mfaEnrollmentId": "x", "phoneInfo": "+15555550100",
          "displayName": .string(String(repeating: "x", count: 257)),
        ]
      ],
      "INVALID_ARGUMENT"
    ),
  ]

  @Test(arguments: badLists)
  func `second factors by administrators are refused when one is wrong`(
    _ list: JSON, _ error: String
  ) async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.verifiedUser()
    let changed = await emulator.change(user.uid, ["mfa": ["enrollments": list]])
    #expect(changed.errorCode == error)
    let made = await emulator.admin("accounts", ["localId": "new", "mfaInfo": list])
    #expect(made.errorCode == error)
    #expect(try emulator.user("new") == nil)
  }

  static let lists: [(JSON, compatible: String?, production: String?)] = [
    (
      [
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"],
      ], "DUPLICATE_MFA_ENROLLMENT_ID", "DUPLICATE_MFA_ENROLLMENT_ID"
    ),
    // A repeated number is dropped before its id is checked.
    (
      [
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
        ["phoneInfo": "+15555550100"],
      ], nil, nil
    ),
    ([["phoneInfo": "+15555550100"]], "INVALID_MFA_ENROLLMENT_ID", nil),
    (
      [["mfaEnrollmentId": "", "phoneInfo": "+15555550100"]], "INVALID_MFA_ENROLLMENT_ID", nil
    ),
    (
      [
        ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"], ["phoneInfo": "+15555550101"],
      ], "INVALID_MFA_ENROLLMENT_ID", nil
    ),
  ]

  @Test(arguments: lists)
  func `second factors of an account that is there have ids, which production makes`(
    _ list: JSON, _ compatible: String?, _ production: String?
  ) async throws {
    for (profile, error) in [(Profile.compatible, compatible), (.production, production)] {
      let emulator = try TestEmulator(profile: profile)
      let user = try await emulator.verifiedUser()
      let changed = await emulator.change(user.uid, ["mfa": ["enrollments": list]])
      #expect(changed.errorCode == error)
      let stored = try #require(try emulator.user(user.uid)).secondFactors
      #expect(stored.isEmpty == (error != nil))
      #expect(stored.allSatisfy { !$0.id.isEmpty })
    }
  }

  @Test func `second factors of a new account get new ids, whatever is sent`() async throws {
    let emulator = try TestEmulator()
    for (uid, isAdmin) in [("made", true), ("signed-up", false)] {
      let body: JSONObject = [
        "email": .string("\(uid)@example.com"), "password": "secret1",
        "mfaInfo": [
          ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100", "displayName": "first"],
          ["mfaEnrollmentId": "y", "phoneInfo": "+15555550100"],
          ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"],
        ],
      ]
      let made =
        isAdmin
        ? await emulator.admin("accounts", .object(body))
        : await emulator.client("accounts:signUp", .object(body))
      #expect((made["idToken"] == nil) == isAdmin, "\(made.json)")
      let factors = try #require(try emulator.user(made["localId"]?.string ?? "")).secondFactors
      #expect(factors.map(\.kind) == [.phone("+15555550100"), .phone("+15555550101")])
      #expect(factors.map(\.displayName) == ["first", nil])
      #expect(Set(factors.map(\.id)).isDisjoint(with: ["x", "y"]))
    }
    let next = await emulator.signInWithPassword("signed-up@example.com")
    #expect(next["mfaPendingCredential"] != nil)
    #expect(next["idToken"] == nil)
  }

  @Test(arguments: [
    (Profile.compatible, "555", "INVALID_MFA_PHONE_NUMBER"),
    (.production, "+15555550100", "INSUFFICIENT_PERMISSION"),
  ])
  func `second factors of an app's new account are refused where they cannot be`(
    _ profile: Profile, _ number: String, _ error: String
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "email": "ada@example.com", "password": "secret1",
        "mfaInfo": [["phoneInfo": .string(number)]],
      ])
    #expect(reply.errorCode == error)
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: [Profile.compatible, .production])
  func `second factors by administrators are shown to their owner`(_ profile: Profile) async throws
  {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolPhone()
    let shown = await emulator.lookup(user.idToken.string)
    let factor = try #require(shown?["mfaInfo"]?[0])
    #expect(factor["phoneInfo"] == "+15555550100")
    #expect(
      factor["unobfuscatedPhoneInfo"] == (profile == .compatible ? "+15555550100" : JSON?.none))
  }

  @Test(arguments: [Profile.compatible, .production])
  func `second factors by administrators are for users who sign in with a phone, too`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin(
      "accounts",
      [
        "localId": "ada", "email": "ada@example.com", "emailVerified": true,
        "phoneNumber": "+15555550111",
      ])
    await update(
      emulator,
      mfa: ["enrollments": [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]]])
    #expect(await factors(emulator).count == 1)
  }

  static let users: [(JSONObject, String)] = [
    (["localId": "a"], "UNVERIFIED_EMAIL"),
    (["localId": "a", "email": "a@example.com"], "UNVERIFIED_EMAIL"),
    (
      [
        "localId": "a", "email": "a@example.com", "emailVerified": true,
        "mfaInfo": .array((0...5).map { ["phoneInfo": .string("+1555555010\($0)")] }),
      ], "SECOND_FACTOR_LIMIT_EXCEEDED"
    ),
  ]

  @Test(arguments: users)
  func `second factors by administrators are for whom production allows: compatible reports it`(
    _ user: JSONObject, _ error: String
  ) async throws {
    for (profile, error) in [(Profile.production, error), (.compatible, nil)] {
      let emulator = try TestEmulator(profile: profile)
      var body: JSONObject = ["mfaInfo": [["phoneInfo": "+15555550111"]]]
      body = body.merging(user)
      #expect(await emulator.admin("accounts", .object(body)).errorCode == error)
    }
  }

  @Test(
    arguments: [(Profile.production, "INSUFFICIENT_PERMISSION"), (.compatible, nil)]
      as [(Profile, String?)])
  func `second factors are no app's to set, in production`(_ profile: Profile, _ error: String?)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    let user = try await emulator.verifiedUser()
    let reply = await emulator.client(
      "accounts:update",
      [
        "idToken": .string(user.idToken),
        "mfa": ["enrollments": [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]]],
      ])
    #expect(reply.errorCode == error)
  }

  @Test(
    arguments: [(Profile.production, "EMAIL_CHANGE_NEEDS_VERIFICATION"), (.compatible, nil)]
      as [(Profile, String?)])
  func `second factors by administrators forbid a direct change of the address, in production`(
    _ profile: Profile, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolPhone()
    let reply = await emulator.client(
      "accounts:update", ["idToken": user.idToken, "email": "new@example.com"])
    #expect(reply.errorCode == error)
  }

  @Test func `second factors by administrators are exported and imported whole`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolTOTP()
    let phone = try await emulator.enrolPhone(email: "eve@example.com")
    let exported = await emulator.call(
      .get, "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchGet",
      headers: ["Authorization": "Bearer owner"])
    let queried = await emulator.admin("accounts:query")
    #expect(
      queried["userInfo"]?.array?.compactMap { $0["mfaInfo"] }
        == exported["users"]?.array?.compactMap { $0["mfaInfo"] })
    let before = [try emulator.user(user.uid), try emulator.user(phone.uid)].map {
      $0?.secondFactors.map(\.kind)
    }
    _ = await emulator.call(.delete, "/emulator/v1/projects/demo-project/accounts")
    let imported = await emulator.admin(
      "accounts:batchCreate", ["users": exported["users"] ?? .null])
    #expect(imported["error"] == [], "\(imported.json)")
    let after = [try emulator.user(user.uid), try emulator.user(phone.uid)].map {
      $0?.secondFactors.map(\.kind)
    }
    #expect(after == before)
    let done = await emulator.finishWithTOTP(user, try await emulator.pendingCredential())
    #expect(done.firebase["second_factor_identifier"]?.string == user.enrollmentID)
  }

  @Test func `second factors of an import fail their user alone`() async throws {
    let emulator = try TestEmulator()
    let phone: JSON = ["phoneInfo": "+15555550100"]
    func user(_ id: String, _ factors: [JSON], verified: Bool = true) -> JSON {
      [
        "localId": .string(id), "email": .string("\(id)@example.com"),
        "emailVerified": .bool(verified), "mfaInfo": .array(factors),
      ]
    }
    let reply = await emulator.admin(
      "accounts:batchCreate",
      [
        "users": [
          user("good", [phone]), ["localId": "none", "mfaInfo": [phone]],
          user("unverified", [phone], verified: false), user("number", [["phoneInfo": "555"]]),
          user("app", [["totpInfo": [:]]]),
          user("secret", [["totpInfo": [:], "emulatorTotpSecret": "!"]]),
          user(
            "twice",
            [
              ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
              ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"],
            ]),
        ]
      ])
    Golden.expect(reply.json, "secondFactors/import")
    #expect(try emulator.user("good")?.secondFactors.count == 1)
    #expect(await emulator.userCount() == 1)
  }

  private func update(_ emulator: TestEmulator, _ uid: String = "ada", mfa: JSON) async {
    let reply = await emulator.change(uid, ["mfa": mfa])
    #expect(reply.status == 200, "\(reply.json)")
  }

  private func factors(_ emulator: TestEmulator) async -> [JSON] {
    await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?.array?.first?[
      "mfaInfo"]?.array ?? []
  }
}
