import EmuHTTP
import EmuJSON
import EmuModel
import EmuSQLite
import EmuTestSupport
import Testing

@testable import EmuStore

/// A response that uses a counted fault or a queued answer is sent after the commit of its use.
@Suite struct `The use of a fault` {
  /// A request that meets the fault, and the fault's effect on its response.
  struct Use: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var issuer: String?
    /// A fault, or the claims of a queued answer.
    var fault: JSON
    var isQueued = false
    var isMet: @Sendable (Reply) -> Bool
    var send: @Sendable (FaultUser) async -> Reply
  }

  static let uses: [Use] = [
    Use(
      testDescription: "an error", fault: ["effect": ["error": ["message": "PLANNED"]]],
      isMet: { $0.errorMessage == "PLANNED" }, send: { await $0.signUp() }),
    Use(
      testDescription: "a delay of a change", fault: ["effect": ["delayMilliseconds": 1]],
      isMet: { $0["localId"] != nil }, send: { await $0.signUp() }),
    Use(
      testDescription: "a corrupt response of a read", fault: ["effect": ["malformed": true]],
      isMet: { !$0.text.isEmpty && (try? JSON(parsing: $0.bytes)) == nil },
      send: { await $0.emulator.call(.get, "/issuers/oidc.corp/.well-known/openid-configuration") }
    ),
    Use(
      testDescription: "a blocking function",
      fault: [
        "match": ["operation": "beforeCreate"],
        "effect": ["error": ["code": 403, "message": "BLOCKED"]],
      ],
      isMet: { $0.text.contains("BLOCKED") }, send: { await $0.signUp() }),
    Use(
      testDescription: "a blocking function that allows",
      fault: [
        "match": ["operation": "beforeCreate"],
        "effect": [
          "body": ["userRecord": ["updateMask": "displayName", "displayName": "Planned"]]
        ],
      ],
      isMet: { $0["localId"] != nil && $0.reasons.contains("in place of the function") },
      send: { await $0.signUp() }),
    Use(
      testDescription: "an endpoint that the backend calls", issuer: "google.com",
      fault: ["match": ["endpoint": "token"], "effect": ["status": 500]],
      isMet: { $0.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true },
      send: { await $0.signInWithCode("google.com") }),
    Use(
      testDescription: "a token that the backend exchanges", issuer: "google.com",
      fault: ["effect": ["timeOffsetSeconds": -60]],
      isMet: { $0["localId"] != nil }, send: { await $0.signInWithCode("google.com") }),
    Use(
      testDescription: "a header of keys", issuer: "oidc.corp",
      fault: ["effect": ["defect": "content-type"]],
      isMet: { $0.headers["Content-Type"]?.hasPrefix("text/plain") == true },
      send: { await $0.emulator.call(.get, "/issuers/oidc.corp/jwks") }),
    Use(
      testDescription: "a header of a refusal", issuer: "oidc.corp",
      fault: ["effect": ["defect": "content-type"]],
      isMet: {
        $0.status == 400 && $0.headers["Content-Type"]?.hasPrefix("text/plain") == true
      },
      send: { await $0.token(["grant_type": "authorization_code", "code": "none"]) }),
    Use(
      testDescription: "a defect of a token", issuer: "oidc.corp",
      fault: ["effect": ["defect": "wrong-audience"]],
      isMet: { $0.tokenClaims["aud"] != "client" }, send: { await $0.redeem() }),
    Use(
      testDescription: "a defect of a token of a password", issuer: "oidc.corp",
      fault: ["effect": ["defect": "wrong-audience"]],
      isMet: { $0.tokenClaims["aud"] != "client" }, send: { await $0.password() }),
    Use(
      testDescription: "a defect of a minted token", issuer: "oidc.corp",
      fault: ["effect": ["defect": "wrong-audience"]],
      isMet: { $0.tokenClaims["aud"] != "client" }, send: { await $0.mint("oidc.corp") }),
    Use(
      testDescription: "a defect of a token of a redirect", issuer: "oidc.corp",
      fault: ["effect": ["defect": "unsigned"]],
      isMet: { $0.headers["Location"]?.contains("id_token=") == true },
      send: { await $0.authorize() }),
    Use(
      testDescription: "a defect of an assertion", issuer: "saml.corp",
      fault: ["effect": ["defect": "unsigned"]],
      isMet: { $0["samlResponse"] != nil },
      send: { user in
        await user.emulator.call(
          .post, "/emulator/v1/issuers/saml.corp/assertions", ["account": ["sub": "ann"]])
      }),
    Use(
      testDescription: "a queued answer of a code", issuer: "oidc.corp", fault: ["turn": 1],
      isQueued: true, isMet: { $0.tokenClaims["turn"] == 1 }, send: { await $0.redeem() }),
    Use(
      testDescription: "a queued answer of a password", issuer: "oidc.corp", fault: ["turn": 1],
      isQueued: true, isMet: { $0.tokenClaims["turn"] == 1 }, send: { await $0.password() }),
    Use(
      testDescription: "a queued answer of a client", issuer: "oidc.corp", fault: ["turn": 1],
      isQueued: true,
      isMet: { JSON.claims(ofToken: $0["access_token"]?.string)["turn"] == 1 },
      send: { await $0.token(["grant_type": "client_credentials", "client_secret": "s"]) }),
  ]

  /// The rows of faults that the file has, which are those after a kill.
  private static func rows(_ emulator: TestEmulator) throws -> [Int64?] {
    try emulator.store.read { reader in
      try reader.connection.all("SELECT remaining FROM faults") { $0.optionalInteger(0) }
    }
  }

  @Test(arguments: uses)
  func `the use of a fault that cannot be stored is a 503 which changes nothing`(_ use: Use)
    async throws
  {
    let user = try await FaultUser(use)
    let before = try user.state()
    let holder = try WriteLock(of: user.emulator)
    let refused = await use.send(user)
    #expect(refused.status == 503, "\(refused.status) \(refused.text.prefix(300))")
    holder.release()
    #expect(try user.state() == before)
    #expect(try Self.rows(user.emulator) == [1])
    let met = await use.send(user)
    #expect(use.isMet(met), "\(met.status) \(met.text.prefix(300))")
    // Without a pause: the response is the last moment at which the process may be killed.
    #expect(try Self.rows(user.emulator) == [])
  }

  @Test(arguments: uses)
  func `the use of a fault is stored when its response is sent`(_ use: Use) async throws {
    let user = try await FaultUser(use)
    let met = await use.send(user)
    #expect(try Self.rows(user.emulator) == [])
    #expect(use.isMet(met), "\(met.status) \(met.text.prefix(300))")
  }

  @Test func `the use of a fault without a number needs no change of the file`() async throws {
    let emulator = try TestEmulator(hasKeys: true)
    _ = await emulator.call(
      .post, "/emulator/v1/faults", ["effect": ["error": ["message": "PLANNED"]]])
    let holder = try WriteLock(of: emulator)
    #expect(await emulator.client("accounts:signUp").errorMessage == "PLANNED")
    holder.release()
  }

  /// The number of a dozen responses that are the fault's; where one worker has the lock, changes fail.
  private static func countPlanned(_ emulator: TestEmulator, locks: Bool) async -> Int {
    var count = 0
    for round in 0..<12 {
      let holder = locks && round % 6 == 0 ? try? WriteLock(of: emulator) : nil
      if await emulator.client("accounts:signUp").errorMessage == "PLANNED" { count += 1 }
      holder?.release()
    }
    return count
  }

  @Test func `the uses of a fault are as many as its responses, however many commits fail`()
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true)
    _ = await emulator.call(
      .post, "/emulator/v1/faults", ["effect": ["error": ["message": "PLANNED"]], "times": 40])
    let planned = await withTaskGroup(of: Int.self) { group in
      for worker in 0..<8 {
        group.addTask { await Self.countPlanned(emulator, locks: worker == 0) }
      }
      return await group.reduce(0, +)
    }
    #expect(planned == 40)
    #expect(try Self.rows(emulator) == [])
  }
}

extension Reply {
  /// The claims of the ID token, by its name in an issuer's answer or in the report of a minted one.
  fileprivate var tokenClaims: JSON {
    JSON.claims(ofToken: (self["id_token"] ?? self["idToken"])?.string)
  }
}

/// An emulator with one fault, and requests that meet it.
struct FaultUser: Sendable {
  let emulator: TestEmulator
  private let code: String

  init(_ use: `The use of a fault`.Use) async throws {
    emulator = try TestEmulator(hasKeys: true)
    let issuer = use.issuer ?? "oidc.corp"
    if issuer == "saml.corp" {
      let made = await emulator.admin(
        "v2/inboundSamlConfigs",
        [
          "displayName": "Corp", "enabled": true,
          "idpConfig": [
            "idpEntityId": "corp", "ssoUrl": "https://corp.example/sso",
            "idpCertificates": [["x509Certificate": "x"]],
          ],
          "spConfig": ["spEntityId": "sp", "callbackUri": "https://app.example/cb"],
        ], query: "inboundSamlConfigId=saml.corp")
      _ = made
      code = ""
    } else {
      let minted = await emulator.call(
        .post, "/emulator/v1/issuers/\(issuer)/tokens",
        ["account": ["sub": "ann", "email": "ann@example.com"], "clientId": "client"])
      code = minted["authorizationCode"]?.string ?? ""
    }
    var fault = use.fault
    var path = "/emulator/v1" + (use.issuer.map { "/issuers/\($0)" } ?? "") + "/faults"
    if use.isQueued {
      path = "/emulator/v1/issuers/\(issuer)/answers"
      fault = ["answers": [["claims": fault]]]
    } else if case .object(var object) = fault {
      object["times"] = 1
      fault = .object(object)
    }
    let set = await emulator.call(.post, path, fault)
    #expect(set.status == 200, "\(set.text)")
  }

  /// The numbers of rows that requests change.
  func state() throws -> [Int64] {
    try emulator.store.read { reader in
      try ["users", "people", "grants", "authorization_codes", "issuer_tokens"].map { table in
        try reader.connection.first(SQL("SELECT count(*) FROM \(table)")) { $0.integer(0) } ?? -1
      }
    }
  }

  func signUp() async -> Reply {
    await emulator.signUpReply("new@example.com")
  }

  func signInWithCode(_ provider: String) async -> Reply {
    await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": .string("http://localhost/cb?code=\(code)"),
        "postBody": .string("providerId=\(provider)&code=\(code)"), "returnSecureToken": true,
      ])
  }

  func mint(_ issuer: String) async -> Reply {
    await emulator.call(
      .post, "/emulator/v1/issuers/\(issuer)/tokens",
      ["account": ["sub": "ann"], "clientId": "client"])
  }

  func authorize() async -> Reply {
    await emulator.call(
      .get,
      "/issuers/oidc.corp/authorize?client_id=client&response_type=id_token&nonce=n&scope=openid"
        + "&redirect_uri=http%3A%2F%2Flocalhost%2Fcb&emulator_auto=ann")
  }

  func redeem() async -> Reply { await token(["grant_type": "authorization_code", "code": code]) }

  func password() async -> Reply {
    await token(
      ["grant_type": "password", "username": "ann", "password": "x", "scope": "openid"])
  }

  func token(_ fields: FormFields) async -> Reply {
    var form: FormFields = ["client_id": "client"]
    for field in fields { form.add(field.name, field.value) }
    return await emulator.call(
      .post, "/issuers/oidc.corp/token", bytes: Array(form.encoded.utf8),
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/x-www-form-urlencoded",
      ])
  }
}
