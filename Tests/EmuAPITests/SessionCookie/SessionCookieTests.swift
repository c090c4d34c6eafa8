import EmuCrypto
import EmuJOSE
import EmuServer
import EmuTestSupport
import Testing

@Suite final class `createSessionCookie`: EmulatorSuite {
  private func create(
    _ user: Reply, _ duration: JSON = nil, on other: TestEmulator? = nil
  ) async -> Reply {
    await (other ?? emulator).admin(
      ":createSessionCookie", ["idToken": user["idToken"] ?? nil, "validDuration": duration])
  }

  @Test func `createSessionCookie carries the ID token's claims`() async {
    let user = await emulator.signIn(custom: #"{"uid":"alice","claims":{"tier":"gold"}}"#)
    emulator.advance(.seconds(10))
    await create(user, "600").expect(golden: "sessionCookie/created")
  }

  @Test(
    arguments: [(nil, 1_209_600), (0, 1_209_600), (300, 300), ("1209600", 1_209_600)]
      as [(JSON, Int64)])
  func `createSessionCookie lives as long as asked`(_ duration: JSON, _ seconds: Int64) async {
    let reply = await create(await emulator.client("accounts:signUp"), duration)
    let claims = JSON.claims(ofToken: reply["sessionCookie"]?.string)
    #expect(claims["exp"]?.int == TestEmulator.start.seconds + seconds)
  }

  @Test(
    arguments: [
      (["idToken": ""], "MISSING_ID_TOKEN"), (["idToken": "nonsense"], "INVALID_ID_TOKEN"),
      (["idToken": "nonsense", "validDuration": 1_209_601], "INVALID_DURATION"),
      (["idToken": "nonsense", "validDuration": -1], "INVALID_DURATION"),
    ] as [(JSONObject, String)])
  func `createSessionCookie refuses bad input`(_ body: JSONObject, _ code: String) async {
    #expect(await emulator.admin(":createSessionCookie", .object(body)).errorMessage == code)
  }

  @Test(arguments: Profile.allCases)
  func `createSessionCookie is of the ID token's tenant`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    await emulator.allowTenants()
    let tenant = try await emulator.tenant(["displayName": "tenant", "enableAnonymousUser": true])
    let user = await emulator.client(
      "accounts:signUp", ["tenantId": .string(tenant), "returnSecureToken": true])
    let body: JSON = ["idToken": user["idToken"] ?? nil]
    let reply = await emulator.admin(":createSessionCookie", body, tenant: tenant)
    let claims = JSON.claims(ofToken: reply["sessionCookie"]?.string)
    #expect(claims["firebase"]?["tenant"] == .string(tenant))

    let byProject = await emulator.admin(":createSessionCookie", body)
    switch profile {
    case .compatible: #expect(byProject.errorMessage == "TENANT_ID_MISMATCH")
    case .production: #expect(JSON.claims(ofToken: byProject["sessionCookie"]?.string) == claims)
    }
  }

  @Test func `createSessionCookie is refused to users who are gone or signed out`() async {
    let gone = await emulator.client("accounts:signUp")
    _ = await emulator.admin("accounts:delete", ["localId": gone["localId"] ?? nil])
    await create(gone).expect(refusal: "USER_NOT_FOUND")
    let out = await emulator.client("accounts:signUp")
    _ = await emulator.change(out["localId"]?.string ?? "", ["validSince": "1800000999"])
    await create(out).expect(refusal: "TOKEN_EXPIRED")
  }

  @Test func `createSessionCookie signs with a published key as ID tokens do`() async throws {
    let emulator = try TestEmulator { $0.signsIDTokens = true }
    let reply = await create(await emulator.client("accounts:signUp"), on: emulator)
    let cookie = try CompactJWT(reply["sessionCookie"]?.string ?? "")
    let set = await emulator.get("/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys")
    let keys = try JWKSet(parsing: set.bytes).verificationKeys
    #expect(JWTVerifier.verifies(cookie, keys: keys))
    for path in [
      "/identitytoolkit.googleapis.com/v1/publicKeys", "/v1/publicKeys",
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
    ] {
      let reply = await emulator.get(path)
      let kid = try #require(try cookie.header().kid)
      let certificate = try X509Certificate(pem: reply[kid]?.string ?? "")
      let key = VerificationKey(kid: kid, publicKey: try certificate.publicKey)
      #expect(JWTVerifier.verifies(cookie, keys: [key]))
    }
  }
}
