import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `Passkeys`: EmulatorSuite {
  /// Returns an emulator of production with passkeys.
  private static func production() async throws -> TestEmulator {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.admin("v2/passkeyConfig", ["rpId": "localhost"], method: .patch)
    return emulator
  }

  /// Returns a user with a passkey.
  private func enrolled(
    _ production: TestEmulator? = nil, id: String = "credential 1",
    email: String = "ada@example.com"
  ) async throws -> (SignedIn, SoftAuthenticator) {
    let emulator = production ?? emulator
    let user = try await emulator.signUp(email)
    let authenticator = try SoftAuthenticator(id: id)
    let answer = try authenticator.create(await emulator.creationOptions(user.idToken))
    await emulator.enroll(user.idToken, answer, ["name": "Laptop"]).expect()
    return (user, authenticator)
  }

  private static let refused = "INVALID_AUTHENTICATOR_RESPONSE"

  /// Returns the refusal of a sign-in by an authenticator.
  private func error(
    _ authenticator: SoftAuthenticator, _ options: JSON? = nil, origin: String? = nil,
    at production: TestEmulator? = nil
  ) async throws -> String? {
    let emulator = production ?? emulator
    let latest = await emulator.requestOptions()
    let answer = try authenticator.get(options ?? latest, origin: origin ?? "http://localhost:3000")
    return await emulator.signIn(passkey: answer).errorMessage
  }

  @Test(arguments: Profile.allCases, ["none", "packed"])
  func `passkeys are enrolled and sign in`(_ profile: Profile, _ attestation: String) async throws {
    let emulator = try TestEmulator(profile: profile)
    let user = try await emulator.signUp()
    let authenticator = try SoftAuthenticator()
    if profile == .production {
      let early = await emulator.passkey("Enrollment:start", ["idToken": .string(user.idToken)])
      #expect(early.errorMessage == "PASSKEY_NOT_ENABLED")
      _ = await emulator.admin("v2/passkeyConfig", ["rpId": "localhost"], method: .patch)
    }
    let start = await emulator.passkey("Enrollment:start", ["idToken": .string(user.idToken)])
    Golden.expect(start.json, "passkeys/enrollment-start")
    let answer = try authenticator.create(
      start["credentialCreationOptions"], attestation: attestation)
    let done = await emulator.enroll(user.idToken, answer, ["name": "Laptop"])
    Golden.expect(done.json, "passkeys/enrollment-finalize", masking: ["refreshToken"])

    let options = await emulator.passkey("SignIn:start")
    Golden.expect(options.json, "passkeys/sign-in-start")
    let signedIn = await emulator.signIn(
      passkey: try authenticator.get(options["credentialRequestOptions"]))
    Golden.expect(signedIn.json, "passkeys/sign-in-finalize", masking: ["refreshToken"])
    let again = await emulator.refresh(try #require(signedIn["refreshToken"]?.string))
    #expect(again["user_id"]?.string == user.uid)
  }

  @Test func `passkeys are shown and removed, whichever base64 names them`() async throws {
    // The id's bytes contain digits that differ in the two alphabets of base64.
    let (user, authenticator) = try await enrolled(id: "\u{7fb}>?~~")
    let id = JSON.string(authenticator.id)
    let shown = await emulator.lookup(user.idToken)?["passkeyInfo"]
    #expect(shown == [["credentialId": id, "name": "Laptop"]])
    // Named as excluded, so that no authenticator makes a second one.
    let excluded = await emulator.creationOptions(user.idToken)?["excludeCredentials"]
    #expect(excluded == [["type": "public-key", "id": id]])
    let other = authenticator.id.replacing("-", with: "+").replacing("_", with: "/") + "=="
    #expect(other != authenticator.id + "==")
    #expect(await emulator.update(user, ["deletePasskey": [.string(other)]]).status == 200)
    #expect(try emulator.user(user.uid)?.passkeys == [])
    #expect(try await error(authenticator) == "PASSKEY_CREDENTIAL_NOT_FOUND")
  }

  @Test(
    arguments: [
      ([:], "Unnamed Passkey"), (["name": ""], "Unnamed Passkey"),
      (["displayName": "Key"], "Key"), (["name": "Laptop", "displayName": "Key"], "Laptop"),
    ] as [(JSONObject, String)])
  func `passkeys have a name, given or not`(_ fields: JSONObject, _ name: String) async throws {
    let user = try await emulator.signUp()
    let authenticator = try SoftAuthenticator()
    let answer = try authenticator.create(await emulator.creationOptions(user.idToken))
    await emulator.enroll(user.idToken, answer, fields).expect()
    #expect(await emulator.lookup(user.idToken)?["passkeyInfo"]?[0]?["name"]?.string == name)
  }

  @Test func `passkeys belong to one user of a project or tenant`() async throws {
    let (_, authenticator) = try await enrolled()
    let other = try await emulator.signUp("bob@example.com")
    let answer = try authenticator.create(await emulator.creationOptions(other.idToken))
    #expect(
      await emulator.enroll(other.idToken, answer).errorMessage == "CREDENTIAL_ALREADY_IN_USE")
    let body: JSON = ["email": "ada@example.com", "password": "secret1", "tenantId": "t1"]
    let elsewhere = try SignedIn(await emulator.client("accounts:signUp", body))
    let same = try authenticator.create(
      await emulator.creationOptions(elsewhere.idToken, tenant: "t1"))
    #expect(await emulator.enroll(elsewhere.idToken, same, tenant: "t1").status == 200)
    let inTenant = await emulator.signIn(
      passkey: try authenticator.get(await emulator.requestOptions(tenant: "t1")), tenant: "t1")
    let claims = inTenant.claims
    #expect(claims["sub"]?.string == elsewhere.uid)
    claims.expect(["firebase.tenant": "t1", "firebase.sign_in_provider": "passkey"])
  }

  @Test func `passkeys are enrolled with the user's own challenge alone`() async throws {
    let (user, _) = try await enrolled()
    let bob = try await emulator.signUp("bob@example.com")
    let bobs = await emulator.creationOptions(bob.idToken)
    let own = try #require(await emulator.creationOptions(user.idToken)?.object)
    let challenge = try #require(await emulator.requestOptions()?["challenge"])
    for options in [bobs, .object(own.merging(["challenge": challenge]))] {
      let answer = try SoftAuthenticator(id: "credential 2").create(options)
      #expect(await emulator.enroll(user.idToken, answer).errorMessage == Self.refused)
    }
    // Bob's ceremony continues.
    let answer = try SoftAuthenticator(id: "b").create(bobs)
    #expect(await emulator.enroll(bob.idToken, answer).status == 200)
  }

  @Test func `passkeys that answer late are told so in production`() async throws {
    let emulator = try await Self.production()
    let (_, authenticator) = try await enrolled(emulator)
    let old = await emulator.requestOptions()
    emulator.advance(PasskeyChallenge.lifetime)
    _ = await emulator.requestOptions()
    #expect(try await error(authenticator, old, at: emulator) == "PASSKEY_CHALLENGE_TIMEOUT")
  }

  @Test func `passkeys of production are refused with its codes`() async throws {
    let emulator = try await Self.production()
    let (user, authenticator) = try await enrolled(emulator)
    let again = try authenticator.create(await emulator.creationOptions(user.idToken))
    #expect(await emulator.enroll(user.idToken, again).errorMessage == "PASSKEY_EXISTS")
    _ = await emulator.update(user, ["deletePasskey": [.string(authenticator.id)]])
    #expect(try await error(authenticator, at: emulator) == "PASSKEY_ENROLLMENT_NOT_FOUND")
    let before = try #require(try emulator.user(user.uid))
    var full = before
    full.passkeys = (0..<AccountLimits.list).map {
      Passkey(credentialID: "c\($0)", createdAt: TestEmulator.start)
    }
    let changed = full
    let scope = AccountScope(project: try emulator.currentProject(), tenant: nil)
    try emulator.store.write { writer in try writer.update(changed, from: before, in: scope) }
    let start = await emulator.passkey("Enrollment:start", ["idToken": .string(user.idToken)])
    #expect(start.errorMessage == "PASSKEY_LIMIT_EXCEEDED", "\(start.json)")
  }

  @Test func `passkeys spend a challenge with a wrong answer`() async throws {
    let (_, authenticator) = try await enrolled()
    let options = await emulator.requestOptions()
    let phisher = "https://localhost.example.com"
    #expect(try await error(authenticator, options, origin: phisher) == Self.refused)
    #expect(try await error(authenticator, options) == Self.refused)
  }

  @Test func `passkeys are refused when they were copied`() async throws {
    let (_, authenticator) = try await enrolled()
    for (count, isGood) in [(UInt32(1), true), (5, true), (5, false), (4, false), (6, true)] {
      authenticator.count = count
      #expect(try await error(authenticator) == (isGood ? nil : Self.refused), "\(count)")
    }
  }

  @Test func `passkeys are refused for an unverified person and another owner`() async throws {
    let (_, authenticator) = try await enrolled()
    let (_, other) = try await enrolled(id: "credential 2", email: "bob@example.com")
    authenticator.flags = 0x01
    let unverified = try authenticator.get(await emulator.requestOptions())
    let explained = await emulator.signIn(passkey: unverified)
    #expect(explained.errorMessage == Self.refused)
    #expect(explained.reason.last?.contains("the user-verified flag is not set") == true)
    authenticator.flags = 0x05
    var mixed = try #require(try authenticator.get(await emulator.requestOptions()).object)
    mixed["id"] = .string(other.id)
    #expect(await emulator.signIn(passkey: .object(mixed)).errorMessage == Self.refused)
  }

  @Test func `passkeys stay with a user who signs in with a provider`() async throws {
    let (user, authenticator) = try await enrolled()
    await emulator.signIn("google.com", "g1", options: user.linking).expect()
    try await emulator.signIn("google.com", "g1", name: "Ada").expectSession()
    #expect(try emulator.user(user.uid)?.passkeys.count == 1)
    #expect(try await error(authenticator) == nil)
  }

  @Test func `passkeys go with their user, and with everything`() async throws {
    let (user, authenticator) = try await enrolled()
    _ = await emulator.delete(user.uid)
    #expect(try await error(authenticator) == "PASSKEY_CREDENTIAL_NOT_FOUND")
    let (_, next) = try await enrolled()
    let options = await emulator.requestOptions()
    try emulator.reset()
    #expect(try await error(next, options) == Self.refused)
    #expect(try await error(next) == "PASSKEY_CREDENTIAL_NOT_FOUND")
  }
}
