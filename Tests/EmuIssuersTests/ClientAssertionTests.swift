import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/openid-connect.md#client-authentication.
@Suite struct `issuers: clients that show a token of their own` {
  static let token = "http://localhost:9099/issuers/oidc.corp/token"
  static let secret = "a secret of thirty-two bytes or so"

  /// Returns good claims, with changes.
  static func claims(_ changes: JSONObject = [:]) -> [UInt8] {
    let claims: JSONObject = [
      "iss": "client", "sub": "client", "aud": .string(token), "jti": "1",
      "exp": .int(Bench.start.seconds + 60),
    ]
    return JSON.object(claims.merging(changes)).serializedBytes()
  }

  static func sealed(_ changes: JSONObject = [:], secret: String = secret) -> String {
    JWTSigner.sign(claims: claims(changes), secret: Array(secret.utf8))
  }

  static func bench(_ client: JSONObject = [:]) async throws -> Bench {
    let bench = try Bench()
    let all: JSONObject = ["clientId": "client", "clientSecret": .string(secret)]
    await bench.set("oidc.corp", ["clients": [.object(all.merging(client))]])
    return bench
  }

  static func redeem(
    _ bench: Bench, _ assertion: String?, _ fields: Fields = [:],
    headers: Headers = [:]
  ) async throws -> Reply {
    try await bench.redeem(
      "oidc.corp", try await bench.code("oidc.corp"),
      [
        "client_id": nil, "client_secret": nil, "client_assertion": assertion,
        "client_assertion_type": assertion == nil ? nil : OAuth.assertion,
      ].merging(fields) { $1 }, headers: headers)
  }

  @Test func `a token sealed with the secret is taken once`() async throws {
    let bench = try await Self.bench()
    let assertion = Self.sealed()
    #expect(try await Self.redeem(bench, assertion).status == 200)
    let again = try await Self.redeem(bench, assertion).expect(401, "invalid_client")
    #expect(again.reasons.contains("presented before"))
    #expect(try await Self.redeem(bench, Self.sealed(["jti": "2"])).status == 200)
  }

  @Test func `an assertion that is presented again takes no queued answer`() async throws {
    let bench = try await Self.bench()
    let answers = "/emulator/v1/issuers/oidc.corp/answers"
    let answer: JSON = ["claims": ["groups": ["admins"]]]
    await bench.post(answers, ["answers": [answer, answer]]).expect(200)
    let fields: FormFields = [
      "grant_type": "client_credentials", "client_assertion": Self.sealed(),
      "client_assertion_type": OAuth.assertion,
    ]
    #expect(await bench.form(Bench.token("oidc.corp"), fields).status == 200)
    await bench.form(Bench.token("oidc.corp"), fields).expect(401, "invalid_client")
    #expect(await bench.get(answers)["answers"] == [answer])
  }

  @Test func `an assertion used for a revocation is used`() async throws {
    let bench = try await Self.bench()
    let assertion = Self.sealed()
    let fields: FormFields = [
      "token": "unknown", "client_assertion": assertion, "client_assertion_type": OAuth.assertion,
    ]
    #expect(await bench.form("/issuers/oidc.corp/revoke", fields).status == 200)
    #expect(await bench.form("/issuers/oidc.corp/revoke", fields).status == 401)
  }

  @Test(arguments: ["introspect", "revoke", "par", "device_authorization"])
  func `an assertion may name the endpoint that it is sent to`(endpoint: String) async throws {
    let address = "/issuers/oidc.corp/\(endpoint)"
    let assertion = Self.sealed(["aud": .string("http://localhost:9099\(address)")])
    let bench = try await Self.bench()
    let reply = await bench.form(
      address,
      [
        "client_assertion": assertion, "client_assertion_type": OAuth.assertion, "token": "unknown",
        "response_type": "code", "redirect_uri": Bench.callback, "scope": "openid",
      ])
    #expect((200...201).contains(reply.status), "\(reply.text)")
  }

  @Test func `another secret and another type are refused`() async throws {
    let bench = try await Self.bench()
    try await Self.redeem(bench, Self.sealed(secret: "another secret"))
      .expect(401, "invalid_client", reason: "not sealed with the client's secret")
    try await Self.redeem(bench, Self.sealed(), ["client_assertion_type": "urn:other"])
      .expect(400, "invalid_request")
    let foreign = try SigningKey(kid: "k1", algorithm: .es256, privateKey: Self.keys[4].1)
    let own = try SigningKey(
      kid: "k1", algorithm: .es256, privateKey: JWSAlgorithm.es256.makePrivateKey())
    let keyed = try await Self.bench([
      "clientSecret": nil, "clientKeys": JWKSet(signingKeys: [own]).json,
    ])
    try await Self.redeem(keyed, JWTSigner.sign(claims: Self.claims(), key: foreign))
      .expect(401, "invalid_client", reason: "is not signed with a key of clientKeys")
  }

  @Test func `a name in the header is no matter where the key has none`() async throws {
    let named = JWTSigner.sign(claims: Self.claims(), secret: Array(Self.secret.utf8), kid: "mine")
    #expect(try await Self.redeem(try await Self.bench(), named).status == 200)
    try #require(Self.keys.count == 7)
    let key = try SigningKey(kid: "k1", algorithm: .es256, privateKey: Self.keys[4].1)
    var nameless = try #require(JWKSet(signingKeys: [key]).json["keys"]?[0]?.object)
    nameless["kid"] = nil
    let bench = try await Self.bench([
      "clientSecret": nil, "clientKeys": ["keys": [.object(nameless)]],
    ])
    let signed = try JWTSigner.sign(claims: Self.claims(), key: key)
    #expect(try await Self.redeem(bench, signed).status == 200)
  }

  /// RFC 7523 §3.
  @Test(
    arguments: [
      ([:], nil), (["iss": "other"], "iss and sub"), (["sub": "other"], "has configured client"),
      (["aud": "https://example.com/"], "aud of the assertion"), (["exp": 1], "expired"),
      (["exp": .null], "expired"), (["jti": .null], "no jti"), (["nbf": ago(1)], nil),
      (["nbf": ago(0)], nil), (["nbf": ago(-1)], "not good yet: nbf"),
      (["nbf": ago(-3600)], "not good yet: nbf"),
    ] as [(JSONObject, String?)])
  func `an assertion has good claims`(changes: JSONObject, problem: String?) async throws {
    let bench = try Bench()
    try bench.configure("oidc.corp", ProviderConfig(clientID: "client", clientSecret: Self.secret))
    let reply = try await Self.redeem(bench, Self.sealed(changes))
    #expect(reply.status == (problem == nil ? 200 : 401), "\(reply.text)")
    if let problem { #expect(reply.reasons.contains(problem), "\(reply.reasons)") }
  }

  private static func ago(_ seconds: Int64) -> JSON { .int(Bench.start.seconds - seconds) }

  /// Signed with another HMAC than discovery announces, for both kinds of clients.
  @Test(arguments: ["HS384", "HS512"], [nil, "client_secret_jwt"])
  func `an assertion needs an announced algorithm`(algorithm: String, way: String?) async throws {
    let header = Base64URL.encode(Array(#"{"alg":"\#(algorithm)"}"#.utf8))
    let assertion = "\(header).\(Base64URL.encode(Self.claims())).AAAA"
    let bench = try await Self.bench(way.map { ["authentication": .string($0)] } ?? [:])
    let reply = try await Self.redeem(bench, assertion).expect(401, ["error": "invalid_client"])
    #expect(reply.reasons.contains("sealed by \(algorithm); discovery announces HS256"))
    #expect(!reply.reasons.contains("private_key_jwt"))
  }

  @Test func `two ways for a client to show who it is are refused in one request`() async throws {
    let bench = try await Self.bench()
    let both = try await Self.redeem(bench, Self.sealed(), ["client_secret": "x"])
    both.expect(400, ["error": "invalid_request"]).expect(reasons: "two ways")
  }

  static let keys: [(JWSAlgorithm, PrivateKey)] = {
    do {
      let rsa = try PrivateKey.generate(.rsa)
      return [
        (.rs256, rsa), (.rs384, rsa), (.rs512, rsa), (.ps256, rsa),
        (.es256, try .generate(.ec(.p256))),
        (.es384, try .generate(.ec(.p384))),
        (.eddsa, try .generate(.ed25519)),
      ]
    } catch {
      return []
    }
  }()

  @Test func `a key of the client's own may be of any kind`() async throws {
    try #require(Self.keys.count == 7)
    for (algorithm, privateKey) in Self.keys {
      let key = try SigningKey(kid: "k1", algorithm: algorithm, privateKey: privateKey)
      let bench = try await Self.bench([
        "clientSecret": nil, "clientKeys": JWKSet(signingKeys: [key]).json,
      ])
      let good = try JWTSigner.sign(claims: Self.claims(), key: key)
      #expect(try await Self.redeem(bench, good).status == 200, "\(algorithm)")
      #expect(try await Self.redeem(bench, good).status == 401, "\(algorithm)")
    }
  }

  @Test(
    arguments: ["client_secret_basic", "client_secret_post", "client_secret_jwt"])
  func `a client registered for one way to show who it is has no other`(way: String) async throws {
    let bench = try await Self.bench(["authentication": .string(way)])
    let encoded = Base64URL.encode(
      Array("client:\(FormFields(dictionaryLiteral: ("s", Self.secret)).encoded.dropFirst(2))".utf8)
    )
    let ways: [(String, Reply)] = [
      (
        "client_secret_basic",
        try await Self.redeem(bench, nil, headers: ["Authorization": "Basic \(encoded)"])
      ),
      (
        "client_secret_post",
        try await Self.redeem(bench, nil, ["client_id": "client", "client_secret": Self.secret])
      ),
      ("client_secret_jwt", try await Self.redeem(bench, Self.sealed())),
    ]
    for (name, reply) in ways {
      #expect((reply.status == 200) == (name == way), "\(name): \(reply.text)")
      if name != way { #expect(reply.reasons.contains("registered for \(way)")) }
    }
  }

  @Test func `discovery names every way in which a client shows who it is`() async throws {
    let document = try await Bench().get(Bench.discovery(of: "oidc.corp"))
    #expect(
      document["token_endpoint_auth_methods_supported"] == [
        "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none",
      ])
  }
}
