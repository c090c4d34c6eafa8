import EmuServer
import EmuTestSupport
import EmuThread
import Testing

/// Slow work runs on separate threads, so other requests are answered.
///
/// These tests occupy the threads. A request that needs one cannot be answered then; one that did
/// the work on the calling thread would be.
@Suite final class `Slow work`: EmulatorSuite {
  /// An account with the password `secret1` and one kind of hash.
  struct Hashed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let user: JSONObject
    let parameters: JSONObject
    let isSlow: Bool

    init(
      _ name: String, _ hash: JSON, salt: JSON? = nil, _ parameters: JSONObject,
      isSlow: Bool = false
    ) {
      testDescription = name
      var user: JSONObject = ["localId": "ada", "email": "ada@example.com", "passwordHash": hash]
      user["salt"] = salt
      (self.user, self.parameters, self.isSlow) = (user, parameters, isSlow)
    }
  }

  /// Any hash of the right length: a wrong password causes the same work.
  private static func base64(_ count: Int) -> JSON {
    .string(Handwritten.base64URL(String(repeating: "x", count: count)))
  }

  private static let bcrypt =
    Handwritten.base64URL("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")

  private static let signIn = client(
    "signInWithPassword", ["email": "ada@example.com", "password": "secret1"])

  /// Imports the user whose sign-in takes long, and is refused.
  private func importSlowUser() async {
    let user: JSON = [
      "localId": "u", "email": "ada@example.com", "passwordHash": .string(Self.bcrypt),
    ]
    await emulator.admin("accounts:batchCreate", ["hashAlgorithm": "BCRYPT", "users": [user]])
      .expect(["error": []])
  }

  static let hashes: [Hashed] = [
    Hashed("in clear", "fakeHash:salt=fakeSaltX:password=secret1", salt: "fakeSaltX", [:]),
    Hashed("HMAC", base64(64), ["hashAlgorithm": "HMAC_SHA512", "signerKey": "a2V5"]),
    Hashed("SHA-256 once", base64(32), ["hashAlgorithm": "SHA256", "rounds": 1]),
    Hashed(
      "SHA-512 8192 times", base64(64), ["hashAlgorithm": "SHA512", "rounds": 8192], isSlow: true),
    Hashed("PBKDF2 with 1 round", base64(32), ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1]),
    Hashed(
      "PBKDF2 with 20000 rounds", base64(32), ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 20000],
      isSlow: true),
    Hashed(
      "Firebase's scrypt", base64(64), salt: "c2FsdA==",
      [
        "hashAlgorithm": "SCRYPT", "signerKey": base64(64), "saltSeparator": "Bw==", "rounds": 8,
        "memoryCost": 14,
      ], isSlow: true),
    Hashed(
      "scrypt with a small N", base64(64),
      ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 16, "blockSize": 1]),
    Hashed(
      "scrypt with a large N", base64(64),
      ["hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 16384, "blockSize": 8], isSlow: true),
    Hashed("bcrypt", .string(bcrypt), ["hashAlgorithm": "BCRYPT"], isSlow: true),
    Hashed(
      "Argon2", base64(32), salt: base64(16),
      [
        "hashAlgorithm": "ARGON2",
        "argon2Parameters": [
          "hashLengthBytes": 32, "hashType": "ARGON2_ID", "parallelism": 1, "iterations": 2,
          "memoryCostKib": 1024, "version": "VERSION_13",
        ],
      ], isSlow: true),
  ]

  private static func request(
    _ method: EmuHTTP.Method, _ target: String, _ body: JSON? = nil
  ) -> Request {
    let (path, query) = Request.split(target: target)
    return Request(
      method: method, path: path, rawQuery: query,
      headers: ["Host": "localhost:9099", "Content-Type": "application/json"],
      body: body?.serializedBytes() ?? [])
  }

  private static func client(_ operation: String, _ body: JSON) -> Request {
    request(.post, "/identitytoolkit.googleapis.com/v1/accounts:\(operation)?key=fake-key", body)
  }

  /// The two calls that check a password, each with a valid form.
  private static let checks: [(operation: String, body: JSONObject)] = [
    ("signInWithPassword", ["email": "ada@example.com", "password": "secret1"]),
    (
      "resetPassword",
      ["email": "ada@example.com", "oldPassword": "secret1", "newPassword": "secret2"]
    ),
  ]

  @Test(arguments: hashes, checks.indices)
  func `slow hashes alone have slow-work threads`(_ hashed: Hashed, _ check: Int) async {
    let body = hashed.parameters.merging(["users": [.object(hashed.user)]])
    await emulator.admin("accounts:batchCreate", .object(body)).expect(["error": []])
    let (operation, input) = Self.checks[check]

    let busy = BusyWorkers([emulator.emulator.workers.hashes])
    let pending = PendingReply(emulator, Self.client(operation, .object(input)))
    // Sign-ups enter the writer's queue after that request.
    for number in 0..<3 {
      let address = "u\(number)@example.com"
      let signUp = Self.client("signUp", ["email": .string(address), "password": "secret1"])
      #expect(PendingReply(emulator, signUp).reply().status == 200)
    }
    let health = PendingReply(emulator, Self.request(.get, "/emulator/v1/health"))
    #expect(health.hasArrived)
    #expect(pending.hasArrived == !hashed.isSlow)
    busy.letGo()
    let reply = pending.reply()
    #expect([200, 400].contains(reply.status), "\(reply.json)")
    if reply.status == 400 { #expect(reply.errorCode == "INVALID_PASSWORD") }
  }

  @Test func `more slow hashes than may wait are refused with the reason`() async throws {
    await importSlowUser()
    let busy = BusyWorkers([emulator.emulator.workers.hashes])
    let pending = (0..<260).map { _ in PendingReply(emulator, Self.signIn) }
    let refused = pending.filter(\.hasArrived).map { $0.reply() }
    #expect(refused.count == 4)
    for reply in refused {
      reply.expect(503, beginning: "Too many requests that take long wait already.")
    }
    busy.letGo()
    let first = try #require(pending.first)
    #expect(first.reply().errorCode == "INVALID_PASSWORD")
  }

  @Test func `slow hashes of gone clients are skipped`() async {
    final class Client: RequestClient {
      let hasDisconnected = true
    }
    await importSlowUser()
    let busy = BusyWorkers([emulator.emulator.workers.hashes])
    var abandoned = Self.signIn
    abandoned.client = Client()
    let gone = (0..<256).map { _ in PendingReply(emulator, abandoned) }
    let staying = (0..<256).map { _ in PendingReply(emulator, Self.signIn) }
    let dropped = gone.filter(\.hasArrived)
    #expect(dropped.count == 256, "their room is given to those that stay")
    #expect(gone[0].reply().status == 503)
    let early = staying.filter(\.hasArrived)
    #expect(early.isEmpty)
    busy.letGo()
    #expect(staying[0].reply().errorCode == "INVALID_PASSWORD")
  }

  // MARK: Keys

  private static let issuers = [
    "apple.com", "google.com", "microsoft.com", "facebook.com", "linkedin.com", "yahoo.com",
    "oidc.new",
  ]

  /// Calls that need a key which is not generated yet.
  private static let keyCalls: [(method: EmuHTTP.Method, target: String, body: JSON?)] =
    issuers.map {
      (.post, "/emulator/v1/issuers/\($0)/tokens", ["account": ["email": "ada@example.com"]])
    }
    + [
      (.get, "/issuers/google.com/oauth2/v3/certs", nil),
      (.get, "/issuers/apple.com/auth/keys", nil),
      (.get, "/issuers/oidc.new/jwks", nil),
      (.post, "/emulator/v1/issuers/oidc.new/keys:rotate", [:]),
      (.post, "/emulator/v1/issuers/gc.apple.com/signatures", ["bundleId": "com.example.app"]),
      (.get, "/identitytoolkit.googleapis.com/v1/publicKeys?key=k", nil),
      (.get, "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys?key=k", nil),
      (
        .get, "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
        nil
      ),
    ]

  @Test(arguments: keyCalls.indices)
  func `keys are made by threads for slow work`(_ row: Int) async {
    let (method, target, body) = Self.keyCalls[row]
    let busy = BusyWorkers([emulator.emulator.workers.keys])
    let pending = PendingReply(emulator, Self.request(method, target, body))
    let signUp = Self.client("signUp", ["email": "eve@example.com", "password": "secret1"])
    #expect(PendingReply(emulator, signUp).reply().status == 200)
    #expect(!pending.hasArrived)
    busy.letGo()
    let reply = pending.reply()
    #expect(reply.status == 200, "\(target): \(reply.json)")
  }

  @Test func `a sign-up with signed tokens lets the key be made first`() async throws {
    let emulator = try TestEmulator { $0.signsIDTokens = true }
    let busy = BusyWorkers([emulator.emulator.workers.keys])
    let signUp = Self.client("signUp", ["email": "eve@example.com", "password": "secret1"])
    let pending = (0..<3).map { _ in PendingReply(emulator, signUp) }
    let health = PendingReply(emulator, Self.request(.get, "/emulator/v1/health"))
    #expect(health.hasArrived)
    #expect(pending.allSatisfy { !$0.hasArrived })
    busy.letGo()
    #expect(pending.map { $0.reply().status }.sorted() == [200, 400, 400])
  }

  @Test func `a request that needs one key waits for that key alone`() async throws {
    let emulator = try TestEmulator(isStored: true)
    _ = await emulator.get("/issuers/oidc.corp/jwks")
    let keys = Self.request(.get, "/issuers/oidc.new/jwks")
    let busy = BusyWorkers([emulator.emulator.workers.keys])
    let waiting = (0..<20).map { _ in PendingReply(emulator, keys) }
    #expect(waiting.allSatisfy { !$0.hasArrived })
    // The keys of another issuer exist, so the request is answered.
    let others = PendingReply(emulator, Self.request(.get, "/issuers/oidc.corp/jwks"))
    #expect(others.hasArrived)
    busy.letGo()
    let sets = Set(waiting.map { $0.reply().json.serialized() })
    #expect(sets.count == 1)
  }
}
