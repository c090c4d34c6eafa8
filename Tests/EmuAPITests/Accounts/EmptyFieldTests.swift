import EmuTestSupport
import Testing

/// Members that answers show although they are empty.
@Suite final class `Fields without a value`: EmulatorSuite {
  @Test(
    arguments: [("password", true), ("phone", true), ("google.com", true), ("github.com", false)])
  func `fields without a value show no providers once the last one is unlinked`(
    _ provider: String, _ wasThere: Bool
  ) async throws {
    let user: SignedIn
    switch provider {
    case "password": user = try await emulator.signUp()
    case "google.com": user = try SignedIn(await emulator.signIn(provider, claims: ["sub": "g"]))
    default: user = try await emulator.signUpAnonymously()
    }
    if provider == "phone" { _ = await emulator.change(user.uid, ["phoneNumber": "+15550100"]) }
    let unlinking: JSONObject = ["deleteProvider": [.string(provider)]]
    let reply = await emulator.update(user, unlinking)
    let shown = wasThere ? JSON.array([]) : JSON?.none
    #expect(reply["providerUserInfo"] == shown)
    #expect(try await emulator.shown(user.uid)["providerUserInfo"] == shown)
    // A new provider replaces the empty list.
    _ = await emulator.change(user.uid, ["phoneNumber": "+15550101"])
    let new = try await emulator.shown(user.uid)["providerUserInfo"]
    #expect(new?.array?.map { $0["providerId"] } == ["phone"])
  }

  @Test func `fields without a value show withdrawn second factors`() async throws {
    let user = try await emulator.enrolPhone()
    let reply = await emulator.v2(
      "mfaEnrollment:withdraw",
      ["idToken": user.idToken, "mfaEnrollmentId": .string(user.enrollmentID)])
    #expect(reply["expiresIn"] == "3600")
    #expect(try await emulator.shown(user.uid)["mfaInfo"] == [])
    // An administrator's change resets it.
    _ = await emulator.change(user.uid, ["mfa": [:]])
    #expect(try await emulator.shown(user.uid)["mfaInfo"] == nil)
  }

  @Test func `fields without a value show a verification of no address`() async throws {
    let phone: JSON = "+15555550100"
    #expect(await emulator.batchCreate([["localId": "ada", "phoneNumber": phone]])["error"] == [])
    #expect(try await emulator.shown("ada")["emailVerified"] == false)
    let sent = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": phone])
    let signedIn = try SignedIn(
      await emulator.client(
        "accounts:signInWithPhoneNumber",
        ["sessionInfo": sent["sessionInfo"] ?? nil, "code": await emulator.smsCode()]))
    #expect(signedIn.uid == "ada")
    #expect(signedIn.claims["email_verified"] == false)
    let anonymous = try await emulator.signUpAnonymously()
    #expect(try await emulator.shown(anonymous.uid)["emailVerified"] == nil)
    #expect(anonymous.claims["email_verified"] == nil)
    _ = await emulator.change(anonymous.uid, ["emailVerified": true])
    #expect(try await emulator.shown(anonymous.uid)["emailVerified"] == true)
  }

  @Test(arguments: Profile.allCases)
  func `fields without a value keep empty custom claims`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin("accounts", ["localId": "ada"])
    for claims in [#"{"a":1}"#, "{}"] {
      _ = await emulator.change("ada", ["customAttributes": .string(claims)])
      #expect(try await emulator.shown("ada")["customAttributes"]?.string == claims)
    }
    _ = await emulator.batchCreate([["localId": "eve", "customAttributes": "{}"]])
    #expect(try await emulator.shown("eve")["customAttributes"] == "{}")
  }
}
