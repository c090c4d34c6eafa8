import EmuServer
import EmuTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite final class `Bad input`: EmulatorSuite {
  /// Runs a test on an emulator with one user, and checks that the user is unchanged.
  private func unharmed(_ body: (TestEmulator, SignedIn) async throws -> Void) async throws {
    let ada = try await emulator.signUp()
    let before = try emulator.user(ada.uid)
    try await body(emulator, ada)
    #expect(try emulator.user(ada.uid) == before)
    #expect(await emulator.userCount() == 1)
  }

  private func post(
    _ emulator: TestEmulator, _ operation: String, _ body: some Collection<UInt8>,
    type: String = "application/json"
  ) async -> Reply {
    await emulator.call(
      .post, "/v1/projects/demo-project/\(operation)", bytes: Array(body),
      headers: ["Authorization": "Bearer owner", "Content-Type": type])
  }

  // MARK: Values of another type

  /// `V1` is the package of Google's types.
  private static func invalid(_ rest: String) -> String {
    "Invalid value at "
      + rest.replacing("V1", with: "type.googleapis.com/google.cloud.identitytoolkit.v1")
  }

  private static func noList(_ place: String) -> String {
    "Invalid JSON payload received. Unknown name \(place): Proto field is not repeating, cannot "
      + "start list."
  }

  private static func noObject(_ place: String) -> String {
    "Invalid value\(place), Starting an object on a scalar field"
  }

  /// Names that an enum does not have; lists and objects in place of texts, numbers, flags and enums.
  @Test(
    arguments: [
      ("accounts", #"{"clientType":"x"}"#, invalid(#"'client_type' (V1.ClientType), "x""#)),
      (
        "accounts:sendOobCode", #"{"recaptchaVersion":"x"}"#,
        invalid(#"'recaptcha_version' (V1.RecaptchaVersion), "x""#)
      ),
      ("accounts:query", #"{"order":99}"#, invalid("'order' (V1.QueryUserInfoRequest.Order), 99")),
      (
        "accounts:batchCreate", #"{"argon2Parameters":{"hashType":"x"}}"#,
        invalid(#"'argon2_parameters.hash_type' (V1.Argon2Parameters.HashType), "x""#)
      ),
      (
        "accounts:update", #"{"localId":"a","deleteAttribute":[true]}"#,
        invalid("'delete_attribute[0]' (V1.SetAccountInfoRequest.UserAttributeName), true")
      ),
      ("accounts:update", #"{"email":["a@example.com"]}"#, noList(#""email""#)),
      (
        "accounts:update", #"{"mfa":{"enrollments":[{"phoneInfo":[]}]}}"#,
        noList(#""phoneInfo" at 'mfa.enrollments[0]'"#)
      ),
      ("accounts:update", #"{"mfa":[]}"#, noList(#""mfa""#)),
      (
        "accounts:batchCreate", #"{"users":[{"emailVerified":[true]}]}"#,
        noList(#""emailVerified" at 'users[0]'"#)
      ),
      ("accounts:lookup", #"{"tenantId":[1]}"#, noList(#""tenantId""#)),
      ("accounts:lookup", #"{"idToken":[1]}"#, noList(#""idToken""#)),
      ("accounts:lookup", #"{"targetProjectId":[1]}"#, noList(#""targetProjectId""#)),
      ("accounts:update", #"{"localId":{}}"#, noObject(" (local_id)")),
      ("accounts:update", #"{"disableUser":{"a":1}}"#, noObject(" (disable_user)")),
      ("accounts:update", #"{"validSince":{"a":1}}"#, noObject(" (valid_since)")),
      ("accounts:sendOobCode", #"{"requestType":{"a":1}}"#, noObject(" (req_type)")),
      ("accounts:lookup", #"{"localId":[{"a":1}]}"#, noObject(" (local_id)")),
      (
        "accounts:update", #"{"mfa":{"enrollments":[{"phoneInfo":{}}]}}"#,
        noObject(" at 'mfa.enrollments[0]' (phone_info)")
      ),
    ] as [(String, String, String)])
  func `bad input of another type is refused by the name of its field`(
    _ operation: String, _ body: String, _ message: String
  ) async throws {
    try await unharmed { emulator, _ in
      #expect(await post(emulator, operation, body.utf8).errorMessage == message)
    }
  }

  @Test func `bad input of a long text is quoted whole`() async throws {
    let long = String(repeating: "N", count: 100)
    let reply = await (try TestEmulator()).admin("accounts:query", ["sortBy": .string(long)])
    #expect(reply.errorMessage?.hasSuffix(", \"\(long)\"") == true, "\(reply.json)")
  }

  // MARK: Bodies that are not JSON

  private static let brokenTexts: [String: String] = [
    "an open brace": "{", "words": "email=a@b.c", "a trailing comma": #"{"localId":"x",}"#,
    "a comment": #"{/* */"localId":"x"}"#, "two values": #"{"localId":"x"}{"localId":"y"}"#,
    "a list": #"["localId"]"#, "a text": #""localId""#, "null": "null", "a number": "1",
    "blanks": "  \n", "half a surrogate pair": #"{"localId":"\ud800"}"#,
    "a null byte": "{\"localId\":\"x\"}\0",
    "a control character": "{\"localId\":\"a\u{1}b\"}",
    "deep nesting": String(repeating: "[", count: 100_000),
    "deep but closed nesting":
      #"{"a":"# + String(repeating: "[", count: 65) + String(repeating: "]", count: 65) + "}",
  ]

  private static let brokenBytes: [String: [UInt8]] = [
    "bytes that are no UTF-8": Array(#"{"localId":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8),
    "UTF-16": Array(#"{"localId":"x"}"#.data(using: .utf16) ?? Data()),
  ]

  private static let broken = brokenTexts.mapValues { Array($0.utf8) }.merging(brokenBytes) { $1 }

  @Test(arguments: broken.keys.sorted())
  func `bad input that is not a JSON object is a parse error`(_ what: String) async throws {
    let bytes = try #require(Self.broken[what])
    try await unharmed { emulator, _ in
      for operation in ["accounts", "accounts:lookup", "accounts:batchCreate"] {
        let reply = await post(emulator, operation, bytes)
        reply.expect(400, ["error.code": 400, "error.status": "INVALID_ARGUMENT"])
        #expect(reply["error"]?["errors"]?[0]?["reason"] == "parseError")
        #expect(reply.errorMessage?.hasPrefix("Invalid JSON payload received.") == true)
      }
    }
  }

  @Test(arguments: [("{", "malformed"), (#"{"email":5}"#, "wrongType")])
  func `bad input has Google's envelope`(_ body: String, _ golden: String) async throws {
    Golden.expect(await post(try TestEmulator(), "accounts", body.utf8).json, "badInput/\(golden)")
  }

  // MARK: Fields of the wrong type

  @Test(arguments: [
    ("accounts", #"{"displayName":true}"#, "display_name"),
    ("accounts", #"{"emailVerified":"perhaps"}"#, "email_verified"),
    ("accounts", #"{"disabled":1}"#, "disabled"),
    ("accounts:lookup", #"{"localId":"x"}"#, "local_id"),
    ("accounts:lookup", #"{"localId":[1]}"#, "local_id[0]"),
    ("accounts:lookup", #"{"federatedUserId":[{"rawId":1}]}"#, "federated_user_id[0].raw_id"),
    ("accounts:update", #"{"localId":"x","validSince":"soon"}"#, "valid_since"),
    ("accounts:update", #"{"localId":"x","validSince":1.5}"#, "valid_since"),
    ("accounts:update", #"{"localId":"x","validSince":1e300}"#, "valid_since"),
    ("accounts:update", #"{"localId":"x","validSince":"9223372036854775808"}"#, "valid_since"),
    ("accounts:update", #"{"localId":"x","deleteAttribute":["NAME"]}"#, "delete_attribute[0]"),
    ("accounts:update", #"{"localId":"x","deleteAttribute":[99]}"#, "delete_attribute[0]"),
    ("accounts:update", #"{"localId":"x","deleteAttribute":"EMAIL"}"#, "delete_attribute"),
    ("accounts:query", #"{"limit":99999999999999999999}"#, "limit"),
    ("accounts:query", #"{"sortBy":"SIZE"}"#, "sort_by"),
    ("accounts:batchCreate", #"{"users":{}}"#, "users"),
    ("accounts:batchCreate", #"{"users":[{"localId":"x"},{"localId":5}]}"#, "users[1].local_id"),
    ("accounts:batchCreate", #"{"users":[{"createdAt":"then"}]}"#, "users[0].created_at"),
  ])
  func `bad input names the field that has the wrong type`(
    _ operation: String, _ body: String, _ field: String
  ) async throws {
    try await unharmed { emulator, _ in
      let reply = await post(emulator, operation, body.utf8)
      reply.expect(400, ["error.status": "INVALID_ARGUMENT"])
      #expect(
        reply.errorMessage?.hasPrefix("Invalid value at '\(field)' (") == true,
        "\(reply.errorMessage ?? "")")
    }
  }

  // MARK: What is odd but good

  @Test func `bad input is what SDKs send all the same`() async throws {
    let body = #"""
      {"local_id":"u","email_verified":true,"display_name":null,"phone_number":"+15550100",
       "mfa_info":null,"unknown":{"deep":[1,2,{"x":null}]},"disabled":false,
       "email":"first@example.com","email":"last@example.com"}
      """#
    #expect(await post(emulator, "accounts", body.utf8, type: "text/plain")["localId"] == "u")
    let user = try #require(try emulator.user("u"))
    #expect(user.phoneNumber == "+15550100")
    // The last of two members with one name applies.
    #expect(user.email == "last@example.com")
  }

  @Test func `bad input with null bytes is kept as it is`() async throws {
    let reply = await post(
      emulator, "accounts",
      #"{"localId":"a\u0000b","displayName":"x\u0000y","password":"12345\u00006"}"#.utf8)
    #expect(reply["localId"] == "a\u{0}b")
    #expect(try emulator.user("a\u{0}b")?.displayName == "x\u{0}y")
    #expect(try emulator.user("a") == nil)
    let address = await post(emulator, "accounts", #"{"email":"a\u0000@b.c"}"#.utf8)
    #expect(address.errorMessage == "INVALID_EMAIL")
  }

  @Test(
    arguments: [
      "a b@example.com", " a@example.com", "a@example.com ", "a@exam ple.com", "\"a b\"@x.co",
    ],
    Profile.allCases)
  func `bad input of a spaced address is refused`(address: String, profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    let email = JSON.string(address)
    for reply in [
      await emulator.admin("accounts", ["email": email]),
      await emulator.client("accounts:signUp", ["email": email, "password": "secret1"]),
      await emulator.change(ada.uid, ["email": email]),
      await emulator.update(ada, ["email": email]),
    ] {
      #expect(reply.errorCode == "INVALID_EMAIL", "\(reply.text)")
    }
    #expect(await emulator.userCount() == 1)
  }

  // MARK: Long values

  @Test(arguments: [
    ("email", 1_000_000), ("displayName", 257), ("photoUrl", 2049), ("phoneNumber", 33),
    ("localId", 257), ("password", 4097),
  ])
  func `bad input that is too long is not stored`(_ field: String, _ length: Int) async throws {
    try await unharmed { emulator, _ in
      let text =
        switch field {
        case "email": "a@" + String(repeating: "x", count: length)
        case "phoneNumber": "+" + String(repeating: "1", count: length)
        default: String(repeating: "é", count: length)
        }
      let reply = await emulator.admin("accounts", .object([field: .string(text)]))
      #expect(reply.status == 400)
      #expect(reply.errorMessage?.contains("éé") == false)
    }
  }

  @Test func `bad input in a header or a query is no more than a refusal`() async throws {
    let long = String(repeating: "x", count: 100_000)
    try await unharmed { emulator, _ in
      let reply = await emulator.post(
        "/v1/accounts:signInWithPassword?key=\(long)", [:],
        headers: ["Authorization": "Bearer \(long)"])
      #expect(reply.status == 401)
      await emulator.client("accounts:lookup", ["idToken": .string(long)])
        .expect(refusal: "INVALID_ID_TOKEN")
      await emulator.refresh(long).expect(refusal: "INVALID_REFRESH_TOKEN")
    }
  }

  // MARK: Everything at once

  private static let values: [String] = [
    "null", "true", "-1", "0", "1e400", "-0", "9223372036854775807", "18446744073709551616",
    #""""#, #""\u0000""#, "[]", "[null]", "[[[]]]", "{}", #"{"":""}"#, #"["\ufffd"]"#,
    #""2147483648""#, #""-9223372036854775808""#,
  ]

  @Test(arguments: [
    "accounts": "localId email password displayName idToken tenantId mfaInfo disabled",
    "accounts:lookup": "idToken localId federatedUserId phoneNumber tenantId",
    "accounts:update": "idToken oobCode deleteAttribute deleteProvider linkProviderUserInfo "
      + "validSince createdAt customAttributes mfa returnSecureToken",
    "accounts:delete": "localId idToken",
    "accounts:batchCreate": "users hashAlgorithm rounds argon2Parameters memoryCost",
    "accounts:batchDelete": "localIds force",
    "accounts:query": "expression limit offset sortBy order",
  ])
  func `bad input of any kind in any field never causes an internal error`(
    _ operation: String, _ names: String
  ) async throws {
    for name in names.split(separator: " ") {
      for value in Self.values {
        for extra in ["", #","localId":"u""#, #","users":[{"localId":"u","passwordHash":"x"}]"#] {
          let body = "{\"\(name)\":\(value)\(extra)}"
          let reply = await post(emulator, operation, body.utf8)
          #expect([200, 400].contains(reply.status), "\(operation) \(body)")
        }
      }
    }
  }

  // MARK: Large bodies

  @Test(arguments: [
    "/v1/accounts:signUp?key=k": 413, "/nowhere": 413, "/v1/projects/p/accounts:batchCreate": 400,
  ])
  func `bad input of 11 MB is for imports alone`(_ target: String, _ status: Int) async throws {
    let emulator = try TestEmulator { $0.port = 0 }
    let running = try emulator.emulator.start()
    var request = URLRequest(url: try #require(URL(string: running.url + target)))
    request.httpMethod = "POST"
    request.setValue("Bearer owner", forHTTPHeaderField: "Authorization")
    // The limit is checked before the grammar.
    let body = Data(repeating: UInt8(ascii: " "), count: 11 << 20)
    let (data, response) = try await URLSession.shared.upload(for: request, from: body)
    #expect((response as? HTTPURLResponse)?.statusCode == status)
    let error = try JSON(parsing: Array(data))["error"]
    error.expect(["code": .int(Int64(status)), "status": "INVALID_ARGUMENT"])
  }
}
