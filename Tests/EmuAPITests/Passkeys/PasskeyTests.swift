import EmuHTTP
import EmuJSON
import EmuStore
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `Passkeys` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// Returns a user with a passkey.
  private func enrolled(
    _ emulator: TestEmulator, id: String = "credential 1", email: String = "ada@example.com"
  ) async throws -> (SignedIn, SoftAuthenticator) {
    let user = try await emulator.signUp(email)
    let authenticator = try SoftAuthenticator(id: id)
    let answer = try authenticator.create(await emulator.creationOptions(user.idToken))
    let reply = await emulator.enroll(user.idToken, answer, ["name": "Laptop"])
    #expect(reply.status == 200, "\(reply.json)")
    return (user, authenticator)
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
    let start = await emulator.passkey(
      "Enrollment:start", ["idToken": .string(user.idToken)])
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
    let (user, authenticator) = try await enrolled(emulator, id: "\u{7fb}>?~~")
    let shown = await emulator.client("accounts:lookup", ["idToken": .string(user.idToken)])
    #expect(
      shown["users"]?.array?.first?["passkeyInfo"] == [
        ["credentialId": .string(authenticator.id), "name": "Laptop"]
      ])
    let other = authenticator.id.replacing("-", with: "+").replacing("_", with: "/") + "=="
    #expect(other != authenticator.id + "==")
    let removal = await emulator.client(
      "accounts:update", ["idToken": .string(user.idToken), "deletePasskey": [.string(other)]])
    #expect(removal.status == 200)
    #expect(try emulator.user(user.uid)?.passkeys == [])
    let answer = try authenticator.get(await emulator.requestOptions())
    #expect(
      await emulator.signIn(passkey: answer).errorMessage == "PASSKEY_CREDENTIAL_NOT_FOUND")
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
    let reply = await emulator.enroll(user.idToken, answer, fields)
    #expect(reply.status == 200, "\(reply.json)")
    let shown = await emulator.client("accounts:lookup", ["idToken": .string(user.idToken)])
    #expect(shown["users"]?[0]?["passkeyInfo"]?[0]?["name"]?.string == name)
  }

  @Test func `passkeys that a user has are named, so that no authenticator makes a second one`()
    async throws
  {
    let (user, authenticator) = try await enrolled(emulator)
    #expect(
      await emulator.creationOptions(user.idToken)?["excludeCredentials"] == [
        ["type": "public-key", "id": .string(authenticator.id)]
      ])
  }

  @Test func `passkeys belong to one user of a project or tenant`() async throws {
    let (_, authenticator) = try await enrolled(emulator)
    let other = try await emulator.signUp("bob@example.com")
    let answer = try authenticator.create(await emulator.creationOptions(other.idToken))
    #expect(
      await emulator.enroll(other.idToken, answer).errorMessage == "CREDENTIAL_ALREADY_IN_USE")
    let elsewhere = try SignedIn(
      await emulator.client(
        "accounts:signUp",
        ["email": "ada@example.com", "password": "secret1", "tenantId": "t1"]))
    let same = try authenticator.create(
      await emulator.creationOptions(elsewhere.idToken, tenant: "t1"))
    #expect(await emulator.enroll(elsewhere.idToken, same, tenant: "t1").status == 200)
    let inTenant = await emulator.signIn(
      passkey: try authenticator.get(await emulator.requestOptions(tenant: "t1")), tenant: "t1")
    let claims = JSON.claims(ofToken: inTenant["idToken"]?.string)
    #expect(claims["sub"]?.string == elsewhere.uid)
    #expect(claims["firebase"]?["tenant"] == "t1")
    #expect(claims["firebase"]?["sign_in_provider"] == "passkey")
  }

  @Test
  func `passkeys are refused with another user's, tenant's, project's, used or old challenge`()
    async throws
  {
    let (user, authenticator) = try await enrolled(emulator)
    let bob = try await emulator.signUp("bob@example.com")
    let second = try SoftAuthenticator(id: "credential 2")
    let bobs = await emulator.creationOptions(bob.idToken)
    let own = await emulator.creationOptions(user.idToken)
    let signIn = await emulator.requestOptions()
    func enroll(_ options: JSON?) async throws -> String? {
      await emulator.enroll(user.idToken, try second.create(options)).errorMessage
    }
    #expect(try await enroll(bobs) == "INVALID_AUTHENTICATOR_RESPONSE")
    // Bob's ceremony continues.
    #expect(
      await emulator.enroll(bob.idToken, try SoftAuthenticator(id: "b").create(bobs)).status == 200)
    var forged = own
    if case .object(var object) = own {
      object["challenge"] = signIn?["challenge"]
      forged = .object(object)
    }
    #expect(try await enroll(forged) == "INVALID_AUTHENTICATOR_RESPONSE")

    let tenant = await emulator.requestOptions(tenant: "t1")
    #expect(
      await emulator.signIn(passkey: try authenticator.get(tenant)).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
    let answer = try authenticator.get(signIn)
    #expect(await emulator.signIn(passkey: answer).status == 200)
    #expect(await emulator.signIn(passkey: answer).errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
    let old = await emulator.requestOptions()
    emulator.advance(PasskeyChallenge.lifetime)
    #expect(
      await emulator.signIn(passkey: try authenticator.get(old)).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkeys that answer late are told so in production, also after newer ceremonies`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.admin("v2/passkeyConfig", ["rpId": "localhost"], method: .patch)
    let (_, authenticator) = try await enrolled(emulator)
    let old = await emulator.requestOptions()
    emulator.advance(PasskeyChallenge.lifetime)
    _ = await emulator.requestOptions()
    #expect(
      await emulator.signIn(passkey: try authenticator.get(old)).errorMessage
        == "PASSKEY_CHALLENGE_TIMEOUT")
  }

  @Test func `passkeys of production have its codes: it exists, it is gone, there are too many`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.admin("v2/passkeyConfig", ["rpId": "localhost"], method: .patch)
    let (user, authenticator) = try await enrolled(emulator)
    let again = try authenticator.create(await emulator.creationOptions(user.idToken))
    #expect(await emulator.enroll(user.idToken, again).errorMessage == "PASSKEY_EXISTS")
    _ = await emulator.client(
      "accounts:update",
      ["idToken": .string(user.idToken), "deletePasskey": [.string(authenticator.id)]])
    let gone = try authenticator.get(await emulator.requestOptions())
    #expect(
      await emulator.signIn(passkey: gone).errorMessage == "PASSKEY_ENROLLMENT_NOT_FOUND")
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
    let (_, authenticator) = try await enrolled(emulator)
    let options = await emulator.requestOptions()
    let phished = try authenticator.get(options, origin: "https://localhost.example.com")
    #expect(
      await emulator.signIn(passkey: phished).errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
    let right = try authenticator.get(options)
    #expect(await emulator.signIn(passkey: right).errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkeys are refused when they were copied`() async throws {
    let (_, authenticator) = try await enrolled(emulator)
    for (count, isGood) in [(UInt32(1), true), (5, true), (5, false), (4, false), (6, true)] {
      authenticator.count = count
      let answer = try authenticator.get(await emulator.requestOptions())
      #expect(await emulator.signIn(passkey: answer).status == (isGood ? 200 : 400))
    }
  }

  @Test func `passkeys are refused without verification of the person, and for another owner`()
    async throws
  {
    let (_, authenticator) = try await enrolled(emulator)
    let (_, other) = try await enrolled(emulator, id: "credential 2", email: "bob@example.com")
    authenticator.flags = 0x01
    let unverified = try authenticator.get(await emulator.requestOptions())
    let explained = await emulator.explainedPasskey(unverified)
    #expect(explained.errorMessage == "INVALID_AUTHENTICATOR_RESPONSE")
    #expect(explained.reason.last?.contains("the user-verified flag is not set") == true)
    authenticator.flags = 0x05
    guard case .object(var mixed) = try authenticator.get(await emulator.requestOptions()) else {
      return
    }
    mixed["id"] = .string(other.id)
    #expect(
      await emulator.signIn(passkey: .object(mixed)).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
  }

  @Test func `passkeys do not sign a disabled user in`() async throws {
    let (user, authenticator) = try await enrolled(emulator)
    _ = await emulator.change(user.uid, ["disableUser": true])
    let answer = try authenticator.get(await emulator.requestOptions())
    #expect(await emulator.signIn(passkey: answer).errorMessage == "USER_DISABLED")
  }

  @Test func `passkeys go with their user, and with everything`() async throws {
    let (user, authenticator) = try await enrolled(emulator)
    _ = await emulator.admin("accounts:delete", ["localId": .string(user.uid)])
    #expect(
      await emulator.signIn(passkey: try authenticator.get(await emulator.requestOptions()))
        .errorMessage == "PASSKEY_CREDENTIAL_NOT_FOUND")
    let (_, next) = try await enrolled(emulator)
    let options = await emulator.requestOptions()
    try emulator.reset()
    #expect(
      await emulator.signIn(passkey: try next.get(options)).errorMessage
        == "INVALID_AUTHENTICATOR_RESPONSE")
    #expect(
      await emulator.signIn(passkey: try next.get(await emulator.requestOptions())).errorMessage
        == "PASSKEY_CREDENTIAL_NOT_FOUND")
  }
}

extension TestEmulator {
  /// Signs in with an answer, with the decisions of the request log.
  func explainedPasskey(_ answer: JSON) async -> Reply {
    await client(
      "accounts/passkeySignIn:finalize", ["authenticatorAuthenticationResponse": answer],
      version: "v2")
  }
}
