import EmuTestSupport
import Testing

@Suite final class `accounts:batchCreate`: EmulatorSuite {
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
    #expect(await emulator.batchCreate([user])["error"] == [])
    let shown = await emulator.admin("accounts:lookup", ["localId": ["ada"]])
    Golden.expect(shown.json, "admin/batchCreate")
    let exported = try #require(shown["users"]?[0])
    let second = try TestEmulator()
    #expect(await second.batchCreate([exported])["error"] == [])
    #expect(await second.admin("accounts:lookup", ["localId": ["ada"]]).json == shown.json)
  }

  @Test func `accounts:batchCreate accepts plaintext passwords, and a custom salt`() async throws {
    _ = await emulator.batchCreate([
      ["localId": "a", "email": "ada@example.com", "rawPassword": "x"],
      ["localId": "b", "email": "bob@example.com", "rawPassword": "secret1", "salt": "pepper"],
    ])
    #expect(await emulator.signInWithPassword(password: "x")["localId"] == "a")
    #expect(await emulator.signInWithPassword("bob@example.com")["localId"] == "b")
    #expect(try emulator.user("b")?.password?.hash == "fakeHash:salt=pepper:password=secret1")
  }

  // MARK: Failures

  @Test(arguments: Profile.allCases)
  func `accounts:batchCreate accepts common notations of phones`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let good = ["+15555550100", "+1 (555) 555-0101", "+1.555.555.0102"]
    for number in good + ["+1error", "+", "+one", "1555"] {
      let reply = await emulator.batchCreate([
        ["localId": .string(number), "phoneNumber": .string(number)]
      ])
      #expect((reply["error"]?.array?.isEmpty ?? true) == good.contains(number), "\(number)")
      #expect((try emulator.user(number) != nil) == good.contains(number), "\(number)")
    }
  }

  @Test func `accounts:batchCreate revokes sessions, unless a row has validSince`() async throws {
    emulator.advance(.seconds(60))
    _ = await emulator.batchCreate([
      ["localId": "plain", "createdAt": "1600000000000"],
      ["localId": "dated", "validSince": "1640000000"],
    ])
    #expect(try emulator.user("plain")?.validSince == TestEmulator.start.seconds + 60)
    #expect(try emulator.user("dated")?.validSince == 1_640_000_000)
  }

  private static let long: JSON = .repeating("x", 257)
  private static let longClaims: JSON = .string(#"{"a":"\#(String(repeating: "x", count: 1000))"}"#)

  private static func provider(_ id: JSON, _ rawID: JSON, _ more: JSONObject = [:]) -> JSONObject {
    let provider: JSONObject = ["providerId": id, "rawId": rawID]
    return ["providerUserInfo": [.object(provider.merging(more))]]
  }

  private static let taken = provider("google.com", "taken")
  private static let longName = "displayName is longer than 256 characters"

  private static func claims(_ code: String) -> String { "Invalid custom claims provided: \(code)" }

  /// The members of a user with the id `x`, and the failure.
  @Test(
    arguments: [
      (["localId": nil, "email": "a@b.c"], "localId is missing"),
      (["tenantId": "t"], "Tenant id in userInfo does not match the tenant id in request."),
      (["email": "nobody"], "email is invalid"),
      (["email": "ADA@example.com"], "email exists in other account in database"),
      (["phoneNumber": "5550100"], "phone number format is invalid"),
      (["phoneNumber": "+1error"], "phone number format is invalid"),
      (provider("phone", "5550100"), "phone number format is invalid"),
      (provider("google.com", nil), "federatedId or (providerId & rawId) is required"),
      (provider(nil, "g"), "federatedId or (providerId & rawId) is required"),
      (provider("firebase", "g"), "providerId is invalid"),
      (taken, "raw id exists in other account in database : google.com:taken"),
      (["localId": "ada"], "localId belongs to an existing account - can not overwrite."),
      (["customAttributes": "[]"] as JSONObject, claims("INVALID_CLAIMS")),
      (["customAttributes": #"{"sub":"x"}"#] as JSONObject, claims("FORBIDDEN_CLAIM : sub")),
      (["customAttributes": longClaims] as JSONObject, claims("CLAIMS_TOO_LARGE")),
      (["localId": long], "localId is longer than 256 characters"),
      (["displayName": long] as JSONObject, longName),
      (["validSince": "9223372036854775807"], "validSince is not a valid time"),
      (["createdAt": "-9223372036854775808"], "createdAt is not a valid time"),
      (["lastLoginAt": "9223372036854775807"], "lastLoginAt is not a valid time"),
      (provider("google.com", "g", ["displayName": long]), longName),
    ] as [(JSONObject, String)])
  func `accounts:batchCreate leaves out the one account that cannot be stored`(
    _ members: JSONObject, _ message: String
  ) async {
    let ada: JSONObject = ["localId": "ada", "email": "ada@example.com"]
    let user = (["localId": "x"] as JSONObject).merging(members)
    _ = await emulator.batchCreate([.object(ada.merging(Self.taken))])
    let reply = await emulator.batchCreate([
      ["localId": "first"], .object(user), ["localId": "last"],
    ])
    #expect(reply.status == 200)
    #expect(failures(reply) == ["1: \(message)"])
    #expect(await emulator.userCount() == 3)
  }

  @Test func `accounts:batchCreate reports failures in a list called error`() async throws {
    let reply = await emulator.batchCreate([["email": "a@b.c"]])
    Golden.expect(reply.json, "admin/batchCreateFailure")
  }

  @Test(
    arguments: [
      ([["localId": "a"], ["localId": "a"]], [:], "DUPLICATE_LOCAL_ID : a"),
      ([["localId": "a"], ["localId": "a"]], ["sanityCheck": true], "DUPLICATE_LOCAL_ID : a"),
      (
        [["localId": "a", "email": "x@y.z"], ["localId": "b", "email": "X@y.z"]],
        ["sanityCheck": true], "DUPLICATE_EMAIL : x@y.z"
      ),
      (
        ["a", "b"].map {
          ["localId": $0, "providerUserInfo": [["providerId": "google.com", "federatedId": "g"]]]
        }, ["sanityCheck": true], "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g)"
      ),
      (
        [["localId": "a", "passwordHash": "aGFzaA"]], ["hashAlgorithm": "ROT13"],
        "INVALID_HASH_ALGORITHM : no password hash algorithm is called ROT13"
      ),
    ] as [([JSON], JSONObject, String)])
  func `accounts:batchCreate refuses an import that contradicts itself`(
    _ users: [JSON], _ options: JSONObject, _ message: String
  ) async {
    await emulator.batchCreate(users, options).expect(refusal: message)
    #expect(await emulator.userCount() == 0)
  }

  @Test func `accounts:batchCreate accepts an address twice where it may repeat`() async throws {
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    let users: [JSON] = [["localId": "a", "email": "x@y.z"], ["localId": "b", "email": "x@y.z"]]
    #expect(await emulator.batchCreate(users, ["sanityCheck": true]).status == 200)
    #expect(await emulator.batchCreate([["localId": "c", "email": "x@y.z"]])["error"] == [])
    #expect(await emulator.userCount() == 3)
  }

  @Test func `accounts:batchCreate overwrites where it may, and keeps nothing`() async throws {
    _ = await emulator.batchCreate([
      [
        "localId": "a", "email": "ada@example.com", "displayName": "Ada",
        "rawPassword": "secret1", "phoneNumber": "+15550100",
        "providerUserInfo": [["providerId": "google.com", "rawId": "g"]],
      ]
    ])
    let reply = await emulator.batchCreate(
      [["localId": "a", "email": "new@example.com"], ["localId": "a", "screenName": "again"]],
      ["allowOverwrite": true])
    #expect(reply["error"] == [])
    try #require(try emulator.user("a")).expect(
      (\.isAnonymous, true), (\.screenName, "again"), (\.links.isEmpty, true))
    #expect(await emulator.userCount() == 1)
  }

  @Test(
    arguments: [
      ("HMAC_SHA256", ["signerKey": "c2VjcmV0"]), ("BCRYPT", [:]), ("SHA256", ["rounds": 1]),
    ] as [(String, JSONObject)])
  func `accounts:batchCreate stores a hash that no password can fit`(
    _ algorithm: String, _ parameters: JSONObject
  ) async {
    let options = parameters.merging(["hashAlgorithm": .string(algorithm)])
    // The Admin SDK's documentation imports such an invented hash.
    let reply = await emulator.batchCreate(
      [
        [
          "localId": "a", "email": "ada@example.com",
          "passwordHash": .string(Handwritten.base64URL("password-hash")), "salt": "c2FsdA",
        ]
      ], options)
    reply.expect(["error": []])
    await emulator.signInWithPassword(password: "password-hash").expect(refusal: "INVALID_PASSWORD")
  }
}
