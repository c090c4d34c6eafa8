import EmuCrypto
import EmuJOSE
import EmuServer
import EmuTestSupport
import Testing

@testable import EmuModel

/// The events of functions, and the sign-ins that cause them
/// (docs/reference/tokens.md#events-of-blocking-functions).
@Suite final class `A blocking event`: PatientSuite {
  private static let both: [BlockingEvent] = [.beforeCreate, .beforeSignIn]

  @Test func `a blocking event reports the account and the sign-in`() async throws {
    let functions = try await emulator.functions(for: Self.both)
    let reply = await emulator.call(
      .post, "/v1/accounts:signUp?key=k",
      ["email": "ada@example.com", "password": "secret1", "displayName": "Ada"],
      headers: ["User-Agent": "App/1", "X-Firebase-Locale": "de"])
    let account = try SignedIn(reply)
    let calls = functions.calls
    #expect(calls.map(\.path) == ["/beforeCreate", "/beforeSignIn"])
    #expect(calls.map(\.contentType) == ["application/json", "application/json"])
    for call in calls {
      let event = call.claims["event_type"]?.string ?? ""
      // The server's port differs in each run.
      call.claims.expect(["aud": .string(functions.url(event)), "sub": .string(account.uid)])
      Golden.expect(call.claims, "functions/password-\(event)", masking: ["aud"])
    }
  }

  @Test(arguments: [(Profile.production, "und"), (.compatible, "en")] as [(Profile, JSON)])
  func `an event may have no language`(_ profile: Profile, _ locale: JSON) async throws {
    let emulator = try TestEmulator.patient(profile)
    let functions = try await emulator.functions(for: Self.both)
    _ = try await emulator.signUp()
    #expect(functions.calls.map { $0.claims["locale"] } == [locale, locale])
  }

  @Test func `a blocking event has the provider's claims of a credential`() async throws {
    let functions = try await emulator.functions(for: Self.both)
    let reply = await emulator.signIn(
      "google.com", claims: ["sub": "g1", "email": "ada@gmail.com", "email_verified": true])
    #expect(reply["isNewUser"] == true)
    let claims = try #require(functions.calls.last?.claims)
    Golden.expect(claims, "functions/google", masking: ["aud"])
    #expect(functions.calls.count == 2)
  }

  @Test(arguments: [
    ([], []), (["idToken"], ["oauth_id_token"]),
    (["accessToken"], ["oauth_access_token", "oauth_expires_in"]),
    (["refreshToken"], ["oauth_refresh_token"]),
  ])
  func `an event may have a provider's tokens`(forwards: [String], claims: [String]) async throws {
    try emulator.configure(
      provider: "google.com", .init(clientID: "google-client", clientSecret: "s"))
    let functions = try await emulator.functions(for: Self.both, forwarding: forwards)
    let minted = try await emulator.mint(
      "google.com", ["account": ["email": "ada@gmail.com"], "scopes": ["openid", "email"]])
    let reply = await emulator.present("google.com", ["code": minted.code])
    #expect(reply["isNewUser"] == true, "\(reply.json)")
    // A restarted transaction exchanges the code for the same tokens, so each function is called
    // once, and receives the tokens of the app.
    #expect(functions.calls.count == 2)
    for call in functions.calls {
      let told = (call.claims.object ?? [:]).keys.filter { $0.hasPrefix("oauth_") }
      #expect(Set(told).isSubset(of: claims), "\(told)")
      #expect(!claims.isEmpty == !told.isEmpty)
    }
    let claims = functions.calls.last?.claims
    if forwards == ["accessToken"] {
      #expect(claims?["oauth_access_token"] == reply["oauthAccessToken"])
    }
    if forwards == ["idToken"] { #expect(claims?["oauth_id_token"] == reply["oauthIdToken"]) }
  }

  @Test func `a blocking event of returning users is beforeSignIn alone`() async throws {
    _ = try await emulator.signUp()
    let functions = try await emulator.functions(for: Self.both) { _ in
      .changing(["displayName": "Ada"])
    }
    let reply = await emulator.signInWithPassword()
    #expect(functions.calls.map(\.path) == ["/beforeSignIn"])
    #expect(reply["displayName"] == "Ada")
  }

  @Test func `a blocking event needs a sign-in by a provider or a password`() async throws {
    let functions = try await emulator.functions(for: Self.both) { _ in
      .json([:], status: .forbidden)
    }
    _ = try await emulator.signUpAnonymously()
    let token: JSON = ["token": #"{"uid":"bob"}"#]
    #expect(await emulator.client("accounts:signInWithCustomToken", token).status == 200)
    let eve: JSON = ["email": "eve@example.com", "password": "secret1"]
    #expect(await emulator.admin("accounts", eve).status == 200)
    #expect(functions.calls.isEmpty)
  }

  @Test func `a blocking event of a tenant is sent to the project's functions`() async throws {
    let functions = try await emulator.functions(for: Self.both)
    let reply = await emulator.client(
      "accounts:signUp", ["email": "ada@example.com", "password": "secret1", "tenantId": "t1"])
    #expect(reply.status == 200)
    let claims = functions.calls.map(\.claims)
    #expect(claims.map { $0["tenant_id"] } == ["t1", "t1"])
    #expect(claims.map { $0["user_record"]?["tenant_id"] } == ["t1", "t1"])
  }

  @Test func `a blocking event is signed where ID tokens are`() async throws {
    let emulator = try TestEmulator.patient { $0.signsIDTokens = true }
    let functions = try await emulator.functions(for: [.beforeCreate])
    _ = try await emulator.signUp()
    let token = try CompactJWT(try #require(functions.calls.first?.token))
    let certificates = await emulator.get("/v1/publicKeys?key=k")
    let kid = try #require(try token.header().kid)
    let pem = try #require(certificates[kid]?.string)
    let key = VerificationKey(kid: kid, publicKey: try X509Certificate(pem: pem).publicKey)
    #expect(JWTVerifier.verifies(token, keys: [key]))
  }

  @Test func `a blocking event ends when its function is no longer registered`() async throws {
    let functions = try await emulator.functions(for: Self.both) { _ in
      .json([:], status: .forbidden)
    }
    // The Functions emulator leaves the address empty for events without a function.
    let reply = await emulator.patchV2(
      "config?updateMask=blockingFunctions",
      ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": ""]]]])
    #expect(reply.status == 200)
    _ = try await emulator.signUp()
    #expect(functions.calls.isEmpty)
  }
}

extension TestEmulator {
  /// Registers functions that answer every event alike, and returns their server.
  func functions(
    for events: [BlockingEvent], forwarding credentials: [String] = [],
    _ answer: @escaping @Sendable (FunctionServer.Call) -> Answer = { _ in .json([:]) }
  ) async throws -> FunctionServer {
    let functions = try FunctionServer(answer)
    await register(functions, for: events, forwarding: credentials)
    return functions
  }
}
