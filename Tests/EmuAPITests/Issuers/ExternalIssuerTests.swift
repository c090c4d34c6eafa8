import EmuServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@testable import EmuModel

/// An external issuer: here another emulator that listens
/// (docs/reference/sign-in-with-idp.md#openid-connect-providers).
@Suite struct `signInWithIdp with an issuer on another server` {
  /// The issuer's emulator, and the one whose project trusts it.
  struct Pair {
    let issuer: TestEmulator
    let backend: TestEmulator
    let name: String
    private let address: String

    init(_ profile: Profile, secret: String? = "s+e c/r:et") async throws {
      issuer = try TestEmulator(seed: 2, isStored: true) { $0.port = 0 }
      address = try issuer.emulator.start().url
      name = address + "/issuers/oidc.corp"
      backend = try TestEmulator.patient(profile)
      let config = ProviderConfig(clientID: "corp-client", clientSecret: secret, issuer: name)
      try backend.configure(provider: "oidc.corp", config)
      try issuer.configure(
        provider: "oidc.corp", .init(clientID: "corp-client", clientSecret: secret))
      try await ExternalIssuerKeys.replace(at: issuer)
    }

    /// Mints a token of the other server, with its address.
    func mint(_ order: JSONObject = [:]) async throws -> Minted {
      let host = String(address.dropFirst("http://".count))
      let reply = await issuer.post(
        "/emulator/v1/issuers/oidc.corp/tokens", .object(order), headers: ["Host": host])
      try #require(reply.status == 200, "\(reply.json.serialized())")
      return Minted(provider: "oidc.corp", json: reply.json)
    }

    /// Returns the number of calls of an issuer's endpoint over the network.
    func calls(of endpoint: String) async -> Int {
      let log = await issuer.get("/emulator/v1/requests?operation=issuer.\(endpoint)")
      return log["requests"]?.array?.count ?? 0
    }

    func fail(_ endpoint: String, _ effect: JSON) async {
      await issuer.fail(
        "oidc.corp", ["match": ["endpoint": .string(endpoint)], "effect": effect, "times": 1])
    }

    /// Gives the issuer another key, beside the old one.
    func rotate() async {
      _ = await issuer.post("/emulator/v1/issuers/oidc.corp/keys:rotate", ["algorithm": "ES256"])
    }

    /// Mints a token and presents it to the backend.
    func signIn(_ order: JSONObject = [:]) async throws -> Reply {
      await backend.signIn(with: try await mint(order))
    }
  }

  static let unreachable =
    "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer."
  static let unverified = "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."

  @Test(arguments: Profile.allCases)
  func `an external issuer is asked for keys once in ten minutes`(profile: Profile) async throws {
    let pair = try await Pair(profile)
    for number in 0..<3 {
      let reply = try await pair.signIn(["account": ["sub": "ann"], "claims": ["level": 7]])
      let account = try reply.expectSession()
      #expect((reply["isNewUser"] == true) == (number == 0))
      #expect(account.claims["firebase"]?["sign_in_attributes"] == ["level": 7])
    }
    #expect(await pair.calls(of: "discovery") == 1)
    #expect(await pair.calls(of: "keys") == 1)
    pair.backend.advance(.seconds(600))
    let later = try await pair.mint(["timeOffsetSeconds": 600])
    if profile == .production {
      // The old keys end, whether the issuer is reachable or not.
      await pair.fail("keys", ["status": 503])
      await pair.backend.signIn(with: later).expect(refusal: Self.unreachable)
      #expect(await pair.calls(of: "keys") == 2)
    }
    try await pair.backend.signIn(with: later).expectSession()
    #expect(await pair.calls(of: "keys") == (profile == .production ? 3 : 2))
  }

  /// The scopes that the issuer lists, with those of the request for authorization.
  @Test(
    arguments: [
      (Profile.production, nil, "scope=openid&"),
      (.production, ["openid", "email"], "scope=openid+email&"), (.compatible, nil, "profile"),
    ] as [(Profile, JSON?, String)])
  func `production requests the usual scopes that an external issuer lists`(
    _ profile: Profile, _ listed: JSON?, _ scope: String
  ) async throws {
    let pair = try await Pair(profile)
    let discovery = await pair.issuer.call(
      .get, "/issuers/oidc.corp/.well-known/openid-configuration",
      headers: ["Host": .init(pair.name.dropFirst("http://".count).prefix { $0 != "/" })])
    var document = try #require(discovery.json.object)
    document["scopes_supported"] = listed
    await pair.fail("discovery", ["body": .object(document)])
    let begun = await pair.backend.client(
      "accounts:createAuthUri",
      ["providerId": "oidc.corp", "continueUri": "https://demo-project.web.app/"])
    let address = try #require(begun["authUri"]?.string)
    #expect("\(address)&".contains(scope))
  }

  @Test func `an external issuer is asked for a new key once in half a minute`() async throws {
    let pair = try await Pair(.production)
    let known = try await pair.mint()
    try await pair.backend.signIn(with: known).expectSession()
    await pair.rotate()
    let new = try await pair.mint()
    await pair.backend.signIn(with: new).expect(refusal: Self.unverified)
    #expect(await pair.calls(of: "keys") == 1)
    pair.backend.advance(.seconds(30))
    await pair.fail("keys", ["status": 503])
    await pair.backend.signIn(with: new).expect(refusal: Self.unreachable)
    #expect(await pair.calls(of: "keys") == 2)
    // The cached keys stay valid.
    try await pair.backend.signIn(with: known).expectSession()
    #expect(await pair.calls(of: "keys") == 2)
    try await pair.backend.signIn(with: new).expectSession()
    #expect(await pair.calls(of: "keys") == 3)
  }

  @Test func `signInWithIdp knows a key that an external issuer has given no name`() async throws {
    let pair = try await Pair(.production)
    let published = await pair.issuer.get("/issuers/oidc.corp/jwks")
    let nameless = (published["keys"]?.array ?? []).compactMap { key -> JSON? in
      var key = key.object
      key?["kid"] = nil
      return key.map(JSON.object)
    }
    #expect(!nameless.isEmpty)
    await pair.fail("keys", ["body": ["keys": .array(nameless)]])
    try await pair.signIn().expectSession()
    let calls = await pair.calls(of: "keys")
    pair.backend.advance(.seconds(60))
    try await pair.signIn().expectSession()
    #expect(await pair.calls(of: "keys") == calls)
  }

  static let defects: [(String, String)] = [
    ("bad-signature", unverified), ("unknown-key", unverified), ("unsigned", unverified),
    ("hmac-signed", unverified), ("expired", "is stale to sign-in."),
    ("not-yet-valid", "is stale to sign-in."),
    ("wrong-audience", "does not match the expected audience corp-client."),
    ("wrong-issuer", "does not match the expected one in config"),
    ("missing-subject", "does not contain user's identity in 'sub' claim"),
  ]

  @Test(arguments: defects)
  func `production refuses what is wrong with an external issuer's token`(
    defect: String, text: String
  ) async throws {
    let reply = try await Pair(.production).signIn(["defect": .string(defect)])
    reply.expect(400, beginning: "INVALID_IDP_RESPONSE : ").expect(saying: text)
  }

  @Test func `compatible reports a refusal of an external issuer's token`() async throws {
    let pair = try await Pair(.compatible)
    let reply = try await pair.signIn(["defect": "bad-signature"])
    try reply.expectSession()
    #expect(
      reply.log.contains(
        "verifyCredentials warned the token is not a valid one of the issuer \(pair.name)"))
  }

  @Test func `compatible sends no request for plaintext claims`() async throws {
    let pair = try await Pair(.compatible)
    let reply = await pair.backend.signIn(
      "oidc.corp", claims: ["sub": "ann", "iss": .string(pair.name)])
    try reply.expectSession()
    try await pair.signIn(["defect": "unsigned"]).expectSession()
    #expect(await pair.calls(of: "discovery") == 0)
  }

  static let faults: [(String, JSON, String)] = [
    ("discovery", ["status": 500], "answered with the status 500"),
    ("discovery", ["body": "<html>"], "not a JSON object"),
    ("discovery", ["body": ["issuer": "https://other.example"]], "calls the issuer"),
    ("keys", ["status": 503], "answered with the status 503"),
    ("keys", ["body": ["nothing": 1]], "holds no key set"),
  ]

  @Test(arguments: faults)
  func `an issuer with an invalid answer is reported, and called again for the next token`(
    endpoint: String, effect: JSON, reason: String
  ) async throws {
    let pair = try await Pair(.production)
    await pair.fail(endpoint, effect)
    let minted = try await pair.mint()
    let refused = await pair.backend.signIn(with: minted)
    refused.expect(refusal: Self.unreachable)
    #expect(refused.log.contains(reason))
    #expect(await pair.calls(of: "discovery") == 1)
    try await pair.backend.signIn(with: minted).expectSession()
  }

  @Test func `an issuer that does not listen is reported`() async throws {
    let pair = try await Pair(.production)
    let minted = try await pair.mint()
    try pair.issuer.emulator.stop()
    let refused = await pair.backend.signIn(with: minted)
    refused.expect(refusal: Self.unreachable)
    #expect(refused.log.contains("127.0.0.1"))
  }

  @Test func `an authority that is not trusted is reported, with the next step`() async throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let issuer = try TestEmulator(seed: 2, isStored: true) {
      $0.port = 0
      $0.tls = Configuration.TLS(port: 0, source: .localAuthority(folder: folder.url.path))
    }
    try await ExternalIssuerKeys.replace(at: issuer)
    let address = try #require(try issuer.emulator.start().tlsURL)
    let name = address + "/issuers/oidc.corp"
    let backend = try TestEmulator(profile: .production, isStored: true)
    try backend.configure(provider: "oidc.corp", .init(clientID: "corp-client", issuer: name))
    let minted = try await issuer.mint(
      "oidc.corp", ["claims": ["iss": .string(name)], "clientId": "corp-client"])
    let refused = await backend.signIn(with: minted)
    refused.expect(refusal: Self.unreachable)
    #expect(refused.log.contains("certificate"), "\(refused.log)")
  }

  // MARK: Codes

  private func code(_ pair: Pair) async throws -> String {
    try await pair.issuer.pageCode(
      "oidc.corp", "/authorize", client: "corp-client", person: "new", ["scope": "openid email"])
  }

  private func redirect(_ pair: Pair, _ code: String) async -> Reply {
    await pair.backend.post(
      "", uri: "\(Client.callback)?state=x&code=\(code)&providerId=oidc.corp",
      options: ["returnRefreshToken": true])
  }

  @Test(arguments: Profile.allCases, ["s+e c/r:et", nil])
  func `signInWithIdp exchanges a code at an external issuer's token endpoint`(
    profile: Profile, secret: String?
  ) async throws {
    let pair = try await Pair(profile, secret: secret)
    let reply = await redirect(pair, try await code(pair))
    try reply.expectSession()
    reply.expect(["oauthExpireIn": 3600]).expect(
      has: "oauthIdToken", "oauthAccessToken", "oauthRefreshToken")
    #expect(await pair.calls(of: "token") == 1)
  }

  /// The code is exchanged before the transaction, and not again when the transaction restarts.
  @Test func `an external code is exchanged once, with any number of functions`() async throws {
    let pair = try await Pair(.production)
    let functions = try FunctionServer { call in
      .changing(["displayName": .string(call.path)])
    }
    await pair.backend.register(
      functions, for: [.beforeCreate, .beforeSignIn], forwarding: ["idToken", "accessToken"])
    let reply = await redirect(pair, try await code(pair))
    let account = try reply.expectSession()
    #expect(await pair.calls(of: "token") == 1)
    #expect(await pair.calls(of: "keys") == 1)
    #expect(functions.calls.map(\.path) == ["/beforeCreate", "/beforeSignIn"])
    for call in functions.calls {
      #expect(call.claims["oauth_id_token"] == reply["oauthIdToken"])
      #expect(call.claims["oauth_access_token"] == reply["oauthAccessToken"])
    }
    #expect(try pair.backend.user(account.uid)?.displayName == "/beforeSignIn")
  }

  @Test func `a code that the issuer refuses is refused in its words`() async throws {
    let pair = try await Pair(.production)
    let code = try await code(pair)
    try await redirect(pair, code).expectSession()
    await redirect(pair, code).expect(400, saying: "error=invalid_grant", Client.callback)
    #expect(await pair.calls(of: "token") == 2)
  }
}

/// The emulators of these tests have the same keys; those of two servers differ.
private enum ExternalIssuerKeys {
  static func replace(at issuer: TestEmulator) async throws {
    let root = "/emulator/v1/issuers/oidc.corp"
    let settings = await issuer.call(.patch, root, ["algorithms": ["ES256"]])
    try #require(settings.status == 200, "\(settings.json.serialized())")
    let rotated = await issuer.post("\(root)/keys:rotate", ["algorithm": "ES256", "retire": true])
    try #require(rotated.status == 200, "\(rotated.json.serialized())")
  }
}
