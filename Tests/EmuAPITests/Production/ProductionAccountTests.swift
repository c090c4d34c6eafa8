import EmuTestSupport
import Testing

/// The behaviour of accounts in recordings of production.
@Suite final class `Accounts of production`: ProductionSuite {
  @Test(arguments: Profile.allCases)
  func `production keeps the time of a password that is removed`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    func changed() async throws -> JSON? { try await emulator.shown(ada.uid)["passwordUpdatedAt"] }
    let before = try await changed()
    #expect(before != nil)
    emulator.advance(.seconds(5))
    _ = await emulator.change(ada.uid, ["deleteAttribute": ["PASSWORD"]])
    #expect(try await changed() == (profile == .production ? before : nil))
    _ = await emulator.change(ada.uid, ["password": "secret2"])
    #expect(try await changed() != nil)
  }

  @Test(arguments: Profile.allCases)
  func `production keeps whether a removed address was verified`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    for removes in ["owner", "administrator"] {
      let ada = try await emulator.signUp("\(removes)@example.com")
      _ = await emulator.change(ada.uid, ["emailVerified": true])
      let change: JSON = ["deleteAttribute": ["EMAIL"], "idToken": .string(ada.idToken)]
      _ =
        removes == "owner"
        ? await emulator.client("accounts:update", change)
        : await emulator.change(ada.uid, ["deleteAttribute": ["EMAIL"]])
      let user = try await emulator.shown(ada.uid)
      #expect(user["email"] == nil)
      #expect(user["emailVerified"] == (profile == .production ? true : nil), "\(removes)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `production refuses a second identity of a provider`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    func link(_ rawID: JSON, _ more: JSONObject = [:]) async -> Reply {
      let link: JSONObject = ["linkProviderUserInfo": ["providerId": "google.com", "rawId": rawID]]
      return await emulator.change(ada.uid, link.merging(more))
    }
    #expect(await link("first").status == 200)
    #expect(await link("first").status == 200)
    let second = await link("second")
    #expect(second.errorMessage == (profile == .production ? "PROVIDER_ALREADY_LINKED" : nil))
    #expect(await link("third", ["deleteProvider": ["google.com"]]).status == 200)
    #expect(try emulator.user(ada.uid)?.links.map(\.rawID) == ["third"])
  }

  @Test(arguments: Profile.allCases)
  func `a list of users goes on after those of a page were deleted`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    for uid in ["u1", "u2", "u3"] {
      _ = await emulator.admin("accounts", ["localId": .string(uid)])
    }
    // Recorded of ids that sort before the text of the token.
    let last = await emulator.batchGet("nextPageToken=x").expect(200)
    #expect(last["users"]?.array?.isEmpty ?? true)
    var found: [[JSON?]] = []
    var token = ""
    for _ in 0..<2 {
      let page = await emulator.batchGet("maxResults=2&nextPageToken=\(token)")
      let uids = page["users"]?.array?.map { $0["localId"] } ?? []
      found.append(uids)
      token = page["nextPageToken"]?.string ?? ""
      _ = await emulator.admin(
        "accounts:batchDelete", ["localIds": .array(uids.compactMap(\.self)), "force": true])
    }
    #expect(found == [["u1", "u2"], ["u3"]])
  }

  @Test(arguments: Profile.allCases)
  func `an address stays verified if an administrator changes it`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "emailVerified": true])
    let reply = await emulator.change("ada", ["email": "new@example.com"])
    #expect(reply["emailVerified"] == .bool(profile == .production))
    let first = try await emulator.shown("ada")["initialEmail"]
    #expect((first == nil) == (profile == .production))
  }

  @Test(arguments: [
    ("+1 650-555-0104", "+16505550104" as JSON), ("+1650555ABCD", "+16505552223"),
    ("+44 20 7946 0018", "+442079460018"),
  ])
  func `production stores phone numbers as E_164`(_ text: String, _ stored: JSON) async throws {
    _ = await emulator.admin("accounts", ["localId": "ada", "phoneNumber": .string(text)])
    #expect(try await emulator.shown("ada")["phoneNumber"] == stored)
    // Any form of the number names the user.
    let named = await emulator.admin("accounts:lookup", ["phoneNumber": [.string(text)]])
    #expect(named["users"]?[0]?["localId"] == "ada")
    await emulator.admin("accounts:query", ["expression": [["phoneNumber": .string(text)]]])
      .expect(["recordsCount": "1"])
    await emulator.admin("accounts", ["phoneNumber": stored]).expect(refusal: "PHONE_NUMBER_EXISTS")
  }

  @Test(arguments: [(Profile.production, 400), (.compatible, 200)])
  func `production's addresses are stricter`(_ profile: Profile, _ status: Int) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(["signIn": ["email": ["passwordRequired": false]]])
    let ada = try await emulator.signUp()
    for address in ["test@test", "test@example..com", "test@.com"] {
      #expect(await emulator.signUpReply(address).status == status, "\(address)")
    }
    for address in ["a..b@example.com", "a.@example.com", "a(b)@example.com"] {
      let link: JSON = ["requestType": "EMAIL_SIGNIN", "email": .string("x\(address)")]
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
    let users: JSON = [
      ["localId": "a", "displayName": .repeating("あ", 256)],
      ["localId": "b", "displayName": .repeating("😀", 129)],
    ]
    let reply = await emulator.admin("accounts:batchCreate", ["users": users])
    #expect(reply["error"]?.array?.map { $0["index"] } == [1])
  }

  @Test func `production keeps an empty name as an empty text`() async throws {
    let ada = try await emulator.signUp()
    let reply = await emulator.update(ada, ["displayName": ""])
    reply.expect(["displayName": "", "providerUserInfo.0.displayName": ""])
  }

  @Test(arguments: [(Profile.production, "" as JSON?), (.compatible, nil)])
  func `an administrator's account may have an empty name`(
    _ profile: Profile, _ text: JSON?
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin("accounts", ["localId": "ada", "displayName": "", "photoUrl": ""])
    let user = try await emulator.shown("ada")
    #expect(user["displayName"] == text && user["photoUrl"] == text)
  }

  @Test(arguments: [(4, nil), (5, nil), (6, "may contain at most 10")] as [(Int, String?)])
  func `a password policy counts UTF_16 units`(_ count: Int, _ refusal: String?) async throws {
    try emulator.enforcePolicy(["minPasswordLength": 8, "maxPasswordLength": 10])
    let reply = await emulator.client(
      "accounts:signUp", ["email": "a@example.com", "password": .repeating("😀", count)])
    #expect(refusal.map { reply.errorMessage?.contains($0) == true } ?? (reply.status == 200))
  }

  @Test(arguments: [128, 129])
  func `a name has at most 256 UTF_16 units`(_ count: Int) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let name = JSON.repeating("😀", count)
    let reply = await emulator.update(ada, ["displayName": name])
    let long = "INVALID_PROFILE_ATTRIBUTE : Display name too long."
    #expect(reply.errorMessage == (count == 129 ? long : nil))
  }

  @Test(arguments: [4096, 4097])
  func `a password has at most 4096 characters`(_ count: Int) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.signUpReply(
      "ada@example.com", password: String(repeating: "a", count: count))
    let long =
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters"
    #expect(reply.errorMessage == (count == 4097 ? long : nil))
  }

  @Test(arguments: [(Profile.production, 200), (.compatible, 400)])
  func `administrators may set a short password`(_ profile: Profile, _ status: Int) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    #expect(await emulator.change(ada.uid, ["password": "12345"]).status == status)
  }

  @Test(arguments: Profile.allCases)
  func `production's imports overwrite unasked`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    func overwrite(_ email: JSON) async -> Reply {
      await emulator.admin("accounts:batchCreate", ["users": [["localId": "ada", "email": email]]])
    }
    _ = await overwrite("old@example.com")
    let failed = await overwrite("new@example.com")["error"]?[0]?["index"]?.int
    #expect(failed == (profile == .production ? nil : 0))
    let email: JSON = profile == .production ? "new@example.com" : "old@example.com"
    #expect(try await emulator.shown("ada")["email"] == email)
  }

  @Test(
    arguments: [
      (["hashAlgorithm": "NONE"], "INVALID_HASH_ALGORITHM"),
      (["hashAlgorithm": "HMAC_SHA256"], "EMPTY_HASH_KEY"),
      (["hashAlgorithm": "SHA256", "rounds": 8193], "INVALID_HASH_ROUNDS"),
      (["hashAlgorithm": "PBKDF_SHA1"], "INVALID_HASH_ROUNDS"),
      (["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 15], "INVALID_HASH_MEMORY_COSTS"),
      (["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024], "INVALID_HASH_PARAMETER"),
      ([:], "INVALID_ARGON2_MEMORY_COST"),
      (["argon2Parameters": ["memoryCostKib": 8, "iterations": 17]], "INVALID_ARGON2_ITERATIONS"),
      // Accepted as recorded, although 4 is the published minimum.
      (
        [
          "argon2Parameters": [
            "hashLengthBytes": 3, "hashType": "ARGON2_ID", "iterations": 2, "memoryCostKib": 1024,
            "parallelism": 1,
          ]
        ], nil
      ),
    ] as [(JSONObject, String?)])
  func `wrong hash parameters are named`(_ parameters: JSONObject, _ code: String?) async throws {
    let body: JSONObject = [
      "hashAlgorithm": "ARGON2", "users": [["localId": "ada", "passwordHash": "AAAA"]],
    ]
    let reply = await emulator.admin("accounts:batchCreate", .object(body.merging(parameters)))
    #expect(reply.errorMessage == code)
  }

  @Test func `production refuses an import with a hash that is no base64`() async throws {
    let users: JSON = [["localId": "a"], ["localId": "b", "passwordHash": "not base64!"]]
    let reply = await emulator.admin(
      "accounts:batchCreate", ["hashAlgorithm": "MD5", "users": users])
    let message =
      "Invalid value at 'users[1].password' (TYPE_BYTES), Base64 decoding failed for \"not base64!\""
    #expect(reply.errorMessage == message)
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `production refuses a look-up that names no user`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await emulator.admin("accounts:lookup", ["localId": []])
    #expect(reply.errorMessage == (profile == .production ? "MISSING_ID_TOKEN" : nil))
  }

  @Test(arguments: [(0, 0), (5000, 1)])
  func `accounts:batchGet has pages of 0 to 1000`(_ limit: Int, _ count: Int) async throws {
    let emulator = try TestEmulator()
    _ = try await emulator.signUp()
    #expect(await emulator.batchGet("maxResults=\(limit)")["users"]?.array?.count == count)
  }

  @Test(arguments: [("true" as JSON, true), ("yes", true), ("0", false), ("no", false)])
  func `truth values are taken as text`(_ text: JSON, _ value: Bool) async throws {
    let emulator = try TestEmulator()
    #expect(await emulator.admin("accounts", ["localId": "ada", "disabled": text]).status == 200)
    #expect(try await emulator.shown("ada")["disabled"] == .bool(value))
  }

  @Test func `a form is accepted for JSON, and the query for a token`() async throws {
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
