import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:signUp` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `accounts:signUp makes an anonymous account without a body`() async throws {
    let reply = await emulator.client("accounts:signUp")
    #expect(reply.status == 200)
    Golden.expect(reply.json, "signUp/anonymous")
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.isAnonymous)
    #expect(user.createdAt == TestEmulator.start)
    #expect(user.lastLoginAt == TestEmulator.start)
  }

  @Test func `accounts:signUp makes an account with a password`() async throws {
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "email": "Ada@Example.com", "password": "secret1", "displayName": "Ada",
        "returnSecureToken": true, "clientType": "CLIENT_TYPE_WEB",
      ])
    #expect(reply.status == 200)
    Golden.expect(reply.json, "signUp/password")
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.email == "ada@example.com")
    #expect(user.displayName == "Ada")
    #expect(!user.emailVerified)
    #expect(user.password?.clearText == "secret1")
    #expect(user.validSince == TestEmulator.start.seconds)
    #expect(await emulator.signInWithPassword("ADA@example.COM").status == 200)
  }

  @Test(
    arguments: [
      (["email": ""], "INVALID_EMAIL", nil), (["email": "", "password": ""], "INVALID_EMAIL", nil),
      (["password": ""], nil, nil),
      (["email": "", "password": "x"], "MISSING_EMAIL", "MISSING_EMAIL"),
      (["email": "", "idToken": "x"], "MISSING_EMAIL", "MISSING_EMAIL"),
      (["email": nil], nil, nil),
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
      let reply = await emulator.client("accounts:signUp", body)
      #expect(reply.errorMessage == error)
      #expect(await emulator.userCount() == (error == nil ? 1 : 0))
      let byAdmin = await emulator.admin("accounts", ["localId": "a", "email": ""])
      #expect(byAdmin.errorMessage == (profile == .compatible ? "INVALID_EMAIL" : nil))
    }
  }

  @Test func `accounts:signUp returns tokens even when they are not asked for`() async {
    let reply = await emulator.client(
      "accounts:signUp",
      ["email": "a@b.c", "password": "secret1", "returnSecureToken": false])
    #expect(reply["idToken"] != nil)
    #expect(reply["expiresIn"] == "3600")
  }

  @Test func `accounts:signUp keeps nothing of a profile for an anonymous account`() async throws {
    let reply = await emulator.client(
      "accounts:signUp", ["displayName": "Ada", "photoUrl": "http://x", "emailVerified": true])
    let user = try #require(try emulator.user(reply["localId"]?.string ?? ""))
    #expect(user.displayName == nil)
    #expect(user.photoURL == nil)
    #expect(user.isAnonymous)
  }

  // MARK: Refusals

  /// Each row has every error of the rows below it, so the rows are in the order of the checks.
  @Test(
    arguments: [
      (
        ["localId": "mine", "password": "x"], "UNEXPECTED_PARAMETER : User ID"
      ),
      (["password": "x", "idToken": "bad"], "MISSING_EMAIL"),
      (["email": "no address", "idToken": "bad"], "MISSING_PASSWORD"),
      (["email": "no address", "password": "x", "idToken": "bad"], "INVALID_EMAIL"),
      (["email": "ADA@example.com", "password": "x", "idToken": "bad"], "EMAIL_EXISTS"),
      (
        ["email": "new@example.com", "password": "12345", "idToken": "bad"],
        "WEAK_PASSWORD : Password should be at least 6 characters"
      ),
      (
        ["email": "new@example.com", "password": "123456", "idToken": "bad"], "INVALID_ID_TOKEN"
      ),
    ] as [(JSON, String)])
  func `accounts:signUp refuses bad input in a fixed order`(_ body: JSON, _ message: String)
    async throws
  {
    _ = try await emulator.signUp()
    let reply = await emulator.client("accounts:signUp", body)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == message)
    #expect(await emulator.userCount() == 1)
  }

  @Test func `accounts:signUp refuses in Google's envelope`() async {
    let reply = await emulator.signUpReply("a@b.c", password: "short")
    Golden.expect(reply.json, "signUp/weakPassword")
  }

  @Test(arguments: ["👍🏽👍🏽", "123456", "      "])
  func `accounts:signUp counts a password's length as the SDKs do`(_ password: String) async throws
  {
    _ = try await emulator.signUp(password: password)
    #expect(await emulator.signInWithPassword(password: password).status == 200)
  }

  @Test
  func `accounts:signUp refuses passwords before it looks at the address, when they are disabled`()
    async throws
  {
    try emulator.configure(["signIn": ["email": ["enabled": false]]])
    let reply = await emulator.signUpReply("no address", password: "x")
    #expect(reply.errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test func `accounts:signUp refuses what the project does not let clients do`() async throws {
    try emulator.configure(["signIn": ["anonymous": ["enabled": false]]])
    #expect(
      await emulator.client("accounts:signUp").errorMessage == "ADMIN_ONLY_OPERATION")
    try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
    let reply = await emulator.signUpReply("a@b.c")
    #expect(reply.errorMessage == "ADMIN_ONLY_OPERATION")
    #expect(await emulator.userCount() == 0)
  }

  @Test func `accounts:signUp gives an address to one of many concurrent requests`() async {
    let codes = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          await emulator.signUpReply("ada@example.com").errorMessage
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == "EMAIL_EXISTS" } == 19)
    #expect(await emulator.userCount() == 1)
  }

  // MARK: Adding a password

  @Test func `accounts:signUp adds a password to an anonymous account, which keeps its id`()
    async throws
  {
    let anonymous = try await emulator.signUpAnonymously()
    emulator.advance(.seconds(10))
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "idToken": .string(anonymous.idToken), "email": "ada@example.com", "password": "secret1",
      ])
    Golden.expect(reply.json, "signUp/link")
    let linked = try SignedIn(reply)
    #expect(linked.uid == anonymous.uid)
    let user = try #require(try emulator.user(linked.uid))
    #expect(user.validSince == TestEmulator.start.seconds + 10)
    #expect(user.email == "ada@example.com")
    #expect(linked.claims["firebase"]?["sign_in_provider"] == "password")
    #expect(linked.claims["auth_time"]?.int == user.validSince)
    // The earlier session has ended, the new one is valid.
    #expect(
      await emulator.client("accounts:lookup", ["idToken": .string(anonymous.idToken)])
        .errorMessage == "TOKEN_EXPIRED")
    #expect(
      await emulator.client("accounts:lookup", ["idToken": .string(linked.idToken)]).status
        == 200)
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signUp adds a password to the account that has the address already`(
    _ profile: Profile
  )
    async throws
  {
    let google = try SignedIn(
      await emulator.signIn(
        "google.com",
        claims: ["sub": "g1", "email": "ada@example.com", "email_verified": true, "name": "Ada"]))
    try emulator.set([.recentLogin: profile == .production ? .on : .warn])
    let reply = await emulator.client(
      "accounts:signUp",
      ["idToken": .string(google.idToken), "email": "ada@example.com", "password": "secret1"])
    #expect(reply.status == 200)
    let user = try #require(try emulator.user(google.uid))
    #expect(user.signInProviders == ["google.com", "password"])
    // The address is unchanged, so it stays verified; the name stays too.
    #expect(user.emailVerified)
    #expect(user.displayName == "Ada")
  }

  @Test func `accounts:signUp adds another address as one that is not verified`() async throws {
    let google = try SignedIn(
      await emulator.signIn(
        "google.com", claims: ["sub": "g1", "email": "ada@example.com", "email_verified": true]))
    let reply = await emulator.client(
      "accounts:signUp",
      ["idToken": .string(google.idToken), "email": "new@example.com", "password": "secret1"])
    #expect(reply["email"] == "new@example.com")
    #expect(try emulator.user(google.uid)?.emailVerified == false)
  }

  @Test func `accounts:signUp adds no address of another user`() async throws {
    _ = try await emulator.signUp()
    let anonymous = try await emulator.signUpAnonymously()
    let reply = await emulator.client(
      "accounts:signUp",
      ["idToken": .string(anonymous.idToken), "email": "ada@example.com", "password": "secret1"])
    #expect(reply.errorMessage == "EMAIL_EXISTS")
    #expect(try emulator.user(anonymous.uid)?.isAnonymous == true)
  }
}
