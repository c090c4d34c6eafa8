import EmuTestSupport
import Testing

@Suite final class `accounts:signInWithPassword`: EmulatorSuite {
  @Test func `accounts:signInWithPassword opens a session`() async throws {
    let ada = try await emulator.signUp()
    _ = await emulator.update(ada, ["displayName": "Ada", "photoUrl": "http://x/y"])
    emulator.advance(.seconds(60))
    await emulator.signInWithPassword().expect(golden: "signInWithPassword/success")
    let user = try #require(try emulator.user(ada.uid))
    #expect(user.lastLoginAt == TestEmulator.start + .seconds(60))
    #expect(user.validSince == TestEmulator.start.seconds)
  }

  /// The address, the password, and the codes without and with protection.
  @Test(
    arguments: [
      ("", "x", "INVALID_EMAIL", nil), ("", nil, "INVALID_EMAIL", nil),
      ("nobody", "x", "INVALID_EMAIL", nil), ("ada@example.com", nil, "MISSING_PASSWORD", nil),
      ("ada@example.com", "Secret1", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS"),
      ("ida@example.com", "secret1", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS"),
      ("dis@example.com", "wrong", "USER_DISABLED", nil),
    ] as [(JSON, JSON, String, String?)], [false, true])
  func `signInWithPassword reports whether address or password is wrong, unless protected`(
    _ row: (email: JSON, password: JSON, open: String, protected: String?), _ isProtected: Bool
  ) async throws {
    _ = try await emulator.signUp()
    // Ida has no password, and Dis is disabled.
    _ = await emulator.signIn(
      "google.com", claims: ["sub": "i", "email": "ida@example.com", "email_verified": true])
    _ = await emulator.admin(
      "accounts", ["email": "dis@example.com", "password": "secret1", "disabled": true])
    try emulator.set([.emailEnumerationProtection: isProtected ? .on : .off])
    await emulator.client(
      "accounts:signInWithPassword", ["email": row.email, "password": row.password]
    ).expect(refusal: isProtected ? row.protected ?? row.open : row.open)
  }

  @Test func `accounts:signInWithPassword is refused when passwords are disabled`() async throws {
    try emulator.configure(["signIn": ["email": ["enabled": false]]])
    // Before the input is checked.
    await emulator.client("accounts:signInWithPassword").expect(refusal: "PASSWORD_LOGIN_DISABLED")
  }

  @Test func `accounts:signInWithPassword says what its code keeps to itself`() async throws {
    try emulator.set([.emailEnumerationProtection: .on])
    let reply = await emulator.signInWithPassword("eve@example.com")
    #expect(reply.errorMessage == "INVALID_LOGIN_CREDENTIALS")
    #expect(reply.reason.first == "No user has the address eve@example.com.")
    _ = await emulator.signIn(
      "google.com", claims: ["sub": "i", "email": "ida@example.com", "email_verified": true])
    _ = await emulator.admin("accounts", ["localId": "bo", "email": "bo@example.com"])
    for (email, methods) in [("ida@example.com", "google.com"), ("bo@example.com", "no provider")] {
      let reason = await emulator.signInWithPassword(email).reason.first ?? ""
      #expect(reason.hasSuffix(" has no password; it signs in with \(methods)."), "\(reason)")
    }
  }

  // MARK: Imported hashes

  /// Published hashes with their passwords, in the encoding of batchCreate.
  private static let imports: [(password: String, user: JSONObject, hash: JSONObject)] = [
    (
      // github.com/firebase/scrypt, README: the example with Firebase's parameters.
      "user1password",
      [
        "salt": "42xEC+ixf3L2lw==",
        "passwordHash":
          "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
      ],
      [
        "hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "saltSeparator": "Bw==",
        "signerKey":
          "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
      ]
    ),
    (
      // The test of Openwall's crypt_blowfish.
      "U*U",
      [
        "passwordHash": .string(
          Handwritten.base64URL("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"))
      ],
      ["hashAlgorithm": "BCRYPT"]
    ),
    (
      // RFC 6070, the second vector: PBKDF2-HMAC-SHA1, 2 rounds.
      "password",
      [
        "salt": .string(Handwritten.base64URL("salt")),
        "passwordHash": "6mwBTcctb4zNHtkqzh1B8NjeiVc=",
      ],
      ["hashAlgorithm": "PBKDF_SHA1", "rounds": 2]
    ),
  ]

  @Test(arguments: imports.indices)
  func `accounts:signInWithPassword knows passwords that came as hashes`(_ row: Int) async {
    let vector = Self.imports[row]
    let user = vector.user.merging(["localId": "u", "email": "ada@example.com"])
    let created = await emulator.batchCreate([.object(user)], vector.hash)
    #expect(created.json == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
    #expect(await emulator.signInWithPassword(password: vector.password)["localId"] == "u")
    let wrong = await emulator.signInWithPassword(password: vector.password + "x")
    #expect(wrong.errorMessage == "INVALID_PASSWORD")
  }

  @Test func `accounts:signInWithPassword fits no hash whose algorithm is not given`() async {
    await emulator.batchCreate([
      ["localId": "u", "email": "ada@example.com", "passwordHash": "c2VjcmV0MQ"]
    ]).expect(["error": []])
    await emulator.signInWithPassword().expect(refusal: "INVALID_PASSWORD")
  }

  /// The length is counted as SDKs do.
  @Test(arguments: [
    "\u{301}acute", "\u{FE0F}234567", "ſecret1", "a\u{0}bcdef", "  pass  ", "👍🏽👍🏽", "123456",
    "      ",
  ])
  func `accounts:signInWithPassword takes any text, by bytes`(_ password: String) async throws {
    _ = try await emulator.signUp(password: password)
    #expect(await emulator.signInWithPassword(password: password).status == 200)
    #expect(await emulator.signInWithPassword(password: password + " ").status == 400)
  }
}
