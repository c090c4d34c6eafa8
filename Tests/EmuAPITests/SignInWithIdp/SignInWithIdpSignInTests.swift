import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#decision, rows 10, 12a and 13.
@Suite struct `accounts:signInWithIdp signs in` {
  @Test(arguments: Profile.allCases)
  func `a person who is unknown becomes a new user`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let reply = await emulator.signIn(
      "google.com", "g1", name: "Ann Lee", ["picture": "https://example.com/ann.png"])
    Idp.expect(reply, is: "new-user", profile)
    let user = try emulator.storedUser(of: reply)
    user.expect(
      (\.email, Idp.ann), (\.emailVerified, true), (\.displayName, "Ann Lee"),
      (\.photoURL, "https://example.com/ann.png"))
    #expect(user.links.map(\.providerID) == ["google.com"])
    #expect(user.link(to: "google.com")?.rawID == "g1")
    #expect(user.link(to: "google.com")?.email == Idp.ann)
    user.expect(
      (\.password, nil), (\.createdAt, TestEmulator.start), (\.lastLoginAt, TestEmulator.start))
  }

  @Test(arguments: Profile.allCases)
  func `a new user's address is not verified, or missing`(profile: Profile) async throws {
    for (golden, provider, claims, email) in [
      (
        "new-user-unverified", "facebook.com",
        Idp.claims("f1", verified: false, name: "Ann Lee"), Idp.ann
      ),
      (
        "new-user-without-email", "twitter.com",
        Idp.claims("t1", email: nil, verified: nil, ["screen_name": "annlee"]), nil
      ),
    ] as [(String, String, JSON, String?)] {
      let emulator = try TestEmulator.believing(profile)
      let reply = await emulator.signIn(provider, claims: claims)
      Idp.expect(reply, is: golden, profile)
      let user = try emulator.storedUser(of: reply)
      #expect(user.email == email, "\(golden)")
      #expect(!user.emailVerified, "\(golden)")
      #expect(user.screenName == claims["screen_name"]?.string, "\(golden)")
      #expect(!user.isAnonymous, "\(golden)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `a person who comes back is the same user`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", "g1", name: "Ann Lee")
    emulator.advance(.seconds(3600))
    let again = await emulator.signIn("google.com", "g1", name: "Ann Lee")
    Idp.expect(again, is: "returning-user", profile)
    #expect(again["localId"] == first["localId"])
    let user = try emulator.storedUser(of: again)
    #expect(user.createdAt == TestEmulator.start)
    #expect(user.lastLoginAt == TestEmulator.start + .seconds(3600))
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `an identity signs in to its account, whatever its address`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", "g1")
    _ = try await emulator.account(email: "new@example.com")
    let reply = await emulator.signIn("google.com", "g1", email: "New@Example.com")
    Idp.expect(reply, is: "original-email", profile)
    #expect(reply["localId"] == first["localId"])
    let user = try emulator.storedUser(of: reply)
    #expect(user.email == Idp.ann)
    #expect(user.link(to: "google.com")?.email == "new@example.com")
    let without = await emulator.signIn("google.com", "g1", email: nil, verified: nil)
    without.expect(["originalEmail": nil, "email": nil])
  }

  @Test(arguments: Profile.allCases)
  func `a user who is disabled is not signed in`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", "g1")
    _ = await emulator.change(first["localId"]?.string ?? "", ["disableUser": true])
    let before = try emulator.storedUser(of: first)
    for options: JSONObject in [[:], ["returnIdpCredential": true]] {
      let reply = await emulator.signIn("google.com", "g1", name: "Other", options: options)
      Idp.expect(reply, is: "disabled-user", profile, status: 400)
    }
    #expect(try emulator.storedUser(of: first) == before)
  }

  @Test(arguments: ["auto-create-false", "sign-up-disabled"], Profile.allCases)
  func `no user is made where autoCreate is false or sign-up is disabled`(
    golden: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.believing(profile)
    var options: JSONObject = ["autoCreate": false]
    if golden == "sign-up-disabled" {
      try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
      options = [:]
    }
    let refused = await emulator.signIn("google.com", "g1", options: options)
    Idp.expect(refused, is: golden, profile, status: 400)
    let told = await emulator.signIn(
      "google.com", "g1", options: options.merging(["returnIdpCredential": true]))
    // Production returns the credential of conflicts alone.
    let isRefused = golden == "sign-up-disabled" && profile == .production
    Idp.expect(
      told, is: isRefused ? golden : "\(golden)-with-credential", profile,
      status: isRefused ? 400 : 200)
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
  func `Android makes a user where autoCreate is false`(row: Int, profile: Profile) async throws {
    let (header, isInBody, makesAccount) = Self.carriers[row]
    let emulator = try TestEmulator.believing(profile)
    let credential = "id_token=" + PercentEncoding.queryComponent(Idp.claims("g1").serialized())
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
  func `no confirmation is asked for where autoCreate is false`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let owner = try await emulator.account()
    let before = try emulator.user(owner.uid)
    for options: JSONObject in [
      ["autoCreate": false], ["autoCreate": false, "returnIdpCredential": true],
    ] {
      let reply = await emulator.signIn("facebook.com", "f1", verified: false, options: options)
      reply.json.expect(["needConfirmation": nil, "idToken": nil])
    }
    #expect(try emulator.user(owner.uid) == before)
    #expect(await emulator.userCount() == 1)
  }

  @Test(arguments: Profile.allCases)
  func `a known user is signed in where autoCreate is false`(profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    let first = await emulator.signIn("google.com", "g1")
    emulator.advance(.seconds(600))
    let again = await emulator.signIn("google.com", "g1", options: ["autoCreate": false])
    Idp.expect(again, is: "reauthentication", profile)
    #expect(again["localId"] == first["localId"])
  }
}
