import EmuTestSupport
import Testing

@Suite final class `accounts:update`: EmulatorSuite {
  private func update(_ user: SignedIn, _ fields: JSONObject) async -> Reply {
    await emulator.update(user, fields)
  }

  // MARK: Profile

  @Test func `accounts:update changes the profile and answers the whole account`() async throws {
    let ada = try await emulator.signUp()
    await update(ada, ["displayName": "Ada", "photoUrl": "http://x/y", "returnSecureToken": true])
      .expect(golden: "update/profile")
    let user = try #require(try emulator.user(ada.uid))
    user.expect((\.displayName, "Ada"), (\.photoURL, "http://x/y"))
    // Nothing is revoked: the old tokens stay valid.
    #expect(user.validSince == TestEmulator.start.seconds)
  }

  @Test func `accounts:update accepts null for "not given"`() async throws {
    let ada = try await emulator.signUp()
    _ = await update(ada, ["displayName": "Ada", "photoUrl": "http://x/y"])
    let reply = await update(ada, ["displayName": nil, "photoUrl": nil, "deleteAttribute": nil])
    reply.expect(["displayName": "Ada"])
    #expect(try emulator.user(ada.uid)?.photoURL == "http://x/y")
  }

  /// An enum may be a name, a number or a quoted number.
  @Test(
    arguments: [
      "DISPLAY_NAME", 2, "2", "PHOTO_URL", "EMAIL", "PASSWORD", "PROVIDER", "RAW_USER_INFO",
    ] as [JSON])
  func `accounts:update clears an attribute`(_ attribute: JSON) async throws {
    let ada = try await emulator.signUp()
    _ = await update(ada, ["displayName": "Ada", "photoUrl": "http://x/y"])
    _ = await emulator.link("google.com", "g", to: ada.uid)
    var expected = try #require(try emulator.user(ada.uid))
    switch attribute {
    case "DISPLAY_NAME", 2, "2": expected.displayName = nil
    case "PHOTO_URL": expected.photoURL = nil
    case "EMAIL": expected.email = nil
    case "PASSWORD": expected.removePassword()
    case "PROVIDER": expected.links = []
    default: break
    }
    expected.providerOrder = expected.providers
    #expect(await update(ada, ["delete_attribute": [attribute]]).status == 200)
    #expect(try emulator.user(ada.uid) == expected)
  }

  // MARK: E-mail and password

  @Test func `accounts:update changes the address and stores the first one`() async throws {
    let ada = try await emulator.signUp()
    _ = await emulator.change(ada.uid, ["emailVerified": true])
    emulator.advance(.seconds(5))
    let reply = await update(ada, ["email": "New@Example.com"])
    Golden.expect(reply.json, "update/email")
    let user = try #require(try emulator.user(ada.uid))
    user.expect(
      (\.email, "new@example.com"), (\.initialEmail, "ada@example.com"), (\.emailVerified, false),
      (\.validSince, TestEmulator.start.seconds + 5))

    let renewed = try SignedIn(reply)
    #expect(await update(ada, ["displayName": "x"]).errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.refresh(ada.refreshToken).errorMessage == "TOKEN_EXPIRED")
    #expect(await emulator.refresh(renewed.refreshToken).status == 200)

    _ = await update(renewed, ["email": "third@example.com"])
    #expect(try emulator.user(ada.uid)?.initialEmail == "ada@example.com")
  }

  @Test func `accounts:update changes the password`() async throws {
    let ada = try await emulator.signUp()
    #expect(await update(ada, ["password": "secret2"])["idToken"] != nil)
    #expect(await emulator.signInWithPassword().errorMessage == "INVALID_PASSWORD")
    #expect(await emulator.signInWithPassword(password: "secret2").status == 200)
  }

  @Test func `accounts:update opens a password session with a new password`() async throws {
    let anonymous = try await emulator.signUpAnonymously()
    let google = try SignedIn(
      await emulator.signIn("google.com", claims: ["sub": "g", "email": "g@example.com"]))
    for (user, email) in [(anonymous, "ada@example.com"), (google, "g@example.com")] {
      let renewed = try SignedIn(
        await update(user, ["email": .string(email), "password": "secret1"]))
      let refreshed = await emulator.refresh(renewed.refreshToken)
      for claims in [renewed.claims, refreshed.claims] {
        claims.expect(["firebase.sign_in_provider": "password", "provider_id": nil])
      }
    }
    // There was no address before.
    #expect(try #require(try emulator.user(anonymous.uid)).initialEmail == nil)
    #expect(await emulator.signInWithPassword()["localId"]?.string == anonymous.uid)
  }

  @Test func `accounts:update of the address keeps the session's provider`() async throws {
    let anonymous = try await emulator.signUpAnonymously()
    let renewed = try SignedIn(await update(anonymous, ["email": "ada@example.com"]))
    #expect(renewed.firebase["sign_in_provider"] == "anonymous")
    #expect(renewed.claims["provider_id"] == "anonymous")
  }

  @Test(arguments: ["Ada@example.com", "new@example.com"])
  func `accounts:update answers the address that was sent`(_ email: String) async throws {
    let ada = try await emulator.signUp()
    let byAdmin = await emulator.change(ada.uid, ["email": .string(email)])
    for reply in [byAdmin, await update(ada, ["email": .string(email)])] {
      reply.expect(["newEmail": .string(email.lowercased()), "email": reply["newEmail"]])
    }
    #expect(await update(ada, ["displayName": "Ada"])["newEmail"] == nil)
  }

  @Test(
    arguments: [
      (["email": "bob@example.com"], "EMAIL_EXISTS"), (["email": "nobody"], "INVALID_EMAIL"),
      (["password": "12345"], "WEAK_PASSWORD"),
      (["customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
      (["oobCode": "made up"], "INVALID_OOB_CODE"),
    ] as [(JSONObject, String)])
  func `accounts:update refuses bad input`(_ fields: JSONObject, _ code: String) async throws {
    let ada = try await emulator.signUp()
    _ = try await emulator.signUp("bob@example.com")
    let before = try emulator.user(ada.uid)
    await update(ada, fields.merging(["displayName": "Changed"])).expect(400, code: code)
    #expect(try emulator.user(ada.uid) == before)
  }

  @Test func `accounts:update asks to verify a new address by protection`() async throws {
    let ada = try await emulator.signUp()
    try emulator.set([.emailEnumerationProtection: .on])
    let reply = await update(ada, ["email": "new@example.com"])
    Golden.expect(reply.json, "update/protectedEmail")
    // A password changes no address.
    #expect(await update(ada, ["password": "secret2"]).status == 200)
  }

  // MARK: Providers

  @Test(arguments: ["password", "phone", "google.com", "github.com"])
  func `accounts:update unlinks a provider`(_ provider: String) async throws {
    let ada = try await emulator.signUp()
    _ = await emulator.change(
      ada.uid,
      [
        "phoneNumber": "+15550100", "emailVerified": true,
        "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g", "email": "a@gmail.com"],
      ])
    var expected = try #require(try emulator.user(ada.uid))
    switch provider {
    case "password":
      (expected.email, expected.emailVerified) = (nil, false)
      expected.removePassword()
      expected.emptyFields = []
    case "phone": expected.phoneNumber = nil
    case "google.com": expected.links = []
    default: break
    }
    expected.providerOrder = expected.providers
    let reply = await update(ada, ["deleteProvider": [.string(provider)]])
    #expect(reply.status == 200)
    #expect(try emulator.user(ada.uid) == expected)
    // JavaScript keeps only the providers of the answer.
    let listed = reply["providerUserInfo"]?.array?.compactMap { $0["providerId"]?.string } ?? []
    #expect(listed == expected.providers)
    #expect(reply["idToken"] == nil)
    #expect(await emulator.refresh(ada.refreshToken).status == 200)
  }

  @Test func `accounts:update links an identity for an administrator`() async throws {
    let ada = try await emulator.signUp()
    let identity: JSON = [
      "providerId": "google.com", "rawId": "g", "email": "A@gmail.com", "displayName": "A",
      "photoUrl": "http://g/p",
    ]
    let reply = await emulator.change(ada.uid, ["linkProviderUserInfo": identity])
    Golden.expect(reply.json, "update/linkProvider")
    #expect(await emulator.signIn("google.com", claims: ["sub": "g"])["localId"]?.string == ada.uid)
  }

  private static let big: JSON = .repeating("x", 100_000)

  @Test(
    arguments: [
      (["rawId": "g"], "MISSING_PROVIDER_ID"), (["providerId": "google.com"], "MISSING_RAW_ID"),
      (["providerId": "google.com", "rawId": "taken"], "FEDERATED_USER_ID_ALREADY_LINKED"),
      (["providerId": "password", "rawId": "x@y.z"], "INVALID_PROVIDER_ID"),
      (["providerId": "phone", "rawId": "+15550100"], "INVALID_PROVIDER_ID"),
      (["providerId": "not a provider", "rawId": "x"], "INVALID_PROVIDER_ID"),
      (["providerId": "apple.com", "rawId": "g", "displayName": big], "INVALID_PROFILE_ATTRIBUTE"),
    ] as [(JSON, String)])
  func `accounts:update refuses bad identities`(_ identity: JSON, _ code: String) async throws {
    _ = await emulator.signIn("google.com", claims: ["sub": "taken"])
    let ada = try await emulator.signUp()
    await emulator.change(ada.uid, ["linkProviderUserInfo": identity]).expect(400, code: code)
    #expect(try emulator.user(ada.uid)?.links == [])
  }
}
