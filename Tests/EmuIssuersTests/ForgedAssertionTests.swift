import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// The keys of a client decide how its assertions are signed, never their header (RFC 8725 §3.1).
@Suite struct `issuers: forged assertions of clients` {
  /// An endpoint that authenticates clients, with a request that succeeds.
  struct Place: Sendable, CustomTestStringConvertible {
    var issuer = "oidc.corp"
    var path: String
    var form: FormFields

    var testDescription: String { "\(issuer)\(path) \(form.first("grant_type") ?? "")" }
  }

  static let places: [Place] = [
    Place(path: "/token", form: ["grant_type": "client_credentials"]),
    Place(path: "/introspect", form: ["token": "unknown"]),
    Place(path: "/revoke", form: ["token": "unknown"]),
    Place(
      path: "/par",
      form: ["response_type": "code", "redirect_uri": Bench.callback, "scope": "openid"]),
    Place(path: "/device_authorization", form: ["scope": "openid"]),
    Place(
      issuer: "microsoft.com", path: "/\(Entra.home)/oauth2/v2.0/token",
      form: ["grant_type": "client_credentials", "scope": "api://orders/.default"]),
    Place(
      issuer: "microsoft.com", path: "/\(Entra.home)/oauth2/token",
      form: ["grant_type": "client_credentials", "resource": "api://orders"]),
  ]

  /// The ways in which a client may have the key: as the issuer's or the project's client.
  enum Registration: CaseIterable { case issuer, project }

  static let keys: [SigningKey] = {
    do {
      return try [JWSAlgorithm.rs256, .es256, .eddsa].map {
        try SigningKey(kid: "k1", algorithm: $0, privateKey: $0.makePrivateKey())
      }
    } catch { fatalError("\(error)") }
  }()

  static let secret = "a secret of thirty-two bytes or so"

  /// Returns a bench with a client that has a key, a secret, or both.
  static func bench(
    _ issuer: String, _ key: SigningKey?, secret: String? = nil, _ registration: Registration
  ) async throws -> Bench {
    let bench = issuer == "microsoft.com" ? try await Bench.entra() : try Bench()
    let keys = key.map { JWKSet(signingKeys: [$0]).json }
    switch registration {
    case .project:
      try bench.configure(
        issuer,
        ProviderConfig(
          clientID: "client", clientSecret: secret, clientKeys: keys?.serialized()))
    case .issuer:
      var client: JSONObject = ["clientId": "client"]
      client["clientKeys"] = keys
      client["clientSecret"] = secret.map(JSON.string)
      await bench.set(issuer, ["clients": [.object(client)]])
    }
    return bench
  }

  static func assertion(_ place: Place, _ key: SigningKey) throws -> String {
    let claims: JSONObject = [
      "iss": "client", "sub": "client", "jti": "1", "exp": .int(Bench.start.seconds + 60),
      "aud": .string("\(Bench.base)/issuers/\(place.issuer)\(place.path)"),
    ]
    return try JWTSigner.sign(claims: JSON.object(claims).serializedBytes(), key: key)
  }

  static func send(_ assertion: String, _ place: Place, _ bench: Bench) async -> Reply {
    var form = place.form
    form.add("client_id", "client")
    form.add("client_assertion", assertion)
    form.add("client_assertion_type", OAuth.assertion)
    return await bench.form("/issuers/\(place.issuer)\(place.path)", form)
  }

  @Test(arguments: places, keys.indices)
  func `forged assertions of keyed clients are refused`(place: Place, index: Int) async throws {
    let key = Self.keys[index]
    for registration in Registration.allCases {
      let bench = try await Self.bench(place.issuer, key, registration)
      let genuine = try Self.assertion(place, key)
      for forgery in Forgery.allCases {
        let forged = try forgery.token(outOf: genuine, verifiedBy: key.privateKey.publicKey)
        await Self.send(forged, place, bench).expect(401, "invalid_client")
      }
      let reply = await Self.send(genuine, place, bench)
      #expect((200...201).contains(reply.status), "\(registration): \(reply.text)")
    }
  }

  /// A secret is no key of another kind either.
  @Test(arguments: places.filter { $0.issuer != "microsoft.com" })
  func `forged assertions of clients with a secret are refused`(place: Place) async throws {
    let bench = try await Self.bench(place.issuer, nil, secret: Self.secret, .issuer)
    let genuine = JWTSigner.sign(
      claims: try CompactJWT(Self.assertion(place, Self.keys[0])).payload(),
      secret: Array(Self.secret.utf8))
    for forgery in Forgery.allCases {
      let reply = await Self.send(try forgery.token(outOf: genuine), place, bench)
      #expect(reply.status == 401, "\(forgery): \(reply.text)")
    }
    let reply = await Self.send(genuine, place, bench)
    #expect((200...201).contains(reply.status), "\(reply.text)")
  }

  @Test(arguments: keys.indices)
  func `forged assertions of a client with a secret and keys are refused`(index: Int) async throws {
    let (place, key) = (Self.places[0], Self.keys[index])
    let bench = try await Self.bench(place.issuer, key, secret: Self.secret, .issuer)
    let genuine = try Self.assertion(place, key)
    for forgery in Forgery.allCases {
      let forged = try forgery.token(outOf: genuine, verifiedBy: key.privateKey.publicKey)
      #expect(await Self.send(forged, place, bench).status == 401, "\(forgery)")
    }
    #expect(await Self.send(genuine, place, bench).status == 200)
  }

  /// Without a registered key any signature is accepted, but not a header that no key fits.
  @Test func `an assertion of a client without keys has a signature`() async throws {
    let place = Self.places[0]
    for (form, status) in [
      (Forgery.otherKey, 200), (.emptySecret, 200), (.unsigned, 401), (.unsignedWithKid, 401),
      (.noAlgorithm, 401), (.unknownAlgorithm, 401), (.critical, 401),
    ] {
      let assertion = try form.token(outOf: Self.assertion(place, Self.keys[1]))
      #expect(await Self.send(assertion, place, try Bench()).status == status, "\(form)")
    }
  }
}
