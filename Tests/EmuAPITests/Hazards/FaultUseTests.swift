import EmuSQLite
import EmuTestSupport
import Testing

@testable import EmuStore

/// A response that uses a counted fault or a queued answer is sent after the commit of its use.
@Suite struct `The use of a fault` {
  /// A request that meets the fault, and the fault's effect on its response.
  struct Use: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let issuer: String?
    /// The effect of a fault for these requests, or the claims of a queued answer.
    let effect: JSON
    let match: JSON
    let isQueued: Bool
    let send: @Sendable (FaultUser) async -> Reply
    let isMet: @Sendable (Reply) -> Bool

    init(
      _ description: String, _ effect: JSON, issuer: String? = nil, match: JSON = [:],
      isQueued: Bool = false, by send: @escaping @Sendable (FaultUser) async -> Reply,
      _ isMet: @escaping @Sendable (Reply) -> Bool
    ) {
      (testDescription, self.issuer) = (description, issuer)
      (self.effect, self.match, self.isQueued) = (effect, match, isQueued)
      (self.send, self.isMet) = (send, isMet)
    }

    /// A defect of a token of `oidc.corp`.
    static func token(
      _ description: String, by send: @escaping @Sendable (FaultUser) async -> Reply
    ) -> Use {
      Use(description, ["defect": "wrong-audience"], issuer: "oidc.corp", by: send) {
        $0.tokenClaims["aud"] != "client"
      }
    }

    /// An answer that is queued for a grant of `oidc.corp`.
    static func queued(
      _ description: String, token: String = "id_token",
      by send: @escaping @Sendable (FaultUser) async -> Reply
    ) -> Use {
      Use(description, ["turn": 1], issuer: "oidc.corp", isQueued: true, by: send) {
        JSON.claims(ofToken: $0[token]?.string)["turn"] == 1
      }
    }
  }

  private typealias Send = @Sendable (FaultUser) async -> Reply
  private static let signUp: Send = { await $0.signUp() }
  private static let signInAtGoogle: Send = { await $0.signInWithCode("google.com") }

  static let uses: [Use] = [
    Use("an error", ["error": ["message": "MET"]], by: signUp) { $0.errorMessage == "MET" },
    Use("a delay of a change", ["delayMilliseconds": 1], by: signUp) { $0["localId"] != nil },
    Use(
      "a corrupt response of a read", ["malformed": true],
      by: { await $0.emulator.get("/issuers/oidc.corp/.well-known/openid-configuration") }
    ) { !$0.text.isEmpty && (try? JSON(parsing: $0.bytes)) == nil },
    Use(
      "a blocking function", ["error": ["code": 403, "message": "BLOCKED"]],
      match: ["operation": "beforeCreate"], by: signUp
    ) { $0.text.contains("BLOCKED") },
    Use(
      "a blocking function that allows",
      ["body": ["userRecord": ["updateMask": "displayName", "displayName": "Planned"]]],
      match: ["operation": "beforeCreate"], by: signUp
    ) { $0["localId"] != nil && $0.reasons.contains("in place of the function") },
    Use(
      "an endpoint that the backend calls", ["status": 500], issuer: "google.com",
      match: ["endpoint": "token"], by: signInAtGoogle
    ) { $0.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true },
    Use(
      "an exchanged token", ["timeOffsetSeconds": -60], issuer: "google.com", by: signInAtGoogle
    ) { $0["localId"] != nil },
    Use(
      "a header of keys", ["defect": "content-type"], issuer: "oidc.corp",
      by: { await $0.emulator.get("/issuers/oidc.corp/jwks") }
    ) { $0.headers["Content-Type"]?.hasPrefix("text/plain") == true },
    Use(
      "a header of a refusal", ["defect": "content-type"], issuer: "oidc.corp",
      by: { await $0.token(["grant_type": "authorization_code", "code": "none"]) }
    ) { $0.status == 400 && $0.headers["Content-Type"]?.hasPrefix("text/plain") == true },
    .token("a defect of a token") { await $0.redeem() },
    .token("a defect of a token of a password") { await $0.password() },
    .token("a defect of a minted token") { await $0.mint("oidc.corp") },
    Use(
      "a defect of a token of a redirect", ["defect": "unsigned"], issuer: "oidc.corp",
      by: { await $0.authorize() }
    ) { $0.headers["Location"]?.contains("id_token=") == true },
    Use(
      "a defect of an assertion", ["defect": "unsigned"], issuer: "saml.corp",
      by: {
        await $0.emulator.post(
          "/emulator/v1/issuers/saml.corp/assertions", ["account": ["sub": "ann"]])
      }
    ) { $0["samlResponse"] != nil },
    .queued("a queued answer of a code") { await $0.redeem() },
    .queued("a queued answer of a password") { await $0.password() },
    .queued("a queued answer of a client", token: "access_token") {
      await $0.token(["grant_type": "client_credentials", "client_secret": "s"])
    },
  ]

  /// The rows of faults that the file has, which are those after a kill.
  private static func rows(_ emulator: TestEmulator) throws -> [Int64?] {
    try emulator.store.read { reader in
      try reader.connection.all("SELECT remaining FROM faults") { $0.optionalInteger(0) }
    }
  }

  @Test(arguments: uses, [false, true])
  func `a fault's use is stored before the response`(_ use: Use, _ failsFirst: Bool) async throws {
    let user = try await FaultUser(use)
    if failsFirst {
      let before = try user.state()
      let holder = try WriteLock(of: user.emulator)
      let refused = await use.send(user)
      #expect(refused.status == 503, "\(refused.status) \(refused.text.prefix(300))")
      holder.release()
      #expect(try user.state() == before)
      #expect(try Self.rows(user.emulator) == [1])
    }
    let met = await use.send(user)
    // Without a pause: the response is the last moment at which the process may be killed.
    #expect(try Self.rows(user.emulator) == [])
    #expect(use.isMet(met), "\(met.status) \(met.text.prefix(300))")
  }

  @Test func `the use of a fault without a number needs no change of the file`() async throws {
    let emulator = try TestEmulator(isStored: true)
    _ = await emulator.post("/emulator/v1/faults", ["effect": ["error": ["message": "PLANNED"]]])
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

  @Test func `the uses of a fault are as many as its responses`() async throws {
    let emulator = try TestEmulator(isStored: true)
    _ = await emulator.post(
      "/emulator/v1/faults", ["effect": ["error": ["message": "PLANNED"]], "times": 40])
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
    emulator = try TestEmulator(isStored: true)
    let issuer = use.issuer ?? "oidc.corp"
    if issuer == "saml.corp" {
      _ = await emulator.admin(
        "v2/inboundSamlConfigs",
        [
          "displayName": "Corp", "enabled": true,
          "idpConfig": [
            "idpEntityId": "corp", "ssoUrl": "https://corp.example/sso",
            "idpCertificates": [["x509Certificate": "x"]],
          ],
          "spConfig": ["spEntityId": "sp", "callbackUri": "https://app.example/cb"],
        ], query: "inboundSamlConfigId=saml.corp")
      code = ""
    } else {
      let minted = await emulator.post(
        "/emulator/v1/issuers/\(issuer)/tokens",
        ["account": ["sub": "ann", "email": "ann@example.com"], "clientId": "client"])
      code = minted["authorizationCode"]?.string ?? ""
    }
    let set =
      use.isQueued
      ? await emulator.post(
        "/emulator/v1/issuers/\(issuer)/answers", ["answers": [["claims": use.effect]]])
      : await emulator.post(
        "/emulator/v1" + (use.issuer.map { "/issuers/\($0)" } ?? "") + "/faults",
        ["effect": use.effect, "match": use.match, "times": 1])
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

  func signUp() async -> Reply { await emulator.signUpReply("new@example.com") }

  func signInWithCode(_ provider: String) async -> Reply {
    await emulator.post(
      "providerId=\(provider)&code=\(code)", uri: "http://localhost/cb?code=\(code)",
      options: ["returnSecureToken": true])
  }

  func mint(_ issuer: String) async -> Reply {
    await emulator.post(
      "/emulator/v1/issuers/\(issuer)/tokens", ["account": ["sub": "ann"], "clientId": "client"])
  }

  func authorize() async -> Reply {
    await emulator.get(
      "/issuers/oidc.corp/authorize?client_id=client&response_type=id_token&nonce=n&scope=openid"
        + "&redirect_uri=http%3A%2F%2Flocalhost%2Fcb&emulator_auto=ann")
  }

  func redeem() async -> Reply { await token(["grant_type": "authorization_code", "code": code]) }

  func password() async -> Reply {
    await token(["grant_type": "password", "username": "ann", "password": "x", "scope": "openid"])
  }

  func token(_ fields: FormFields) async -> Reply {
    var form: FormFields = ["client_id": "client"]
    for field in fields { form.add(field.name, field.value) }
    return await emulator.form("/issuers/oidc.corp/token", form)
  }
}
