import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The behaviour of accounts in recordings of production.
@Suite struct `Accounts of production` {
  @Test(arguments: [
    (Profile.production, "ada@example.com" as JSON?, 400), (.compatible, nil, 200),
  ])
  func `unlinking the password leaves the address in production`(
    _ profile: Profile, _ email: JSON?, _ status: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    _ = await emulator.client(
      "accounts:update", ["idToken": .string(ada.idToken), "deleteProvider": ["password"]])
    let user = await emulator.admin("accounts:lookup", ["localId": [.string(ada.uid)]])["users"]?[0]
    #expect(user?["email"] == email)
    #expect(user?["providerUserInfo"]?.array?.isEmpty != false)
    #expect(await emulator.signUpReply("ada@example.com").status == status)
  }

  @Test(arguments: [Profile.production, .compatible])
  func `production keeps the time of a password that is removed`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    func changed() async -> JSON? {
      await emulator.admin("accounts:lookup", ["localId": [.string(ada.uid)]])["users"]?[0]?[
        "passwordUpdatedAt"]
    }
    let before = await changed()
    #expect(before != nil)
    emulator.advance(.seconds(5))
    _ = await emulator.change(ada.uid, ["deleteAttribute": ["PASSWORD"]])
    #expect(await changed() == (profile == .production ? before : nil))
    _ = await emulator.change(ada.uid, ["password": "secret2"])
    #expect(await changed() != nil)
  }

  @Test(arguments: [(Profile.production, 0), (.compatible, 2)])
  func `a text that is no page token leads to an empty page in production`(
    _ profile: Profile, _ count: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    for uid in ["u1", "u2", "u3"] {
      _ = await emulator.admin("accounts", ["localId": .string(uid)])
    }
    func page(_ token: String) async -> Reply {
      await emulator.admin(
        "accounts:batchGet", nil, method: .get, query: "maxResults=2&nextPageToken=\(token)")
    }
    #expect(await page("a").json["users"]?.array?.count ?? 0 == count)
    let next = await page("").json["nextPageToken"]?.string ?? ""
    #expect(await page(next).json["users"]?.array?.map { $0["localId"] } == ["u3"])
  }

  @Test(arguments: [(Profile.production, true as JSON), (.compatible, false)])
  func `an administrator's change of the address leaves it verified in production`(
    _ profile: Profile, _ isVerified: JSON
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "emailVerified": true])
    let reply = await emulator.change("ada", ["email": "new@example.com"])
    #expect(reply["emailVerified"] == isVerified)
    let user = await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?[0]
    #expect((user?["initialEmail"] == nil) == (profile == .production))
  }

  @Test(arguments: [
    ("+1 650-555-0104", "+16505550104" as JSON?), ("+1650555ABCD", "+16505552223"),
    ("+44 20 7946 0018", "+442079460018"), ("+0 650 555 0104", nil), ("+1650555", nil),
    ("+12345678901234567890", nil), ("6505550101", nil), ("+1error", nil),
  ])
  func `production stores phone numbers as E_164`(_ text: String, _ stored: JSON?)
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    let made = await emulator.admin("accounts", ["localId": "ada", "phoneNumber": .string(text)])
    guard let stored else {
      let detail = text == "+1650555" ? "TOO_SHORT" : "Invalid format."
      #expect(made["error"]?["message"] == .string("INVALID_PHONE_NUMBER : \(detail)"))
      return
    }
    let found = await emulator.admin("accounts:lookup", ["localId": ["ada"]])
    #expect(found["users"]?[0]?["phoneNumber"] == stored)
    // Any form of the number names the user.
    let named = await emulator.admin("accounts:lookup", ["phoneNumber": [.string(text)]])
    #expect(named["users"]?[0]?["localId"] == "ada")
    let queried = await emulator.admin(
      "accounts:query", ["expression": [["phoneNumber": .string(text)]]])
    #expect(queried["recordsCount"] == "1")
    let again = await emulator.admin("accounts", ["phoneNumber": stored])
    #expect(again["error"]?["message"] == "PHONE_NUMBER_EXISTS")
  }

  @Test(arguments: [(Profile.production, 400), (.compatible, 200)])
  func `production's addresses have a domain of two labels`(_ profile: Profile, _ status: Int)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    for address in ["test@test", "test@example..com", "test@.com"] {
      #expect(await emulator.signUpReply(address).status == status, "\(address)")
    }
  }

  @Test(arguments: [(Profile.production, 400), (.compatible, 200)])
  func `production's addresses have no misplaced dots or special characters`(
    _ profile: Profile, _ status: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(["signIn": ["email": ["passwordRequired": false]]])
    let ada = try await emulator.signUp()
    for address in ["a..b@example.com", "a.@example.com", "a(b)@example.com"] {
      let link: JSON = [
        "requestType": "EMAIL_SIGNIN", "email": .string("x\(address)"),
        "continueUrl": "http://localhost",
      ]
      let change: JSON = [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .string(ada.idToken),
        "newEmail": .string("y\(address)"),
      ]
      #expect(await emulator.signUpReply(address).status == status, "\(address)")
      for body in [link, change] {
        let reply = await emulator.client("accounts:sendOobCode", body)
        #expect(reply.status == status, "\(address) \(reply.json)")
      }
    }
  }

  @Test func `production counts a name in UTF-16 units in imports too`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let reply = await emulator.admin(
      "accounts:batchCreate",
      [
        "users": [
          ["localId": "a", "displayName": .string(String(repeating: "あ", count: 256))],
          ["localId": "b", "displayName": .string(String(repeating: "😀", count: 129))],
        ]
      ])
    #expect(reply["error"]?.array?.map { $0["index"] } == [1])
  }

  @Test func `production keeps an empty name as an empty text`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let ada = try await emulator.signUp()
    let reply = await emulator.client(
      "accounts:update", ["idToken": .string(ada.idToken), "displayName": ""])
    #expect(reply["displayName"] == "")
    #expect(reply["providerUserInfo"]?[0]?["displayName"] == "")
  }

  @Test(arguments: [
    (
      String(repeating: "😀", count: 129),
      "INVALID_PROFILE_ATTRIBUTE : Display name too long." as JSON?
    ),
    (String(repeating: "😀", count: 128), nil),
  ])
  func `a name has at most 256 UTF_16 units`(_ name: String, _ message: JSON?) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let reply = await emulator.client(
      "accounts:update", ["idToken": .string(ada.idToken), "displayName": .string(name)])
    #expect(reply["error"]?["message"] == message)
  }

  @Test(arguments: [(4097, 400), (4096, 200)])
  func `a password has at most 4096 characters`(_ count: Int, _ status: Int) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.signUpReply(
      "ada@example.com", password: String(repeating: "a", count: count))
    #expect(reply.status == status)
    guard status == 400 else { return }
    let message =
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters"
    #expect(reply["error"]?["message"] == .string(message))
  }

  @Test(arguments: [(Profile.production, 200), (.compatible, 400)])
  func `production lets administrators set short passwords in updates`(
    _ profile: Profile, _ status: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    let reply = await emulator.change(ada.uid, ["password": "12345"])
    #expect(reply.status == status)
  }

  @Test(arguments: [
    (Profile.production, nil as JSON?, "new@example.com" as JSON),
    (.compatible, 0, "old@example.com"),
  ])
  func `production's imports overwrite unasked`(
    _ profile: Profile, _ failed: JSON?, _ email: JSON
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    for address in ["old@example.com", "new@example.com"] {
      let reply = await emulator.admin(
        "accounts:batchCreate", ["users": [["localId": "ada", "email": .string(address)]]])
      if address == "new@example.com" { #expect(reply["error"]?[0]?["index"] == failed) }
    }
    let user = await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?[0]
    #expect(user?["email"] == email)
  }

  @Test(
    arguments: [
      (["hashAlgorithm": "NONE"], "INVALID_HASH_ALGORITHM"),
      (["hashAlgorithm": "HMAC_SHA256"], "EMPTY_HASH_KEY"),
      (["hashAlgorithm": "SHA256", "rounds": 8193], "INVALID_HASH_ROUNDS"),
      (["hashAlgorithm": "PBKDF_SHA1"], "INVALID_HASH_ROUNDS"),
      (["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 15], "INVALID_HASH_MEMORY_COSTS"),
      (["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024], "INVALID_HASH_PARAMETER"),
      (["hashAlgorithm": "ARGON2"], "INVALID_ARGON2_MEMORY_COST"),
      (
        ["hashAlgorithm": "ARGON2", "argon2Parameters": ["memoryCostKib": 8, "iterations": 17]],
        "INVALID_ARGON2_ITERATIONS"
      ),
      // Accepted as recorded, although 4 is the published minimum.
      (
        [
          "hashAlgorithm": "ARGON2",
          "argon2Parameters": [
            "hashLengthBytes": 3, "hashType": "ARGON2_ID", "iterations": 2, "memoryCostKib": 1024,
            "parallelism": 1,
          ],
        ], nil
      ),
    ] as [(JSONObject, JSON?)])
  func `production refuses hash parameters with their own codes`(
    _ parameters: JSONObject, _ code: JSON?
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    var body = parameters
    body["users"] = [["localId": "ada", "passwordHash": "AAAA"]]
    let reply = await emulator.admin("accounts:batchCreate", .object(body))
    #expect(reply["error"]?["message"] == code)
  }

  @Test func `production refuses an import with a hash that is no base64`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let users: JSON = [["localId": "a"], ["localId": "b", "passwordHash": "not base64!"]]
    let error = await emulator.admin(
      "accounts:batchCreate", ["hashAlgorithm": "MD5", "users": users])["error"]
    let message =
      "Invalid value at 'users[1].password' (TYPE_BYTES), Base64 decoding failed for \"not base64!\""
    #expect(error?["message"] == .string(message))
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: [(Profile.production, "MISSING_ID_TOKEN" as JSON?), (.compatible, nil)])
  func `production refuses a look-up that names no user`(_ profile: Profile, _ code: JSON?)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.admin("accounts:lookup", ["localId": []])
    #expect(reply["error"]?["message"] == code)
  }

  @Test(arguments: ["?maxResults=0", "?maxResults=5000"])
  func `accounts:batchGet has a page of none, and of no more than a thousand`(_ query: String)
    async throws
  {
    let emulator = try TestEmulator()
    _ = try await emulator.signUp()
    let reply = await emulator.call(
      .get, "/v1/projects/demo-project/accounts:batchGet\(query)",
      headers: ["Authorization": "Bearer owner"])
    #expect(reply["users"]?.array?.count == (query.hasSuffix("=0") ? 0 : 1))
  }

  @Test(arguments: [
    ("true" as JSON, true), ("yes", true), ("0", false), ("no", false),
  ])
  func `truth values are taken as text`(_ text: JSON, _ value: Bool) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.admin("accounts", ["localId": "ada", "disabled": text])
    #expect(reply.status == 200)
    let user = await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?[0]
    #expect(user?["disabled"] == .bool(value))
  }

  @Test func `a form is taken where JSON is usual, and the query at the token endpoint`()
    async throws
  {
    let emulator = try TestEmulator()
    let made = await emulator.form(
      "/v1/accounts:signUp?key=k",
      ["email": "ada@example.com", "password": "secret1", "returnSecureToken": "true"])
    let token = try #require(made["refreshToken"]?.string, "\(made.json)")
    let query: FormFields = ["grant_type": "refresh_token", "refresh_token": token]
    let reply = await emulator.call(.post, "/v1/token?key=k&\(query.encoded)")
    #expect(reply["user_id"] == made["localId"])
    let sent = await emulator.client(
      "accounts:sendOobCode", ["requestType": "password_reset", "email": "ada@example.com"])
    #expect(sent.status == 200)
  }
}
