import EmuCrypto
import EmuJOSE
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

    init(
      _ name: String = "a good one", _ reason: String? = nil, _ claims: [String: JSON?] = [:],
      kid: String = keyID, isDER: Bool = false, isForeign: Bool = false
    ) {
      (testDescription, self.reason, self.claims) = (name, reason, claims)
      (self.kid, self.isDER, self.isForeign) = (kid, isDER, isForeign)
    }
  }

  static let now = Bench.start.seconds
  private static let six = "six months"

  static let variants: [Variant] = [
    Variant(),
    Variant("six months to the second", nil, ["exp": .int(now + 15_777_000)]),
    Variant("our own issuer string", nil, ["aud": "http://localhost:9099/issuers/apple.com"]),
    Variant("more than six months", six, ["exp": .int(now + 15_777_001)]),
    Variant("expired", "expired", ["exp": .int(now)]),
    Variant("without an expiry", "exp is absent", ["exp": nil]),
    Variant("an expiry beyond all numbers", six, ["exp": .int(.max)]),
    Variant("an unknown kid", "kid is OTHER", kid: "OTHER"),
    Variant("another team", "iss is \"OTHER\"", ["iss": "OTHER"]),
    Variant("another subject", "sub is \"OTHER\"", ["sub": "OTHER"]),
    Variant("another audience", "aud is \"https://example.com\"", ["aud": "https://example.com"]),
    Variant("a list of audiences", "aud is [", ["aud": ["https://appleid.apple.com"]]),
    Variant("a DER signature", "looks like DER", isDER: true),
    Variant("another key", "not the configured key's", isForeign: true),
  ]

  /// Returns a project with a team key, and a secret with the differences of the variant.
  static func make(_ variant: Variant) throws -> (bench: Bench, secret: String) {
    let key = try PrivateKey.generate(.ec(.p256))
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
      privateKey: variant.isForeign ? .generate(.ec(.p256)) : key)
    let secret = try JWTSigner.sign(claims: JSON.object(claims).serializedBytes(), key: signing)
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
  func `every mistake has the same answer, and the log its cause`(variant: Variant) async throws {
    let (bench, secret) = try Self.make(variant)
    let code = try await bench.mint("apple.com").value("authorizationCode")
    let reply = try await bench.exchange(code, client: Self.client, secret: secret)
    guard let reason = variant.reason else {
      #expect(reply.status == 200, "\(reply.reasons)")
      return
    }
    reply.expectBare("invalid_client", reason: reason)
  }

  @Test(arguments: ["", "secret", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])
  func `an unsigned or malformed token is not a client secret`(secret: String) async throws {
    let (bench, _) = try Self.make(Variant())
    let code = try await bench.mint("apple.com").value("authorizationCode")
    try await bench.exchange(code, client: Self.client, secret: secret)
      .expectBare(secret.isEmpty ? "invalid_request" : "invalid_client")
  }

  @Test func `a client that the project does not list is unknown`() async throws {
    let (bench, secret) = try Self.make(Variant())
    let code = try await bench.mint("apple.com").value("authorizationCode")
    try await bench.exchange(code, client: "com.example.none", secret: secret)
      .expectBare("invalid_client", reason: "com.example.app, com.example.second")
  }

  @Test func `revoking a token of Apple's requires the same client secret`() async throws {
    let (bench, secret) = try Self.make(Variant())
    let token = try await bench.mint("apple.com").value("accessToken")
    try await bench.revoke(token, client: Self.client).expectBare("invalid_client")
    try await bench.revoke(token, client: Self.client, secret: secret).expect(200)
  }

  @Test(arguments: [true, false])
  func `an invalid configured key is reported in the log`(isKey: Bool) async throws {
    let bench = try Bench()
    let key = try isKey ? PrivateKey.generate(.ec(.p384)).pemRepresentation : "nothing"
    try bench.configure(
      "apple.com",
      ProviderConfig(
        bundleIDs: [Self.client],
        codeFlow: ProviderConfig.AppleCodeFlow(
          teamId: Self.team, keyId: Self.keyID, privateKey: key)))
    let (_, secret) = try Self.make(Variant())
    let code = try await bench.mint("apple.com").value("authorizationCode")
    try await bench.exchange(code, client: Self.client, secret: secret)
      .expectBare("invalid_client", reason: "not an EC key in PEM")
  }
}
