import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:batchCreate` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func create(
    _ emulator: TestEmulator, _ users: [JSON], _ options: JSONObject = [:]
  ) async -> Reply {
    var body = options
    body["users"] = .array(users)
    return await emulator.admin("accounts:batchCreate", .object(body))
  }

  private func failures(_ reply: Reply) -> [String] {
    (reply["error"]?.array ?? []).map {
      "\($0["index"]?.int ?? -1): \($0["message"]?.string ?? "")"
    }
  }

  @Test func `accounts:batchCreate stores every field, in what look-up shows of it`() async throws {
    let user: JSON = [
      "localId": "ada", "email": "ada@example.com", "emailVerified": true, "displayName": "Ada",
      "photoUrl": "http://x/y", "phoneNumber": "+15550100", "disabled": true,
      "customAttributes": #"{"role":"admin"}"#, "createdAt": "1600000000000",
      "lastLoginAt": 1_650_000_000_000, "validSince": "1640000000",
      "lastRefreshAt": "2023-01-02T03:04:05.678Z", "initialEmail": "first@example.com",
      "passwordHash": "fakeHash:salt=fakeSaltX:password=secret1", "salt": "fakeSaltX",
      "passwordUpdatedAt": 1_700_000_000_000, "screenName": "a", "emailLinkSignin": true,
      "customAuth": true,
      "providerUserInfo": [["providerId": "google.com", "rawId": "g", "email": "a@gmail.com"]],
    ]
    #expect(await create(emulator, [user])["error"] == [])
    let shown = await emulator.admin("accounts:lookup", ["localId": ["ada"]])
    Golden.expect(shown.json, "admin/batchCreate")
    // An export can be imported unchanged.
    let exported = try #require(shown["users"]?[0])
    let second = try TestEmulator()
    #expect(await create(second, [exported])["error"] == [])
    #expect(await second.admin("accounts:lookup", ["localId": ["ada"]]).json == shown.json)
  }

  @Test func `accounts:batchCreate accepts plaintext passwords, and a custom salt`() async throws {
    _ = await create(
      emulator,
      [
        ["localId": "a", "email": "ada@example.com", "rawPassword": "x"],
        ["localId": "b", "email": "bob@example.com", "rawPassword": "secret1", "salt": "pepper"],
      ])
    #expect(await emulator.signInWithPassword(password: "x")["localId"] == "a")
    #expect(await emulator.signInWithPassword("bob@example.com")["localId"] == "b")
    #expect(
      try emulator.user("b")?.password?.hash == "fakeHash:salt=pepper:password=secret1")
  }

  // MARK: Failures

  @Test(arguments: Profile.allCases)
  func `accounts:batchCreate refuses invalid phone numbers, and accepts common notations`(
    _ profile: Profile
  )
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    let numbers: [(String, Bool)] = [
      ("+15555550100", true), ("+1 (555) 555-0101", true), ("+1.555.555.0102", true),
      ("+1error", false),
      ("+", false), ("+one", false), ("1555", false),
    ]
    for (index, (number, isGood)) in numbers.enumerated() {
      let reply = await create(
        emulator, [["localId": .string("u\(index)"), "phoneNumber": .string(number)]])
      #expect((reply["error"]?.array?.isEmpty ?? true) == isGood, "\(number)")
      #expect((try emulator.user("u\(index)") != nil) == isGood, "\(number)")
    }
  }

  @Test func `accounts:batchCreate revokes earlier sessions, unless the row has a validSince`()
    async throws
  {
    emulator.advance(.seconds(60))
    _ = await create(
      emulator,
      [
        ["localId": "plain", "createdAt": "1600000000000"],
        ["localId": "dated", "validSince": "1640000000"],
      ])
    #expect(try emulator.user("plain")?.validSince == TestEmulator.start.seconds + 60)
    #expect(try emulator.user("dated")?.validSince == 1_640_000_000)
  }

  @Test(
    arguments: [
      (["email": "a@b.c"], "localId is missing"),
      (
        ["localId": "x", "tenantId": "t"],
        "Tenant id in userInfo does not match the tenant id in request."
      ),
      (["localId": "x", "email": "nobody"], "email is invalid"),
      (
        ["localId": "x", "email": "ADA@example.com"],
        "email exists in other account in database"
      ),
      (["localId": "x", "phoneNumber": "5550100"], "phone number format is invalid"),
      (["localId": "x", "phoneNumber": "+1error"], "phone number format is invalid"),
      (
        ["localId": "x", "providerUserInfo": [["providerId": "phone", "rawId": "5550100"]]],
        "phone number format is invalid"
      ),
      (
        ["localId": "x", "providerUserInfo": [["providerId": "google.com"]]],
        "federatedId or (providerId & rawId) is required"
      ),
      (
        ["localId": "x", "providerUserInfo": [["rawId": "g"]]],
        "federatedId or (providerId & rawId) is required"
      ),
      (
        ["localId": "x", "providerUserInfo": [["providerId": "firebase", "rawId": "g"]]],
        "providerId is invalid"
      ),
      (
        ["localId": "x", "providerUserInfo": [["providerId": "google.com", "rawId": "taken"]]],
        "raw id exists in other account in database : google.com:taken"
      ),
      (["localId": "ada"], "localId belongs to an existing account - can not overwrite."),
      (
        ["localId": "x", "customAttributes": "[]"],
        "Invalid custom claims provided: INVALID_CLAIMS"
      ),
      (
        ["localId": "x", "customAttributes": #"{"sub":"x"}"#],
        "Invalid custom claims provided: FORBIDDEN_CLAIM : sub"
      ),
      (
        [
          "localId": "x",
          "customAttributes": .string(#"{"a":""# + String(repeating: "x", count: 1000) + #""}"#),
        ], "Invalid custom claims provided: CLAIMS_TOO_LARGE"
      ),
      (
        ["localId": .string(String(repeating: "x", count: 257))],
        "localId is longer than 256 characters"
      ),
      (
        ["localId": "x", "displayName": .string(String(repeating: "x", count: 257))],
        "displayName is longer than 256 characters"
      ),
      (["localId": "x", "validSince": "9223372036854775807"], "validSince is not a valid time"),
      (["localId": "x", "createdAt": "-9223372036854775808"], "createdAt is not a valid time"),
      (["localId": "x", "lastLoginAt": "9223372036854775807"], "lastLoginAt is not a valid time"),
      (
        [
          "localId": "x",
          "providerUserInfo": [
            [
              "providerId": "google.com", "rawId": "g",
              "displayName": .string(String(repeating: "x", count: 257)),
            ]
          ],
        ], "displayName is longer than 256 characters"
      ),
    ] as [(JSON, String)])
  func `accounts:batchCreate leaves out the one account that cannot be stored`(
    _ user: JSON, _ message: String
  )
    async
  {
    _ = await create(
      emulator,
      [
        [
          "localId": "ada", "email": "ada@example.com",
          "providerUserInfo": [["providerId": "google.com", "rawId": "taken"]],
        ]
      ])
    let reply = await create(emulator, [["localId": "first"], user, ["localId": "last"]])
    #expect(reply.status == 200)
    #expect(failures(reply) == ["1: \(message)"])
    #expect(await emulator.userCount() == 3)
  }

  @Test func `accounts:batchCreate reports failures in a list called error`() async throws {
    let reply = await create(try TestEmulator(), [["email": "a@b.c"]])
    Golden.expect(reply.json, "admin/batchCreateFailure")
  }

  @Test(
    arguments: [
      ([], [:], "MISSING_USER_ACCOUNT"),
      ([["localId": "a"], ["localId": "a"]], [:], "DUPLICATE_LOCAL_ID : a"),
      ([["localId": "a"], ["localId": "a"]], ["sanityCheck": true], "DUPLICATE_LOCAL_ID : a"),
      (
        [["localId": "a", "email": "x@y.z"], ["localId": "b", "email": "X@y.z"]],
        ["sanityCheck": true], "DUPLICATE_EMAIL : x@y.z"
      ),
      (
        [
          ["localId": "a", "providerUserInfo": [["providerId": "google.com", "rawId": "g"]]],
          ["localId": "b", "providerUserInfo": [["providerId": "google.com", "rawId": "g"]]],
        ], ["sanityCheck": true],
        "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g)"
      ),
      (
        [["localId": "a", "passwordHash": "aGFzaA"]], ["hashAlgorithm": "ROT13"],
        "INVALID_HASH_ALGORITHM : no password hash algorithm is called ROT13"
      ),
    ] as [([JSON], JSONObject, String)])
  func `accounts:batchCreate refuses an import that contradicts itself`(
    _ users: [JSON], _ options: JSONObject, _ message: String
  ) async {
    let reply = await create(emulator, users, options)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == message)
    #expect(await emulator.userCount() == 0)
  }

  @Test func `accounts:batchCreate accepts an e-mail address twice if duplicates are allowed`()
    async throws
  {
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    let users: [JSON] = [
      ["localId": "a", "email": "x@y.z"], ["localId": "b", "email": "x@y.z"],
    ]
    let reply = await create(emulator, users, ["sanityCheck": true])
    #expect(reply.status == 200)
    #expect(await create(emulator, [["localId": "c", "email": "x@y.z"]])["error"] == [])
    #expect(await emulator.userCount() == 3)
  }

  @Test
  func `accounts:batchCreate overwrites where it may, and keeps nothing of the account before`()
    async throws
  {
    _ = await create(
      emulator,
      [
        [
          "localId": "a", "email": "ada@example.com", "displayName": "Ada",
          "rawPassword": "secret1", "phoneNumber": "+15550100",
          "providerUserInfo": [["providerId": "google.com", "rawId": "g"]],
        ]
      ])
    let reply = await create(
      emulator,
      [["localId": "a", "email": "new@example.com"], ["localId": "a", "screenName": "again"]],
      ["allowOverwrite": true])
    #expect(reply["error"] == [])
    let user = try #require(try emulator.user("a"))
    #expect(user.isAnonymous)
    #expect(user.screenName == "again")
    #expect(user.links.isEmpty)
    #expect(await emulator.userCount() == 1)
  }

  @Test(
    arguments: [
      ("HMAC_SHA256", ["signerKey": "c2VjcmV0"]), ("BCRYPT", [:]), ("SHA256", ["rounds": 1]),
    ] as [(String, JSONObject)])
  func `accounts:batchCreate stores a hash that no password can fit`(
    _ algorithm: String, _ parameters: JSONObject
  ) async {
    var options = parameters
    options["hashAlgorithm"] = .string(algorithm)
    // The Admin SDK's documentation imports such an invented hash.
    let reply = await create(
      emulator,
      [
        [
          "localId": "a", "email": "ada@example.com",
          "passwordHash": .string(Handwritten.base64URL("password-hash")), "salt": "c2FsdA",
        ]
      ], options)
    #expect(reply.status == 200)
    #expect(reply["error"] == [])
    let signIn = await emulator.signInWithPassword(password: "password-hash")
    #expect(signIn.errorMessage == "INVALID_PASSWORD")
  }
}
