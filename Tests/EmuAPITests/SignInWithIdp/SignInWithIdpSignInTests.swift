import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 10, 12a and 13.
@Suite struct `accounts:signInWithIdp signs in` {
  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in a person who is unknown as a new user`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.signIn(
      "google.com",
      claims: Idp.claims("g1", name: "Ann Lee", ["picture": "https://example.com/ann.png"]))
    Idp.expect(reply, is: "new-user", profile)
    Idp.expectNoAlarms(reply)
    #expect(reply["isNewUser"] == true)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(user.emailVerified)
    #expect(user.displayName == "Ann Lee")
    #expect(user.photoURL == "https://example.com/ann.png")
    #expect(user.links.map(\.providerID) == ["google.com"])
    #expect(user.link(to: "google.com")?.rawID == "g1")
    #expect(user.link(to: "google.com")?.email == Idp.ann)
    #expect(user.password == nil)
    #expect(user.createdAt == TestEmulator.start)
    #expect(user.lastLoginAt == TestEmulator.start)
  }

  @Test(arguments: Profile.allCases)
  func
    `signInWithIdp signs in a person whose provider is not trusted about the address as a new user`(
      profile: Profile
    ) async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false, name: "Ann Lee"))
    Idp.expect(reply, is: "new-user-unverified", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(!user.emailVerified)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in a person without an address as a new user without one`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.signIn(
      "twitter.com",
      claims: Idp.claims("t1", email: nil, verified: nil, ["screen_name": "annlee"]))
    Idp.expect(reply, is: "new-user-without-email", profile)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == nil)
    #expect(user.screenName == "annlee")
    #expect(!user.isAnonymous)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs a person who comes back in as the same user, no longer new`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", claims: Idp.claims("g1", name: "Ann Lee"))
    emulator.advance(.seconds(3600))
    let again = await emulator.signIn("google.com", claims: Idp.claims("g1", name: "Ann Lee"))
    Idp.expect(again, is: "returning-user", profile)
    Idp.expectNoAlarms(again)
    #expect(again["isNewUser"] == nil)
    #expect(again["localId"] == first["localId"])
    let authTime = JSON.claims(ofToken: again["idToken"]?.string)["auth_time"]
    #expect(authTime == .int(TestEmulator.start.seconds + 3600))
    let user = try emulator.storedUser(of: again)
    #expect(user.createdAt == TestEmulator.start)
    #expect(user.lastLoginAt == TestEmulator.start + .seconds(3600))
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in by the identity, and reports the account's own address`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    _ = try await emulator.account(email: "new@example.com")
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", email: "New@Example.com"))
    Idp.expect(reply, is: "original-email", profile)
    #expect(reply["localId"] == first["localId"])
    #expect(reply["originalEmail"]?.string == Idp.ann)
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(user.link(to: "google.com")?.email == "new@example.com")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in without an original address if the provider returns none`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    _ = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", email: nil, verified: nil))
    #expect(reply.status == 200)
    #expect(reply["originalEmail"] == nil)
    #expect(reply["email"] == nil)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in no user who is disabled`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    _ = await emulator.admin(
      "accounts:update", ["localId": first["localId"] ?? .null, "disableUser": true])
    let before = try emulator.storedUser(of: first)
    for options: JSONObject in [[:], ["returnIdpCredential": true]] {
      let reply = await emulator.signIn(
        "google.com", claims: Idp.claims("g1", name: "Other"), options: options)
      Idp.expect(reply, is: "disabled-user", profile, status: 400)
    }
    #expect(try emulator.storedUser(of: first) == before)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in no new user where autoCreate is false`(profile: Profile) async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let refused = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["autoCreate": false])
    Idp.expect(refused, is: "auto-create-false", profile, status: 400)
    #expect(refused.errorMessage == (profile == .production ? "USER_NOT_FOUND" : "USER_MISMATCH"))
    let told = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"),
      options: ["autoCreate": false, "returnIdpCredential": true])
    Idp.expect(told, is: "auto-create-false-with-credential", profile)
    #expect(told["errorMessage"] == "USER_NOT_FOUND")
    #expect(told["idToken"] == nil)
    #expect(told["needConfirmation"] == nil)
    #expect(await emulator.userCount() == 0)
  }

  /// The sender of `autoCreate: false`, the position of the credential, and the expected creation
  /// of an account.
  private static let carriers: [(header: String?, isInBody: Bool, makesAccount: Bool)] = [
    // The Android SDK sends it for every sign-in over a page.
    ("X-Android-Package", false, true),
    // With a credential of the app it applies, as for all others.
    ("X-Android-Package", true, false), ("X-Ios-Bundle-Identifier", false, false),
    ("X-Ios-Bundle-Identifier", true, false), (nil, false, false), (nil, true, false),
  ]

  @Test(arguments: carriers.indices, Profile.allCases)
  func `signInWithIdp signs in a new user where autoCreate is false and Android asked`(
    row: Int, profile: Profile
  ) async throws {
    let (header, isInBody, makesAccount) = Self.carriers[row]
    let emulator = try TestEmulator.believing(profile)
    let credential =
      "id_token=" + PercentEncoding.queryComponent(Idp.claims("g1").serialized())
    let uri = "http://localhost/emulator/auth/handler"
    var headers: Headers = ["Host": "localhost:9099"]
    if let header { headers[header] = "com.example.app" }
    let reply = await emulator.call(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=k",
      [
        "autoCreate": false, "returnSecureToken": true, "returnIdpCredential": true,
        "sessionId": "s", "requestUri": .string(isInBody ? uri : "\(uri)?\(credential)"),
        "postBody": .string("providerId=google.com" + (isInBody ? "&" + credential : "")),
      ], headers: headers)
    #expect(reply.status == 200, "\(reply.json)")
    #expect((reply["idToken"] != nil) == makesAccount)
    #expect((reply["errorMessage"] == "USER_NOT_FOUND") == !makesAccount)
    #expect(await emulator.userCount() == (makesAccount ? 1 : 0))
    // A pending token counts as a credential of the app.
    guard !makesAccount, let pending = reply["pendingToken"] else { return }
    let again = await emulator.call(
      .post, "/v1/accounts:signInWithIdp?key=k",
      [
        "autoCreate": false, "requestUri": "http://localhost", "pendingToken": pending,
        "returnIdpCredential": true,
      ], headers: headers)
    #expect(again["errorMessage"] == "USER_NOT_FOUND", "\(again.json)")
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in no user to confirm where autoCreate is false`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let before = try emulator.user(owner.uid)
    for options: JSONObject in [
      ["autoCreate": false], ["autoCreate": false, "returnIdpCredential": true],
    ] {
      let reply = await emulator.signIn(
        "facebook.com", claims: Idp.claims("f1", verified: false), options: options)
      #expect(reply["needConfirmation"] == nil)
      #expect(reply["idToken"] == nil)
    }
    #expect(try emulator.user(owner.uid) == before)
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in a known user where autoCreate is false`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    emulator.advance(.seconds(600))
    let again = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["autoCreate": false])
    Idp.expect(again, is: "reauthentication", profile)
    #expect(again["localId"] == first["localId"])
    #expect(
      JSON.claims(ofToken: again["idToken"]?.string)["auth_time"]
        == .int(TestEmulator.start.seconds + 600))
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp signs in no new user where the project lets no user sign up`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.believing(profile)
    try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
    let refused = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(refused, is: "sign-up-disabled", profile, status: 400)
    let told = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["returnIdpCredential": true])
    Idp.expect(told, is: "sign-up-disabled-with-credential", profile)
    #expect(await emulator.userCount() == 0)
  }
}
