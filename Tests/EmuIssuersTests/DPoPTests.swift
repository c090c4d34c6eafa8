import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

/// Signs proofs as a client does, apart from the code under test.
private struct Prover: Sendable {
  let key: SigningKey

  init(_ curve: ECCurve = .p256) throws {
    key = try SigningKey(
      kid: "proof", algorithm: curve == .p256 ? .es256 : .es384,
      privateKey: .generate(.ec(curve)))
  }

  /// RFC 7638 §3.1, by hand.
  var thumbprint: String {
    let jwk = key.publicJWK.json
    let members = ["crv", "kty", "x", "y"].map { "\"\($0)\":\"\(jwk[$0]?.string ?? "")\"" }
    return Base64URL.encode(
      Digest.sha256.hash(Array("{\(members.joined(separator: ","))}".utf8)))
  }

  func proof(
    _ url: String, method: String = "POST", jti: String = "1", access: String? = nil,
    type: String = "dpop+jwt", _ more: JSONObject = [:], headers: JSONObject = [:]
  ) throws -> String {
    var claims: JSONObject = [
      "jti": .string(jti), "htm": .string(method), "htu": .string(url),
      "iat": .int(Bench.start.seconds),
    ]
    if let access {
      claims["ath"] = .string(Base64URL.encode(Digest.sha256.hash(Array(access.utf8))))
    }
    for member in more { claims[member.key] = member.value.isNull ? nil : member.value }
    var members = key.publicJWK.json.object ?? [:]
    for name in ["kid", "use", "alg"] { members[name] = nil }
    for member in headers { members[member.key] = member.value }
    return try JWTSigner.sign(
      claims: JSON.object(claims).serializedBytes(), key: key, type: type,
      headers: ["jwk": .object(members)], namesKey: false)
  }
}

/// RFC 9449.
@Suite struct `issuers: proofs of a key` {
  private let bench: Bench
  private let prover: Prover

  init() throws { (bench, prover) = (try Bench(), try Prover()) }

  private static let token = Bench.base + "/issuers/oidc.corp/token"
  private static let userInfo = Bench.base + "/issuers/oidc.corp/userinfo"
  private static let isPublic: Fields = ["client_secret": nil]

  private func redeem(
    _ proof: String?, _ request: Fields = [:],
    _ fields: Fields = [:]
  ) async throws -> Reply {
    var headers: Headers = [:]
    headers["DPoP"] = proof
    return try await bench.redeem(
      "oidc.corp", try await bench.code("oidc.corp", request), fields, headers: headers)
  }

  private func claimsOfPerson(
    _ token: String, _ proof: String?, scheme: String = "DPoP"
  ) async -> Reply {
    var headers: Headers = ["Authorization": "\(scheme) \(token)"]
    headers["DPoP"] = proof
    return await bench.call(.get, "/issuers/oidc.corp/userinfo", headers: headers)
  }

  @Test func `a proof binds the access token, which needs one for each use`() async throws {
    let reply = try await redeem(try prover.proof(Self.token)).expect(200, ["token_type": "DPoP"])
    let access = try reply.value("access_token")
    let proof = try prover.proof(Self.userInfo, method: "GET", jti: "2", access: access)
    let good = await claimsOfPerson(access, proof)
    #expect(good.status == 200 && good["sub"] != nil, "\(good.text)")
    let again = await claimsOfPerson(access, proof).expect(401, "invalid_dpop_proof")
    #expect(again["error_description"]?.string?.contains("presented before") == true)
    #expect(again.headers["WWW-Authenticate"] == #"DPoP error="invalid_dpop_proof""#)
    await claimsOfPerson(access, nil, scheme: "Bearer").expect(401, "invalid_token")
    #expect(await claimsOfPerson(access, nil)["error"] == "invalid_dpop_proof")
    let other = await claimsOfPerson(
      access, try Prover().proof(Self.userInfo, method: "GET", jti: "3", access: access))
    #expect(other["error"] == "invalid_token")
    let unbound = await claimsOfPerson(
      access, try prover.proof(Self.userInfo, method: "GET", jti: "4", access: "other"))
    #expect(unbound["error_description"]?.string?.hasPrefix("ath of the DPoP proof") == true)
    let state = await bench.introspect(access)
    state.expect(["cnf.jkt": .string(prover.thumbprint), "token_type": "DPoP"])
  }

  @Test func `a bearer token is of the type Bearer alone`() async throws {
    let access = try await redeem(nil).expect(["token_type": "Bearer"]).value("access_token")
    let refused = await claimsOfPerson(
      access, try prover.proof(Self.userInfo, method: "GET", access: access))
    #expect(refused.status == 401 && refused["error"] == "invalid_token")
    #expect(await claimsOfPerson(access, nil, scheme: "Bearer").status == 200)
  }

  private static let mistakes: [(String, @Sendable (Prover) throws -> String)] = [
    ("not one JSON web token", { _ in "x" }),
    ("typ of the DPoP proof", { try $0.proof(token, type: "JWT") }),
    ("has no jwk", { try $0.proof(token, headers: ["kty": "oct"]) }),
    ("has the private key", { try $0.proof(token, headers: ["d": "AAAA"]) }),
    (
      "is not signed by its jwk",
      { try $0.proof(token, headers: try Prover().key.publicJWK.json.object ?? [:]) }
    ),
    ("has no jti", { try $0.proof(token, jti: "") }),
    ("htm of the DPoP proof must be POST", { try $0.proof(token, method: "GET") }),
    ("htu of the DPoP proof must be \(token)", { try $0.proof(userInfo) }),
    ("iat of the DPoP proof", { try $0.proof(token, ["iat": .int(Bench.start.seconds - 301)]) }),
    ("iat of the DPoP proof", { try $0.proof(token, ["iat": .int(Bench.start.seconds + 301)]) }),
    ("iat of the DPoP proof", { try $0.proof(token, ["iat": .int(.min)]) }),
    ("iat of the DPoP proof", { try $0.proof(token, ["iat": .int(.max)]) }),
    ("iat of the DPoP proof", { try $0.proof(token, ["iat": .null]) }),
  ]

  @Test(arguments: 0..<mistakes.count)
  func `a wrong proof is refused with its mistake`(row: Int) async throws {
    let (message, make) = Self.mistakes[row]
    let reply = try await redeem(try make(prover)).expect(400, "invalid_dpop_proof")
    #expect(reply["error_description"]?.string?.contains(message) == true, "\(reply.text)")
  }

  @Test func `a proof is valid once, with a query, and by the machine's time`() async throws {
    let prover = try Prover(.p384)
    let proof = try prover.proof(Self.token + "?a=b#c")
    #expect(try await redeem(proof).status == 200)
    let again = try await redeem(proof).expect(400, ["error": "invalid_dpop_proof"])
    #expect(again["error_description"]?.string?.contains("presented before") == true)
    bench.advance(by: .seconds(7200))
    #expect(try await redeem(try prover.proof(Self.token, jti: "2")).status == 200)
  }

  @Test func `a public client's refresh token is bound, a confidential one's not`() async throws {
    let proof = try prover.proof(Self.token)
    let bound = try await redeem(proof, [:], Self.isPublic)
    let refresh = try bound.value("refresh_token")
    func renew(_ token: String, _ proof: String?, secret: String?) async throws -> Reply {
      var headers: Headers = [:]
      headers["DPoP"] = proof
      return await bench.grant(
        "refresh_token", ["refresh_token": token, "client_secret": secret], headers: headers)
    }
    let bare = try await renew(refresh, nil, secret: nil).expect(400, ["error": "invalid_grant"])
    #expect(bare["error_description"]?.string?.contains("refresh_token is bound to a key") == true)
    let other = try await renew(refresh, try Prover().proof(Self.token), secret: nil)
    #expect(other["error"] == "invalid_grant")
    let renewed = try await renew(refresh, try prover.proof(Self.token, jti: "2"), secret: nil)
    #expect(renewed["token_type"] == "DPoP", "\(renewed.text)")
    let free = try await redeem(try prover.proof(Self.token, jti: "3")).value("refresh_token")
    let switched = try await renew(free, try Prover().proof(Self.token), secret: "s")
    #expect(switched["token_type"] == "DPoP", "\(switched.text)")
  }

  @Test func `a code is bound by dpop_jkt`() async throws {
    let request: Fields = ["dpop_jkt": prover.thumbprint]
    #expect(try await redeem(nil, request)["error"] == "invalid_grant")
    #expect(try await redeem(try Prover().proof(Self.token), request)["error"] == "invalid_grant")
    try await redeem(try prover.proof(Self.token), request).expect(["token_type": "DPoP"])
    let wrong = try await bench.authorize("oidc.corp", ["dpop_jkt": "short"])
    #expect(wrong.handed["error"] == "invalid_request")
  }

  /// As a code that is not bound.
  @Test(arguments: [("oidc.other", "client"), ("oidc.corp", "third")])
  func `a bound code is unknown to another client`(issuer: String, client: String) async throws {
    var descriptions: [JSON?] = []
    for key in [prover.thumbprint, nil] {
      let code = try await bench.code("oidc.corp", ["dpop_jkt": key])
      let reply = try await bench.redeem(issuer, code, ["client_id": client])
      descriptions.append(reply.expect(400, "invalid_grant")["error_description"])
    }
    #expect(descriptions[0] == descriptions[1])
  }

  @Test(arguments: ["client_credentials", "password"])
  func `a proof that is presented again takes no queued answer`(grant: String) async throws {
    try await bench.makePerson("oidc.corp", ["sub": "ann"])
    let answers = "/emulator/v1/issuers/oidc.corp/answers"
    let claims: JSON = ["claims": ["groups": ["admins"]]]
    await bench.post(answers, ["answers": [claims, claims]]).expect(200)
    let proof = try prover.proof(Self.token)
    for (status, left) in [(200, 1), (400, 1)] {
      await bench.grant(grant, ["username": "ann", "password": "x"], headers: ["DPoP": proof])
        .expect(status)
      #expect(await bench.get(answers)["answers"]?.array?.count == left)
    }
  }

  @Test func `an issuer that requires proofs returns no token from its page`() async throws {
    let page: Fields = [
      "response_type": "code token", "nonce": "n", "emulator_auto": "new",
    ]
    #expect(try await bench.authorize("oidc.corp", page).handed["access_token"] != nil)
    await bench.set("oidc.corp", ["requiresDPoP": true])
    let refused = try await bench.authorize("oidc.corp", page)
    #expect(refused.handed["error"] == "unsupported_response_type", "\(refused.text)")
    let document = await bench.get(Bench.discovery(of: "oidc.corp"))
    #expect(document["response_types_supported"] == ["code", "id_token", "code id_token"])
    #expect(try await bench.code("oidc.corp").isEmpty == false)
  }

  @Test func `a signed access token has the thumbprint of the key`() async throws {
    let reply = await bench.grant(
      "client_credentials", headers: ["DPoP": try prover.proof(Self.token)])
    #expect(reply["token_type"] == "DPoP")
    #expect(try reply.claims("access_token")["cnf"]?["jkt"]?.string == prover.thumbprint)
    await bench.grant("client_credentials", headers: ["DPoP": try prover.proof(Self.token)])
      .expect(400, "invalid_dpop_proof")
  }

  @Test func `an issuer may require proofs, and its nonce in each`() async throws {
    await bench.set("oidc.corp", ["requiresDPoP": true, "requiresDPoPNonce": true])
    #expect(try await redeem(nil)["error"] == "invalid_dpop_proof")
    let asked = try await redeem(try prover.proof(Self.token)).expect(400, "use_dpop_nonce")
    let nonce = try #require(asked.headers["DPoP-Nonce"])
    let reply = try await redeem(try prover.proof(Self.token, jti: "2", ["nonce": .string(nonce)]))
    #expect(reply.status == 200, "\(reply.text)")
    let access = try reply.value("access_token")
    let resource = await claimsOfPerson(
      access, try prover.proof(Self.userInfo, method: "GET", jti: "3", access: access))
    #expect(resource.status == 401 && resource.headers["DPoP-Nonce"] != nil)
    #expect(resource.headers["WWW-Authenticate"] == #"DPoP error="use_dpop_nonce""#)
    bench.advance(by: .seconds(301))
    let late = try prover.proof(
      Self.token, jti: "4", ["nonce": .string(nonce), "iat": .int(Bench.start.seconds + 301)])
    #expect(try await redeem(late)["error"] == "use_dpop_nonce")
  }

  @Test func `discovery lists the algorithms, and no other provider reads proofs`() async throws {
    let document = await bench.get(Bench.discovery(of: "oidc.corp"))
    #expect(document["dpop_signing_alg_values_supported"]?.array?.contains("ES256") == true)
    let google = await bench.get(Bench.discovery(of: "google.com"))
    #expect(google["dpop_signing_alg_values_supported"] == nil)
    try await bench.tokens("google.com", headers: ["DPoP": "x"]).expect(["token_type": "Bearer"])
    let refused = await bench.call(
      .patch, "/emulator/v1/issuers/google.com", ["requiresDPoP": true])
    #expect(refused["error"]?["message"]?.string?.hasPrefix("requiresDPoP: google.com") == true)
  }
}
