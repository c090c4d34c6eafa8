import EmuTestSupport
import Testing

@Suite final class `accounts:signUp`: EmulatorSuite {
  @Test func `accounts:signUp makes an anonymous account without a body`() async throws {
    let reply = await emulator.client("accounts:signUp")
    reply.expect(golden: "signUp/anonymous")
    try emulator.storedUser(of: reply).expect(
      (\.isAnonymous, true), (\.createdAt, TestEmulator.start), (\.lastLoginAt, TestEmulator.start))
  }

  @Test func `accounts:signUp makes an account with a password`() async throws {
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "email": "Ada@Example.com", "password": "secret1", "displayName": "Ada",
        "returnSecureToken": false, "clientType": "CLIENT_TYPE_WEB",
      ])
    #expect(reply.status == 200)
    // The tokens are there, even when they are not asked for.
    Golden.expect(reply.json, "signUp/password")
    try emulator.storedUser(of: reply).expect(
      (\.email, "ada@example.com"), (\.displayName, "Ada"), (\.emailVerified, false),
      (\.password?.clearText, "secret1"), (\.validSince, TestEmulator.start.seconds))
    #expect(await emulator.signInWithPassword("ADA@example.COM").status == 200)
  }

  @Test(
    arguments: [
      (["email": ""], "INVALID_EMAIL", nil), (["email": "", "password": ""], "INVALID_EMAIL", nil),
      (["password": ""], nil, nil), (["email": nil], nil, nil),
      (["email": "", "password": "x"], "MISSING_EMAIL", "MISSING_EMAIL"),
      (["email": "", "idToken": "x"], "MISSING_EMAIL", "MISSING_EMAIL"),
      (
        ["email": "", "localId": "mine"], "UNEXPECTED_PARAMETER : User ID",
        "UNEXPECTED_PARAMETER : User ID"
      ),
    ] as [(JSON, String?, String?)])
  func `accounts:signUp treats an empty address as an address, and production as none`(
    _ body: JSON, _ compatible: String?, _ production: String?
  ) async throws {
    for (profile, error) in [(Profile.compatible, compatible), (.production, production)] {
      let emulator = try TestEmulator(profile: profile)
      #expect(await emulator.client("accounts:signUp", body).errorMessage == error)
      #expect(await emulator.userCount() == (error == nil ? 1 : 0))
      let byAdmin = await emulator.admin("accounts", ["localId": "a", "email": ""])
      #expect(byAdmin.errorMessage == (profile == .compatible ? "INVALID_EMAIL" : nil))
    }
  }

  @Test func `accounts:signUp keeps nothing of a profile for an anonymous account`() async throws {
    let reply = await emulator.client(
      "accounts:signUp", ["displayName": "Ada", "photoUrl": "http://x", "emailVerified": true])
    try emulator.storedUser(of: reply).expect(
      (\.displayName, nil), (\.photoURL, nil), (\.isAnonymous, true))
  }

  // MARK: Refusals

  /// The address, the password, another member, and the code. Each row has every error of the rows
  /// below it, so the rows are in the order of the checks.
  @Test(
    arguments: [
      (nil, "x", ["localId": "mine"], "UNEXPECTED_PARAMETER : User ID"),
      (nil, "x", [:], "MISSING_EMAIL"), ("no address", nil, [:], "MISSING_PASSWORD"),
      ("no address", "x", [:], "INVALID_EMAIL"), ("ADA@example.com", "x", [:], "EMAIL_EXISTS"),
      ("new@example.com", "12345", [:], "WEAK_PASSWORD : Password should be at least 6 characters"),
      ("new@example.com", "123456", [:], "INVALID_ID_TOKEN"),
    ] as [(JSON, JSON, JSONObject, String)])
  func `accounts:signUp refuses bad input in a fixed order`(
    _ email: JSON, _ password: JSON, _ more: JSONObject, _ message: String
  ) async throws {
    _ = try await emulator.signUp()
    let body: JSONObject = ["email": email, "password": password, "idToken": "bad"]
    await emulator.client("accounts:signUp", .object(body.merging(more))).expect(refusal: message)
    #expect(await emulator.userCount() == 1)
  }

  @Test func `accounts:signUp refuses in Google's envelope`() async {
    let reply = await emulator.signUpReply("a@b.c", password: "short")
    Golden.expect(reply.json, "signUp/weakPassword")
  }

  @Test func `accounts:signUp refuses disabled passwords before bad addresses`() async throws {
    try emulator.configure(["signIn": ["email": ["enabled": false]]])
    let reply = await emulator.signUpReply("no address", password: "x")
    #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test func `accounts:signUp gives an address to one of many concurrent requests`() async {
    let codes = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask { [emulator] in await emulator.signUpReply("ada@example.com").errorMessage }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == "EMAIL_EXISTS" } == 19)
    #expect(await emulator.userCount() == 1)
  }

  // MARK: Adding a password

  private static let password: JSONObject = ["email": "ada@example.com", "password": "secret1"]

  @Test func `accounts:signUp adds a password to an anonymous account`() async throws {
    let anonymous = try await emulator.signUpAnonymously()
    emulator.advance(.seconds(10))
    let reply = await emulator.client("accounts:signUp", as: anonymous, Self.password)
    Golden.expect(reply.json, "signUp/link")
    let linked = try SignedIn(reply)
    #expect(linked.uid == anonymous.uid)
    try emulator.storedUser(of: reply).expect(
      (\.validSince, TestEmulator.start.seconds + 10), (\.email, "ada@example.com"))
    await emulator.lookup(anonymous).expect(refusal: "TOKEN_EXPIRED")
    #expect(await emulator.lookup(linked).status == 200)
  }

  private func google() async throws -> SignedIn {
    try SignedIn(await emulator.signIn("google.com", "g1", email: .ada, name: "Ada"))
  }

  @Test(arguments: [SwitchValue.on, .warn])
  func `accounts:signUp adds a password to one's address`(_ recentLogin: SwitchValue) async throws {
    let google = try await google()
    try emulator.set([.recentLogin: recentLogin])
    #expect(await emulator.client("accounts:signUp", as: google, Self.password).status == 200)
    let user = try #require(try emulator.user(google.uid))
    #expect(user.signInProviders == ["google.com", "password"])
    // The address is unchanged, so it stays verified; the name stays too.
    user.expect((\.emailVerified, true), (\.displayName, "Ada"))
  }

  @Test func `accounts:signUp adds another address as one that is not verified`() async throws {
    let google = try await google()
    let reply = await emulator.client(
      "accounts:signUp", as: google, ["email": "new@example.com", "password": "secret1"])
    #expect(reply["email"] == "new@example.com")
    #expect(try emulator.user(google.uid)?.emailVerified == false)
  }

  @Test func `accounts:signUp adds no address of another user`() async throws {
    _ = try await emulator.signUp()
    let anonymous = try await emulator.signUpAnonymously()
    await emulator.client("accounts:signUp", as: anonymous, Self.password)
      .expect(refusal: "EMAIL_EXISTS")
    #expect(try emulator.user(anonymous.uid)?.isAnonymous == true)
  }

  // MARK: An administrator's call

  @Test func `an administrator's sign-up stores every field and opens no session`() async throws {
    let reply = await emulator.admin(
      "accounts",
      [
        "localId": "ada", "email": "Ada@example.com", "emailVerified": true,
        "password": "secret1", "displayName": "Ada", "photoUrl": "http://x/y",
        "phoneNumber": "+15550100", "disabled": true,
      ])
    reply.expect(golden: "admin/create")
    try #require(try emulator.user("ada")).expect(
      (\.email, "ada@example.com"), (\.emailVerified, true), (\.password?.clearText, "secret1"),
      (\.displayName, "Ada"), (\.photoURL, "http://x/y"), (\.phoneNumber, "+15550100"),
      (\.disabled, true))
  }

  @Test func `an administrator's sign-up makes an account of nothing`() async {
    #expect(await emulator.admin("accounts")["localId"]?.string?.count == 28)
    #expect(await emulator.userCount() == 1)
  }

  private static let long: JSON = .repeating("x", 257)

  @Test(
    arguments: [
      (["localId": "ada"], "DUPLICATE_LOCAL_ID"), (["email": "ADA@example.com"], "EMAIL_EXISTS"),
      (["phoneNumber": "+15550100"], "PHONE_NUMBER_EXISTS"),
      (["phoneNumber": "5550100"], "INVALID_PHONE_NUMBER : Invalid format."),
      (["email": "ada"], "INVALID_EMAIL"),
      (["password": "12345"], "WEAK_PASSWORD"),
      (["localId": long], "Invalid value at 'local_id' (TYPE_STRING), longer than 256 characters"),
    ] as [(JSON, String)])
  func `an administrator's sign-up refuses what cannot be`(_ body: JSON, _ code: String) async {
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "phoneNumber": "+15550100"])
    let reply = await emulator.admin("accounts", body)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == code || reply.errorCode == code)
    #expect(await emulator.userCount() == 1)
  }

  @Test func `an administrator's sign-up links a password to a token's user`() async throws {
    let anonymous = try await emulator.signUpAnonymously()
    let reply = await emulator.admin(
      "accounts", ["idToken": .string(anonymous.idToken), "email": "a@b.c", "password": "secret1"])
    #expect(reply["localId"]?.string == anonymous.uid)
    #expect(await emulator.userCount() == 1)
  }
}
