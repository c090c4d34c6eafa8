import EmuStore
import EmuTestSupport
import Testing

/// An import with extreme parameters is rejected, or a sign-in is answered.
@Suite final class `Imported hashes with extreme parameters`: EmulatorSuite {
  /// Values near and far beyond an algorithm's limits.
  private static let numbers: [Int64] = [
    -(1 << 40), -1, 0, 1, 2, 3, 4, 7, 8, 9, 14, 15, 16, 17, 63, 64, 255, 256, 257, 1024, 1025, 4096,
    8192, 8193, 32_768, 65_535, 65_536, 120_000, 120_001, 1 << 20, 1 << 31, 1 << 40,
  ]

  private static let algorithms = [
    "HMAC_SHA512", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SHA512", "SHA256", "SHA1", "MD5",
    "PBKDF_SHA1", "PBKDF2_SHA256", "SCRYPT", "STANDARD_SCRYPT", "BCRYPT", "ARGON2",
  ]

  private static func argon(_ changes: JSONObject) -> JSONObject {
    let usual: JSONObject = [
      "hashLengthBytes": 32, "parallelism": 1, "iterations": 1, "memoryCostKib": 64,
    ]
    return ["hashAlgorithm": "ARGON2", "argon2Parameters": .object(usual.merging(changes))]
  }

  /// Combinations of parameters that are less obvious.
  private static let combinations: [JSONObject] = [
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 1, "cpuMemCost": 65536],
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 1, "cpuMemCost": 32768],
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 1, "cpuMemCost": 1_048_576],
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 2, "cpuMemCost": 65536],
    [
      "hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 256, "cpuMemCost": 2, "parallelization": 256,
    ],
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 256, "cpuMemCost": 4096, "dkLen": 1],
    ["hashAlgorithm": "STANDARD_SCRYPT", "blockSize": 1, "cpuMemCost": 2, "dkLen": 1024],
    ["hashAlgorithm": "SCRYPT", "rounds": 1, "memoryCost": 14, "signerKey": "AA=="],
    ["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 1, "signerKey": "AA=="],
    ["hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "signerKey": ""],
    ["hashAlgorithm": "HMAC_MD5", "signerKey": ""],
    ["hashAlgorithm": "HMAC_MD5", "signerKey": "%"],
    argon(["hashLengthBytes": 4, "parallelism": 16, "memoryCostKib": 128]),
    argon([
      "hashLengthBytes": 1024, "memoryCostKib": 8, "version": "VERSION_10", "hashType": "ARGON2_D",
    ]),
    ["hashAlgorithm": "ROT13"],
  ]

  /// Every algorithm with every number in each of its parameters.
  private static let requests: [JSONObject] =
    combinations
    + algorithms.flatMap { name -> [JSONObject] in
      let base: JSONObject = ["hashAlgorithm": .string(name), "signerKey": "c2lnbmVy"]
      return numbers.flatMap { number -> [JSONObject] in
        if name == "ARGON2" {
          return ["hashLengthBytes", "parallelism", "iterations", "memoryCostKib"].map { field in
            base.merging(argon([field: .int(number)]))
          }
        }
        let fields =
          name == "STANDARD_SCRYPT"
          ? ["cpuMemCost", "blockSize", "parallelization", "dkLen"]
          : name == "SCRYPT" ? ["rounds", "memoryCost"] : name == "BCRYPT" ? [] : ["rounds"]
        return fields.map { base.merging([$0: .int(number)]) }
      }
    }

  /// Lengths of possible hashes, and bcrypt's texts, valid and invalid.
  private static let hashes: [String] =
    [1, 4, 16, 20, 32, 64, 128].map { String(repeating: "x", count: $0) } + [
      "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2b$+5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2b$-5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2y$04$CCCCCCCCCCCCCCCCCCCCC/E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    ]

  private static let passwords = [
    "x", "secret1", String(repeating: "long ", count: 200), "a\u{0}b", "\u{301}é😀",
  ]

  @Test func `imported hashes with extreme parameters are refused or sign in`() async throws {
    var (refused, tried) = (0, 0)
    for (number, request) in Self.requests.enumerated() {
      let users = Self.hashes.enumerated().map { index, hash -> JSON in
        [
          "localId": .string("u\(index)"), "email": .string("u\(index)@example.com"),
          "passwordHash": .string(Handwritten.base64URL(hash)), "salt": "c2FsdHNhbHRzYWx0",
        ]
      }
      let body = request.merging(["users": .array(users), "allowOverwrite": true])
      let created = await emulator.admin("accounts:batchCreate", .object(body))
      guard created.status == 200 else {
        refused += 1
        #expect(created.status == 400)
        #expect(
          created.errorCode == "INVALID_HASH_ALGORITHM"
            || created.errorMessage?.contains("(TYPE_INT32)") == true,
          "\(JSON.object(request).serialized())")
        continue
      }
      for index in Self.hashes.indices {
        let password = Self.passwords[(number + index) % Self.passwords.count]
        let reply = await emulator.signInWithPassword("u\(index)@example.com", password: password)
        tried += 1
        #expect(
          reply.status == 200 || reply.errorCode == "INVALID_PASSWORD",
          "\(JSON.object(request).serialized()) \(Self.hashes[index]): \(reply.json)")
      }
    }
    // Both results occur.
    #expect(refused > 50)
    #expect(tried > 1000)
  }

  /// Parameters that an earlier version may have stored.
  @Test(arguments: [
    #"{"algorithm":"STANDARD_SCRYPT","cpuMemCost":65536,"blockSize":1}"#,
    #"{"algorithm":"STANDARD_SCRYPT","cpuMemCost":-1}"#,
    #"{"algorithm":"SHA256","rounds":1000000}"#, #"{"algorithm":"BCRYPT"}"#,
    #"{"algorithm":"ROT13"}"#, #"{"algorithm":"HMAC_SHA1","signerKey":"%"}"#,
    #"{"algorithm":7}"#, "{", "",
  ])
  func `stored hashes with extreme parameters fit no password`(_ algorithm: String) async throws {
    let ada = try await emulator.signUp()
    let before = try #require(try emulator.user(ada.uid))
    var user = before
    user.password = StoredPassword(
      hash: "eHh4", salt: "c2FsdA==", algorithm: algorithm, updatedAt: TestEmulator.start)
    let changed = user
    let scope = AccountScope(project: try emulator.currentProject(), tenant: nil)
    try emulator.store.write { writer in try writer.update(changed, from: before, in: scope) }
    await emulator.signInWithPassword().expect(400, message: "INVALID_PASSWORD")
  }
}
