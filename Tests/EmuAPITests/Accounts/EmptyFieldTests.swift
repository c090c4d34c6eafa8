import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Members that answers show although they are empty.
@Suite struct `Fields without a value` {
  @Test(
    arguments: [("password", true), ("phone", true), ("google.com", true), ("github.com", false)])
  func `fields without a value show no providers once the last one is unlinked`(
    _ provider: String, _ wasThere: Bool
  ) async throws {
    let emulator = try TestEmulator()
    let user: SignedIn
    switch provider {
    case "password": user = try await emulator.signUp()
    case "google.com": user = try SignedIn(await emulator.signIn(provider, claims: ["sub": "g"]))
    default: user = try await emulator.signUpAnonymously()
    }
    if provider == "phone" {
      _ = await emulator.change(user.uid, ["phoneNumber": "+15550100"])
    }
    let reply = await emulator.client(
      "accounts:update",
      ["idToken": .string(user.idToken), "deleteProvider": [.string(provider)]])
    #expect(reply["providerUserInfo"] == (wasThere ? JSON.array([]) : JSON?.none))
    #expect(
      try await shown(emulator, user.uid)["providerUserInfo"]
        == (wasThere ? JSON.array([]) : JSON?.none))
    // A new provider replaces the empty list.
    _ = await emulator.change(user.uid, ["phoneNumber": "+15550101"])
    #expect(
      try await shown(emulator, user.uid)["providerUserInfo"]?.array?.map { $0["providerId"] }
        == ["phone"])
  }

  @Test func `fields without a value leave providers out in production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let user = try await emulator.signUp()
    let reply = await emulator.client(
      "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": ["password"]])
    #expect(reply.status == 200)
    #expect(reply["providerUserInfo"] == nil)
  }

  @Test func `fields without a value show no second factors once the owner withdrew the last one`()
    async throws
  {
    let emulator = try TestEmulator()
    let user = try await emulator.enrolPhone()
    let reply = await emulator.v2(
      "mfaEnrollment:withdraw",
      ["idToken": user.idToken, "mfaEnrollmentId": .string(user.enrollmentID)])
    #expect(reply["expiresIn"] == "3600")
    #expect(try await shown(emulator, user.uid)["mfaInfo"] == [])
    // An administrator's change resets it.
    _ = await emulator.change(user.uid, ["mfa": [:]])
    #expect(try await shown(emulator, user.uid)["mfaInfo"] == nil)
  }

  @Test func `fields without a value show the verification of a missing address where it was set`()
    async throws
  {
    let emulator = try TestEmulator()
    let imported = await emulator.admin(
      "accounts:batchCreate",
      ["users": [["localId": "ada", "phoneNumber": "+15555550100"]]])
    #expect(imported["error"] == [])
    #expect(try await shown(emulator, "ada")["emailVerified"] == false)
    let sent = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let signedIn = try SignedIn(
      await emulator.client(
        "accounts:signInWithPhoneNumber",
        ["sessionInfo": sent["sessionInfo"] ?? nil, "code": await emulator.smsCode()]))
    #expect(signedIn.uid == "ada")
    #expect(signedIn.claims["email_verified"] == false)
    let anonymous = try await emulator.signUpAnonymously()
    #expect(try await shown(emulator, anonymous.uid)["emailVerified"] == nil)
    #expect(anonymous.claims["email_verified"] == nil)
    _ = await emulator.change(anonymous.uid, ["emailVerified": true])
    #expect(try await shown(emulator, anonymous.uid)["emailVerified"] == true)
  }

  @Test(arguments: [Profile.compatible, .production])
  func `fields without a value keep custom claims that are an empty object`(_ profile: Profile)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin("accounts", ["localId": "ada"])
    for claims in [#"{"a":1}"#, "{}"] {
      _ = await emulator.change("ada", ["customAttributes": .string(claims)])
      #expect(try await shown(emulator, "ada")["customAttributes"]?.string == claims)
    }
    _ = await emulator.admin(
      "accounts:batchCreate", ["users": [["localId": "eve", "customAttributes": "{}"]]])
    #expect(try await shown(emulator, "eve")["customAttributes"] == "{}")
  }

  private func shown(_ emulator: TestEmulator, _ uid: String) async throws -> JSON {
    let reply = await emulator.admin("accounts:lookup", ["localId": [.string(uid)]])
    return try #require(reply["users"]?[0], "\(reply.json)")
  }
}
