import EmuTestSupport
import Testing

/// Times and tokens in recordings of production.
@Suite final class `Sessions of production`: ProductionSuite {
  private func setValidSince(_ emulator: TestEmulator, _ uid: String, _ second: Int64) async {
    _ = await emulator.change(uid, ["validSince": .string("\(second)")])
  }

  @Test(arguments: [(Profile.production, 200), (.compatible, 400)])
  func `validSince keeps sessions of its second`(_ profile: Profile, _ status: Int) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    await setValidSince(emulator, ada.uid, emulator.clock.now.seconds)
    #expect(await emulator.refresh(ada.refreshToken).status == status)
  }

  @Test func `moving validSince back revives the sessions of production`() async throws {
    let ada = try await emulator.signUp()
    let second = emulator.clock.now.seconds
    await setValidSince(emulator, ada.uid, second + 1)
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "TOKEN_EXPIRED")
    await setValidSince(emulator, ada.uid, second - 1)
    #expect(await emulator.refresh(ada.refreshToken).status == 200)
    #expect(await emulator.lookup(ada.idToken)?["localId"] == .string(ada.uid))
  }

  @Test func `a validSince in the future ends the sign-ins before it`() async throws {
    let ada = try await emulator.signUp()
    await setValidSince(emulator, ada.uid, emulator.clock.now.seconds + 600)
    let early = try SignedIn(await emulator.signInWithPassword())
    #expect(await emulator.lookup(early.idToken) == nil)
    emulator.advance(.seconds(600))
    let late = try SignedIn(await emulator.signInWithPassword())
    #expect(await emulator.lookup(late.idToken) != nil)
  }

  @Test func `a sign-in without returnSecureToken returns the first token form`() async throws {
    let ada = try await emulator.signUp()
    let reply = await emulator.client(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
    #expect(reply["refreshToken"] == nil && reply["expiresIn"] == nil)
    let token = try #require(reply["idToken"]?.string)
    let now = emulator.clock.now.seconds
    #expect(
      JSON.claims(ofToken: token) == [
        "iss": "https://identitytoolkit.google.com/", "aud": "demo-project", "iat": .int(now),
        "exp": .int(now + 1_209_600), "user_id": .string(ada.uid), "email": "ada@example.com",
        "verified": false, "sign_in_provider": "password",
      ])
    #expect(await emulator.lookup(token)?["localId"] == .string(ada.uid))
    try emulator.set([.verifyCredentials: .warn, .requireConfiguredProviders: .warn])
    let person = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["returnSecureToken": false])
    #expect(person["refreshToken"] == nil && person["expiresIn"] == nil)
    let issuer = person["idToken"]?.string.flatMap(JSON.claims(ofToken:))?["iss"]
    #expect(issuer == "https://identitytoolkit.google.com/", "\(person.json)")
    let cookie = await emulator.admin(
      ":createSessionCookie", ["idToken": .string(token), "validDuration": "600"])
    #expect(cookie.errorMessage == "INVALID_ID_TOKEN")
    let official = try TestEmulator()
    _ = try await official.signUp()
    let secure = await official.client(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
    #expect(secure["refreshToken"] != nil)
  }

  @Test func `the first token form names the tenant of its user`() async throws {
    try emulator.configure(["multiTenant": ["allowTenants": true]])
    let tenant = await emulator.admin(
      "v2/tenants", ["displayName": "acme", "allowPasswordSignup": true])
    let name = try #require(tenant["name"]?.string)
    let id = JSON.string(String(name.split(separator: "/").last ?? ""))
    let person: JSONObject = ["email": "ada@example.com", "password": "secret1", "tenantId": id]
    _ = await emulator.client("accounts:signUp", .object(person))
    let reply = await emulator.client("accounts:signInWithPassword", .object(person))
    #expect(reply["refreshToken"] == nil)
    let token = reply.idToken
    for body: JSON in [["idToken": token, "tenantId": id], ["idToken": token]] {
      let found = await emulator.client("accounts:lookup", body)
      #expect(found["users"]?[0]?["localId"] == reply["localId"], "\(found.json)")
    }
    let other = await emulator.client("accounts:lookup", ["idToken": token, "tenantId": "other"])
    #expect(other.status == 400, "\(other.json)")
  }

  @Test(
    arguments: [([:], "MISSING_ID_TOKEN"), (["idToken": ""], "INVALID_ID_TOKEN")]
      as [(JSON, String)])
  func `production distinguishes an empty ID token from none`(_ body: JSON, _ code: String) async {
    #expect(await emulator.client("accounts:lookup", body).errorMessage == code)
  }
}
