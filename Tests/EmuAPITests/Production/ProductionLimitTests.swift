import EmuTestSupport
import Testing

/// Limits and forms that production has, and public reports or recordings show.
@Suite final class `Limits of production`: ProductionSuite {
  private static let tooMany = "TOO_MANY_ATTEMPTS_TRY_LATER"

  @Test(
    arguments: [
      ("VERIFY_EMAIL", false, tooMany), ("VERIFY_EMAIL", true, tooMany),
      ("PASSWORD_RESET", false, nil), ("PASSWORD_RESET", true, nil),
    ] as [(String, Bool, String?)])
  func `a second verification of an address within a minute is too many, for administrators too`(
    _ kind: String, _ isAdmin: Bool, _ error: String?
  ) async throws {
    let ada = try await emulator.signUp()
    func send() async -> Reply {
      if isAdmin { return await emulator.adminCode(.string(kind)) }
      var body: JSONObject = ["requestType": .string(kind), "email": "ada@example.com"]
      if kind == "VERIFY_EMAIL" { body["idToken"] = .string(ada.idToken) }
      return await emulator.client("accounts:sendOobCode", .object(body))
    }
    #expect(await send().status == 200)
    emulator.advance(.seconds(59))
    #expect(await send().errorMessage == error)
    emulator.advance(.seconds(60))
    #expect(await send().status == 200)
  }

  @Test func `the pause between verifications ends with the account`() async throws {
    for _ in 1...2 {
      let ada = try await emulator.signUp()
      _ = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": .string(ada.idToken)])
      _ = await emulator.delete(ada.uid)
    }
  }

  @Test func `wrong old passwords of a reset count as well`() async throws {
    _ = try await emulator.signUp()
    for _ in 1...CodeLimits.wrongPasswords {
      let reply = await emulator.client(
        "accounts:resetPassword",
        ["email": "ada@example.com", "oldPassword": "no", "newPassword": "secret2"])
      #expect(reply.errorMessage == "INVALID_LOGIN_CREDENTIALS")
    }
    let locked = await emulator.signInWithPassword(password: "secret1")
    #expect(locked.errorMessage?.hasPrefix(Self.tooMany) == true, "\(locked.json)")
  }

  @Test func `forty wrong passwords in a row lock a user out for a while`() async throws {
    _ = try await emulator.signUp()
    func attempt(_ password: String) async -> String? {
      emulator.advance(.seconds(1))
      return await emulator.signInWithPassword(password: password).errorMessage
    }
    let wrong = "INVALID_LOGIN_CREDENTIALS"
    for _ in 1..<CodeLimits.wrongPasswords { #expect(await attempt("no") == wrong) }
    // The right one begins the row again.
    #expect(await attempt("secret1") == nil)
    for _ in 1...CodeLimits.wrongPasswords { #expect(await attempt("no") == wrong) }
    let locked = "\(Self.tooMany) : Too many unsuccessful login attempts. Please try again later."
    #expect(await attempt("no") == locked)
    #expect(await attempt("secret1") == locked)
    emulator.advance(CodeLimits.wrongPasswordWindow)
    #expect(await attempt("secret1") == nil)
  }

  @Test(
    arguments: [
      ("+1650555010", "TOO_SHORT"), ("+165055501011", "TOO_LONG"), ("+4412", "TOO_SHORT"),
      ("+4412345678901234", "TOO_LONG"), ("+12345678901234567890", "Invalid format."),
      ("+0 650 555 0104", "Invalid format."), ("6505550101", "Invalid format."),
      ("not-a-number", "Invalid format."), ("+1error", "Invalid format."),
      ("+1650555010\u{301}4", "Invalid format."), ("+99912345678", "Invalid format."),
      ("0+16505550101", "Invalid format."),
    ])
  func `a number of a wrong length is named so`(_ number: String, _ detail: String) async throws {
    let message = "INVALID_PHONE_NUMBER : \(detail)"
    let text = JSON.string(number)
    try emulator.set([.mfaState: .off])
    let user = await emulator.admin(
      "accounts", ["email": "ada@example.com", "emailVerified": true, "password": "secret1"])
    let uid = user["localId"]?.string ?? ""
    let session = await emulator.signInWithPassword()
    for reply in [
      await emulator.client("accounts:sendVerificationCode", ["phoneNumber": text]),
      await emulator.startPhone(session.idToken, text),
      await emulator.admin("accounts", ["phoneNumber": text]),
      await emulator.change(uid, ["phoneNumber": text]),
      await emulator.change(uid, ["mfa": ["enrollments": [["phoneInfo": text]]]]),
      await emulator.admin(
        "accounts",
        ["email": "b@example.com", "emailVerified": true, "mfaInfo": [["phoneInfo": text]]]),
      await emulator.admin(
        "v2/config", ["signIn": ["phoneNumber": ["testPhoneNumbers": [number: "123456"]]]],
        method: .patch, query: "updateMask=signIn.phoneNumber.testPhoneNumbers"),
    ] {
      #expect(reply.errorMessage == message, "\(reply.json)")
    }
    // An import has texts without lengths.
    let users: JSON = [
      ["localId": "a", "phoneNumber": text],
      [
        "localId": "b", "email": "b@example.com", "emailVerified": true,
        "mfaInfo": [["phoneInfo": text, "enrolledAt": "2020-01-01T00:00:00Z"]],
      ],
    ]
    let failed = await emulator.admin("accounts:batchCreate", ["users": users])["error"]?.array
    #expect(
      failed?.map { $0["message"] }
        == ["phone number format is invalid", "Phone number format is invalid"])
  }

  @Test(arguments: Profile.allCases)
  func `the limit of custom claims counts characters`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    for (count, error) in [(992, nil), (993, "CLAIMS_TOO_LARGE")] {
      let claims = #"{"a":"\#(String(repeating: "é", count: count))"}"#
      await emulator.change(ada.uid, ["customAttributes": .string(claims)]).expect(message: error)
    }
  }

  @Test(arguments: [
    " +16505550108", "tel:+1-650-555-0108", "+1-650-555-0108 ext 5", "+16505550108;ext=55",
    "+1 (650) 555-0108 x5", "+1650555-0108#5", "+16505550108 ext. 7", "+1650KKJ0108",
  ])
  func `a number is read without what surrounds it`(_ number: String) async throws {
    let reply = await emulator.admin(
      "accounts", ["localId": "ada", "phoneNumber": .string(number)])
    #expect(reply.status == 200, "\(reply.json)")
    #expect(try emulator.user("ada")?.phoneNumber == "+16505550108")
  }

  @Test(arguments: [
    (Profile.production, true, 21_600), (.production, false, 0), (.compatible, true, 0),
  ])
  func `keys are valid for hours if they outlive a restart`(
    _ profile: Profile, _ isStored: Bool, _ seconds: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile, isStored: isStored)
    let reply = await emulator.get(
      "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
    #expect(reply.status == 200)
    #expect(reply.headers["Cache-Control"] == "public, max-age=\(seconds), must-revalidate")
  }
}
