import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// Clients with keys and without a secret have only one authentication method
/// (docs/reference/openid-connect.md#client-authentication).
@Suite struct `issuers: clients that have keys and no secret` {
  static let key: SigningKey? = try? SigningKey(
    kid: "k1", algorithm: .es256, privateKey: .generate(.ec(.p256)))

  /// The requests of a client without an assertion.
  static let others: [(name: String, fields: Fields, headers: Headers)] = [
    ("its name alone", ["client_id": "client", "client_secret": nil], [:]),
    ("a secret", ["client_id": "client", "client_secret": "anything"], [:]),
    (
      "a header", ["client_id": nil, "client_secret": nil],
      ["Authorization": "Basic Y2xpZW50OmFueXRoaW5n"]
    ),
  ]

  static func bench(_ issuer: String, own: Bool) async throws -> Bench {
    let bench = try Bench()
    let keys = JWKSet(signingKeys: [try #require(key)]).json
    if own {
      await bench.set(issuer, ["clients": [["clientId": "client", "clientKeys": keys]]])
    } else {
      try bench.configure(issuer, ProviderConfig(clientID: "client", clientKeys: keys.serialized()))
    }
    return bench
  }

  static func assertion(_ issuer: String) throws -> String {
    let path = issuer == "microsoft.com" ? Bench.entra("common", "oauth2/v2.0/token") : nil
    let claims: JSONObject = [
      "iss": "client", "sub": "client", "jti": "1",
      "aud": .string(Bench.base + (path ?? Bench.token(issuer))),
      "exp": .int(Bench.start.seconds + 60),
    ]
    return try JWTSigner.sign(
      claims: JSON.object(claims).serializedBytes(), key: try #require(key))
  }

  @Test(arguments: ["oidc.corp", "microsoft.com"], [true, false])
  func `clients with keys and no secret need an assertion`(issuer: String, own: Bool) async throws {
    let bench = try await Self.bench(issuer, own: own)
    for other in Self.others {
      let code = try await bench.code(issuer)
      let reply = try await bench.redeem(issuer, code, other.fields, headers: other.headers)
      reply.expect(401, "invalid_client")
      if issuer == "microsoft.com" {
        let isBare = other.fields["client_secret"] == .some(nil) && other.headers.count == 0
        #expect(reply["error_codes"] == [.int(isBare ? 7_000_218 : 7_000_215)], "\(other.name)")
      } else {
        #expect(reply["error_description"]?.string?.contains("client_assertion") == true)
      }
    }
    let good = try await bench.redeem(
      issuer, try await bench.code(issuer),
      [
        "client_secret": nil, "client_assertion": Self.assertion(issuer),
        "client_assertion_type": OAuth.assertion,
      ])
    #expect(good.status == 200, "\(good.text)")
  }

  @Test(arguments: ["introspect", "revoke"])
  func `clients with keys and no secret need one at every endpoint`(endpoint: String) async throws {
    let bench = try await Self.bench("oidc.corp", own: true)
    for other in Self.others {
      var form: FormFields = ["token": "x"]
      for (name, value) in other.fields { if let value { form.add(name, value) } }
      let reply = await bench.form("/issuers/oidc.corp/\(endpoint)", form, headers: other.headers)
      #expect(reply.status == 401, "\(other.name): \(reply.text)")
    }
  }

  /// Google accepts no assertions, so keys have no effect there.
  @Test func `clients with keys and no secret are any client without assertions`() async throws {
    let bench = try await Self.bench("google.com", own: false)
    try await bench.tokens("google.com").expect(200)
  }
}
