import EmuCrypto
import EmuHTTP
import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuIdentity
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `issuers: Apple's client secret` {
  static let client = "com.example.app"
  static let team = "TEAM123456"
  static let keyID = "KEY7654321"

  /// The differences of a secret from a valid one; nil removes a claim.
  struct Variant: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var reason: String?
    var claims: [String: JSON?] = [:]
    var kid = keyID
    var isDER = false
    var isForeign = false

    init(_ name: String, reason: String?) {
      testDescription = name
      self.reason = reason
    }

    func with(_ change: (inout Variant) -> Void) -> Variant {
      var variant = self
      change(&variant)
      return variant
    }
  }

  static let now = Bench.start.seconds

  static let variants: [Variant] = [
    Variant("a good one", reason: nil),
    Variant("six months to the second", reason: nil).with {
      $0.claims["exp"] = .int(now + 15_777_000)
    },
    Variant("our own issuer string as audience", reason: nil).with {
      $0.claims["aud"] = "http://localhost:9099/issuers/apple.com"
    },
    Variant("more than six months", reason: "six months").with {
      $0.claims["exp"] = .int(now + 15_777_001)
    },
    Variant("expired", reason: "expired").with { $0.claims["exp"] = .int(now) },
    Variant("without an expiry", reason: "exp is absent").with {
      $0.claims["exp"] = .some(nil)
    },
    Variant("an expiry beyond all numbers", reason: "six months").with {
      $0.claims["exp"] = .int(.max)
    },
    Variant("an unknown kid", reason: "kid is OTHER").with { $0.kid = "OTHER" },
    Variant("another team", reason: "iss is \"OTHER\"").with { $0.claims["iss"] = "OTHER" },
    Variant("another subject", reason: "sub is \"OTHER\"").with {
      $0.claims["sub"] = "OTHER"
    },
    Variant("another audience", reason: "aud is \"https://example.com\"").with {
      $0.claims["aud"] = "https://example.com"
    },
    Variant("a list of audiences", reason: "aud is [").with {
      $0.claims["aud"] = ["https://appleid.apple.com"]
    },
    Variant("a DER signature", reason: "looks like DER").with { $0.isDER = true },
    Variant("another key", reason: "not the configured key's").with { $0.isForeign = true },
  ]

  /// Returns a project with a team key, and a secret with the differences of the variant.
  static func make(_ variant: Variant) throws -> (bench: Bench, secret: String) {
    let key = PrivateKey.ec(try ECPrivateKey.generate(.p256))
    let bench = try Bench()
    try bench.configure(
      "apple.com",
      ProviderConfig(
        bundleIDs: [client, "com.example.second"],
        codeFlow: ProviderConfig.AppleCodeFlow(
          teamId: team, keyId: keyID, privateKey: key.pemRepresentation)))
    var claims: JSONObject = [
      "iss": .string(team), "iat": .int(now), "exp": .int(now + 300),
      "aud": "https://appleid.apple.com", "sub": .string(client),
    ]
    for (name, value) in variant.claims { claims[name] = value }
    let signing = try SigningKey(
      kid: variant.kid, algorithm: .es256,
      privateKey: variant.isForeign ? .ec(ECPrivateKey.generate(.p256)) : key)
    let secret = try JWTSigner.sign(
      claims: JSON.object(claims).serializedBytes(), key: signing)
    return (bench, variant.isDER ? try inDER(secret) : secret)
  }

  /// Returns the token with its signature as an ASN.1 sequence of two numbers, as OpenSSL writes
  /// it.
  private static func inDER(_ token: String) throws -> String {
    let raw = try CompactJWT(token).signature()
    let numbers = [raw.prefix(32), raw.suffix(32)].flatMap { number -> [UInt8] in
      var bytes = Array(number.drop { $0 == 0 })
      if (bytes.first ?? 0x80) >= 0x80 { bytes.insert(0, at: 0) }
      return [2, UInt8(bytes.count)] + bytes
    }
    let end = token.lastIndex(of: ".") ?? token.endIndex
    return token[...end] + Base64URL.encode([0x30, UInt8(numbers.count)] + numbers)
  }

  @Test(arguments: variants)
  func `every mistake has the same answer, and the log has its cause`(variant: Variant) async throws
  {
    let (bench, secret) = try Self.make(variant)
    let minted = try await bench.mint("apple.com")
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = try await bench.exchange(code, client: Self.client, secret: secret)
    guard let reason = variant.reason else {
      #expect(reply.status == 200, "\(reply.reasons)")
      return
    }
    #expect(reply.status == 400)
    #expect(reply.json == ["error": "invalid_client"])
    #expect(reply.reasons.contains(reason), "\(reply.reasons)")
  }

  @Test(arguments: ["", "secret", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
  func `an unsigned or malformed token is not a client secret`(secret: String) async throws {
    let (bench, _) = try Self.make(Variant("", reason: nil))
    let minted = try await bench.mint("apple.com")
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = try await bench.exchange(code, client: Self.client, secret: secret)
    #expect(reply.json == ["error": .string(secret.isEmpty ? "invalid_request" : "invalid_client")])
  }

  @Test func `a client that the project does not list is unknown`() async throws {
    let (bench, secret) = try Self.make(Variant("", reason: nil))
    let minted = try await bench.mint("apple.com")
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = try await bench.exchange(code, client: "com.example.none", secret: secret)
    #expect(reply.json == ["error": "invalid_client"])
    #expect(reply.reasons.contains("com.example.app, com.example.second"))
  }

  @Test func `revoking a token of Apple's requires the same client secret`() async throws {
    let (bench, secret) = try Self.make(Variant("", reason: nil))
    let token = try #require(try await bench.mint("apple.com")["accessToken"]?.string)
    let bad = try await bench.revoke(token, client: Self.client)
    #expect(bad.json == ["error": "invalid_client"])
    let good = await bench.form(
      "/issuers/apple.com/auth/revoke",
      [
        "token": token, "client_id": Self.client, "client_secret": secret,
        "token_type_hint": "access_token",
      ])
    #expect(good.status == 200)
  }

  @Test func `an invalid configured key is reported in the log`() async throws {
    let bench = try Bench()
    try bench.configure(
      "apple.com",
      ProviderConfig(
        bundleIDs: [Self.client],
        codeFlow: ProviderConfig.AppleCodeFlow(
          teamId: Self.team, keyId: Self.keyID, privateKey: "nothing")))
    let (_, secret) = try Self.make(Variant("", reason: nil))
    let minted = try await bench.mint("apple.com")
    let code = try #require(minted["authorizationCode"]?.string)
    let reply = try await bench.exchange(code, client: Self.client, secret: secret)
    #expect(reply.json == ["error": "invalid_client"])
    #expect(reply.reasons.contains("not an EC key in PEM"))
  }
}
