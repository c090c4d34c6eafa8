import EmuCrypto
import EmuIdentity
import EmuJOSE
import EmuTestSupport
import Testing

@testable import EmuModel

/// A token whose `iss` or `kid` names an issuer of this emulator has its signature, wherever it is
/// read.
@Suite struct `issuers: forged tokens of their own` {
  /// An endpoint that reads signed tokens.
  struct Place: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var issuer = "oidc.corp"
    /// Returns true where the token is accepted.
    var accepts: @Sendable (_ token: String, Bench) async throws -> Bool
  }

  static let endpoint = "\(Bench.base)/issuers/oidc.corp/token"
  static let back = "https://app.example.com/out"

  /// Returns a new key, and a bench whose client has it.
  static func key(_ algorithm: JWSAlgorithm = .es256) throws -> SigningKey {
    try SigningKey(kid: "k", algorithm: algorithm, privateKey: algorithm.makePrivateKey())
  }

  static func configure(_ bench: Bench, _ key: SigningKey?) throws {
    let keys = key.map { JWKSet(signingKeys: [$0]).json.serialized() }
    try bench.configure(
      "oidc.corp", ProviderConfig(clientID: "client", clientSecret: "s", clientKeys: keys))
  }

  /// Signs an assertion of the client about Ann.
  static func assertion(_ audience: JSON) -> [UInt8] {
    let claims: JSON = [
      "iss": "client", "sub": "ann", "aud": audience, "exp": .int(Bench.start.seconds + 60),
    ]
    return claims.serializedBytes()
  }

  /// Sends a grant of a client with a secret.
  static func granted(_ fields: FormFields, _ bench: Bench) async throws -> Bool {
    var form: FormFields = ["client_id": "client", "client_secret": "s"]
    for field in fields { form.add(field.name, field.value) }
    let reply = await bench.form("/issuers/oidc.corp/token", form)
    let error: JSON =
      form.first("grant_type") == OAuth.exchange ? "invalid_request" : "invalid_grant"
    if reply.status != 200 { #expect(reply["error"] == error, "\(reply.text)") }
    return reply.status == 200
  }

  static let places: [Place] = [
    Place(testDescription: "subject_token") { token, bench in
      try await granted(
        [
          "grant_type": OAuth.exchange, "subject_token": token,
          "subject_token_type": OAuth.accessToken,
        ], bench)
    },
    Place(testDescription: "actor_token") { token, bench in
      let subject = try await bench.mint("oidc.corp")["accessToken"]?.string ?? ""
      return try await granted(
        [
          "grant_type": OAuth.exchange, "subject_token": subject,
          "subject_token_type": OAuth.accessToken,
          "actor_token": token, "actor_token_type": OAuth.accessToken,
        ], bench)
    },
    Place(testDescription: "assertion") { token, bench in
      try await granted(["grant_type": OAuth.bearer, "assertion": token], bench)
    },
    Place(testDescription: "assertion of another server's client") { token, bench in
      try configure(bench, key(.eddsa))
      return try await granted(["grant_type": OAuth.bearer, "assertion": token], bench)
    },
    Place(testDescription: "id_token_hint of a sign-in") { token, bench in
      let reply = try await bench.authorize(
        "oidc.corp", ["prompt": "none", "id_token_hint": token])
      return reply.handed["code"] != nil
    },
    Place(testDescription: "id_token_hint of a logout") { token, bench in
      let reply = await bench.get("/issuers/oidc.corp/logout?id_token_hint=\(token)")
      return reply.status == 200
    },
    Place(testDescription: "tokeninfo", issuer: "google.com") { token, bench in
      await bench.get("/issuers/google.com/tokeninfo?id_token=\(token)").status == 200
    },
    Place(testDescription: "on behalf of", issuer: "microsoft.com") { token, bench in
      try await bench.entraToken(
        Entra.home,
        [
          "grant_type": OAuth.bearer, "requested_token_use": "on_behalf_of", "assertion": token,
          "client_id": "client", "client_secret": "s", "scope": "User.Read",
        ]
      ).status == 200
    },
  ]

  /// Returns an ID token of a person who has consented; its audience is the token endpoint, so that it
  /// is an assertion too.
  static func genuine(
    _ issuer: String, _ bench: Bench, _ order: JSONObject = [:]
  ) async throws -> String {
    let body: JSONObject = [
      "account": ["email": "ann@corp.example"], "clientId": "client",
      "claims": ["aud": .array([.string("client"), .string(endpoint)])],
    ]
    let minted = try await bench.mint(issuer, .object(body.merging(order)))
    return try minted.value("idToken")
  }

  /// Returns a bench where the person of `genuine` has consented to a sign-in.
  static func bench(_ place: Place) async throws -> Bench {
    let bench = try Bench()
    _ = try await genuine(place.issuer, bench)
    if place.issuer == "oidc.corp" {
      _ = try await bench.code("oidc.corp", ["emulator_auto": "ann@corp.example"])
    }
    return bench
  }

  /// Returns the key of a token, as its issuer publishes it.
  static func key(of token: String, _ issuer: String, _ bench: Bench) async throws -> PublicKey {
    let document = await bench.get(Bench.discovery(of: issuer))
    let path = try #require(document["jwks_uri"]?.string?.dropFirst(Bench.base.count))
    let keys = try JWKSet(parsing: Array(await bench.get(String(path)).text.utf8)).keys
    let kid = try CompactJWT(token).header().kid
    return try #require(keys.first { $0.kid == kid }).publicKey
  }

  @Test(arguments: places)
  func `forged tokens of an issuer are refused where it reads tokens`(place: Place) async throws {
    let bench = try await Self.bench(place)
    let genuine = try await Self.genuine(place.issuer, bench)
    let key = try await Self.key(of: genuine, place.issuer, bench)
    for forgery in Forgery.allCases {
      let forged = try forgery.token(outOf: genuine, verifiedBy: key)
      #expect(try await !place.accepts(forged, bench), "\(forgery)")
    }
    #expect(try await place.accepts(genuine, bench))
  }

  /// The names of an issuer: of this address, of another, and as the user or a project has set it.
  @Test(arguments: [
    "\(Bench.base)/issuers/oidc.corp", "https://emulator.example.com/issuers/oidc.corp",
    "https://proxy.example.com/tools/auth/issuers/oidc.corp",
    "\(Bench.base)/issuers/oidc.other", "\(Bench.base)/issuers/google.com",
    "https://own.example.com", "https://project.example.com",
    "https://securetoken.google.com/demo-project",
    "https://session.firebase.google.com/demo-project", "https://identitytoolkit.google.com/",
  ]) func `forged tokens under a name of this emulator are refused`(name: String) async throws {
    for place in Self.places where place.issuer == "oidc.corp" {
      let bench = try await Self.bench(place)
      if name == "https://own.example.com" {
        await bench.set("oidc.corp", ["issuer": .string(name)])
      }
      if name == "https://project.example.com" {
        try bench.configure("oidc.corp", ProviderConfig(issuer: name), project: "another")
      }
      let genuine = try await Self.genuine("oidc.corp", bench)
      let key = try await Self.key(of: genuine, "oidc.corp", bench)
      for forgery in Forgery.allCases where forgery != .tampered {
        let forged = try forgery.token(
          outOf: genuine, changes: ["iss": .string(name)], verifiedBy: key)
        #expect(try await !place.accepts(forged, bench), "\(place.testDescription) \(forgery)")
      }
    }
  }

  /// Another issuer of this emulator signs what a mint call orders, under any name.
  @Test(arguments: places)
  func `forged tokens with the key of another issuer are refused`(place: Place) async throws {
    let bench = try await Self.bench(place)
    let genuine = try await Self.genuine(place.issuer, bench)
    let name = try #require(JSON.claims(ofToken: genuine)["iss"])
    let other = try await Self.genuine(
      "oidc.other", bench,
      [
        "claims": [
          "iss": name, "sub": try #require(JSON.claims(ofToken: genuine)["sub"]),
          "aud": .array(["client", .string(Self.endpoint)]),
        ]
      ])
    #expect(try await !place.accepts(other, bench))
    #expect(try await place.accepts(genuine, bench))
  }

  static let defects: [Defect] = [
    .badSignature, .unknownKey, .unsigned, .hmacSigned, .criticalHeader, .wrongIssuer,
    .slashedIssuer, .missingIssuer,
  ]

  @Test(arguments: places, defects)
  func `tokens with a minted defect are refused`(place: Place, defect: Defect) async throws {
    let bench = try await Self.bench(place)
    let token = try await Self.genuine(place.issuer, bench, ["defect": .string(defect.rawValue)])
    #expect(try await !place.accepts(token, bench))
  }

  @Test(arguments: places.filter { !$0.testDescription.hasPrefix("id_token_hint") })
  func `minted tokens out of their time are refused everywhere`(place: Place) async throws {
    let bench = try await Self.bench(place)
    for defect in [Defect.expired, .futureNotBefore, .notYetValid, .missingExpiry, .textTimes] {
      let token = try await Self.genuine(place.issuer, bench, ["defect": .string(defect.rawValue)])
      #expect(try await !place.accepts(token, bench), "\(defect)")
    }
  }

  @Test(arguments: places)
  func `minted tokens without a kid are verified with every key`(place: Place) async throws {
    let bench = try await Self.bench(place)
    let token = try await Self.genuine(place.issuer, bench, ["defect": "missing-kid"])
    #expect(try await place.accepts(token, bench))
  }

  @Test func `tokens of the backend are exchanged where it signs them`() async throws {
    for (signs, isAccepted) in [(true, true), (false, false)] {
      let bench = try Bench(signsIDTokens: signs)
      let signedUp = await bench.post("/v1/accounts:signUp?key=x", ["returnSecureToken": true])
      let token = try signedUp.value("idToken")
      #expect(try await Self.places[0].accepts(token, bench) == isAccepted)
    }
  }

  /// RFC 7523 §3: the token endpoint or the issuer.
  @Test(
    arguments: [
      (.string(endpoint), true), (.string("\(Bench.base)/issuers/oidc.corp"), true),
      (.array(["x", .string(endpoint)]), true), (.string("client"), false),
      (.string("\(Bench.base)/issuers/oidc.other/token"), false), (.null, false),
      (.array([]), false),
      (.string(""), false), (.int(1), false),
    ] as [(JSON, Bool)])
  func `an assertion as a grant is for this issuer`(audience: JSON, isAccepted: Bool) async throws {
    let key = try Self.key()
    for registered in [key, nil] {
      let bench = try Bench()
      if let registered { try Self.configure(bench, registered) }
      let assertion = try JWTSigner.sign(claims: Self.assertion(audience), key: key)
      let form: FormFields = ["grant_type": OAuth.bearer, "assertion": assertion]
      #expect(try await Self.granted(form, bench) == isAccepted, "\(registered != nil)")
    }
  }

  @Test(arguments: Forgery.allCases)
  func `a granting assertion of a client with keys is not forged`(forgery: Forgery) async throws {
    for secret in [nil, "s"] {
      let key = try Self.key()
      let bench = try Bench()
      try Self.configure(bench, secret == nil ? key : nil)
      let payload = Self.assertion(.string(Self.endpoint))
      let genuine =
        try secret.map { JWTSigner.sign(claims: payload, secret: Array($0.utf8)) }
        ?? JWTSigner.sign(claims: payload, key: key)
      let forged = try forgery.token(outOf: genuine, verifiedBy: key.privateKey.publicKey)
      for (assertion, isAccepted) in [(forged, false), (genuine, true)] {
        let form: FormFields = ["grant_type": OAuth.bearer, "assertion": assertion]
        #expect(try await Self.granted(form, bench) == isAccepted, "\(secret ?? "keys")")
      }
    }
  }

  /// Google's libraries write the real endpoint, whatever address they call.
  @Test(arguments: [
    ("https://oauth2.googleapis.com/token", 200),
    ("https://www.googleapis.com/oauth2/v4/token", 200),
    ("https://accounts.google.com/o/oauth2/token", 200),
    ("\(Bench.base)/issuers/google.com/token", 200), ("\(Bench.base)/issuers/google.com", 200),
    ("https://accounts.google.com", 200), ("https://example.com/token", 400),
    ("\(Bench.base)/issuers/oidc.corp/token", 400),
  ])
  func `a service account's assertion is for Google`(audience: String, status: Int) async throws {
    let bench = try Bench()
    let key = try Self.key(.rs256)
    let claims: JSONObject = [
      "iss": "robot@demo.iam.gserviceaccount.com", "aud": .string(audience),
      "exp": .int(Bench.start.seconds + 60),
    ]
    let assertion = try JWTSigner.sign(claims: JSON.object(claims).serializedBytes(), key: key)
    func send(_ assertion: String) async -> Reply {
      await bench.form(
        "/issuers/google.com/token", ["grant_type": OAuth.bearer, "assertion": assertion])
    }
    #expect(await send(assertion).status == status)
    for forgery in [Forgery.unsigned, .unsignedWithKid, .noAlgorithm, .critical] {
      #expect(try await send(forgery.token(outOf: assertion)).status == 400, "\(forgery)")
    }
  }
}
