import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `A presented ID token` {
  private func lookup(_ emulator: TestEmulator, _ token: String) async -> Reply {
    await emulator.client("accounts:lookup", ["idToken": .string(token)])
  }

  @Test func `a presented ID token may be one that a test wrote by itself`() async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    #expect(await lookup(emulator, Handwritten.idToken(uid: ada.uid)).status == 200)
  }

  @Test(
    arguments: [
      ["aud": "other"], ["iss": "https://securetoken.google.com/other"], ["aud": nil],
      ["iss": "https://session.firebase.google.com/demo-project"], ["iat": nil],
      ["sub": nil, "user_id": nil], ["sub": "", "user_id": ""], ["iat": "soon"],
      ["iat": 9_223_372_036_854_775_807], ["iat": 9_223_372_036_854_775_807, "exp": nil],
      ["auth_time": 9_223_372_036_854_775_807], ["auth_time": -9_223_372_036_854_775],
      ["exp": -9_223_372_036_854_775_807],
    ] as [JSONObject])
  func `a presented ID token is refused when it cannot be ours`(_ claims: JSONObject) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    let reply = await lookup(emulator, Handwritten.idToken(uid: ada.uid, claims))
    #expect(reply.status == 400)
    #expect(reply.errorMessage == "INVALID_ID_TOKEN")
    #expect(reply.decisions == ["idToken: refused", "apiKey: chose"])
  }

  @Test(arguments: ["junk", "a.b", "a.b.c", "..", "e30.e30.", "eyJhbGciOiJub25lIn0.W10."])
  func `a presented ID token is refused when it is invalid`(_ text: String) async throws {
    #expect(await lookup(try TestEmulator(), text).errorMessage == "INVALID_ID_TOKEN")
  }

  @Test func `a presented ID token of another project is refused, and works there`() async throws {
    let emulator = try TestEmulator()
    let reply = try await emulator.call(
      .post, "/v1/accounts:signUp?key=\(emulator.key(of: "other"))", [:])
    let other = try SignedIn(reply)
    #expect(other.claims["aud"] == "other")
    #expect(await lookup(emulator, other.idToken).errorMessage == "INVALID_ID_TOKEN")
    let there = try await emulator.call(
      .post, "/v1/accounts:lookup?key=\(emulator.key(of: "other"))",
      ["idToken": .string(other.idToken)])
    #expect(there.status == 200)
  }

  @Test(arguments: [SwitchValue.off, .warn, .on])
  func `a presented ID token expires five minutes after its hour, by the switch`(
    _ value: SwitchValue
  ) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    try emulator.set([.idTokenExpiry: value])
    emulator.advance(.seconds(3899))
    #expect(await lookup(emulator, ada.idToken).decisions == [])
    emulator.advance(.seconds(1))
    let reply = await lookup(emulator, ada.idToken)
    switch value {
    case .on:
      // INVALID_ID_TOKEN signs no user out; TOKEN_EXPIRED would.
      #expect(reply.errorMessage == "INVALID_ID_TOKEN")
      #expect(reply.decisions == ["idTokenExpiry: refused"])
    case .warn:
      #expect(reply.status == 200)
      #expect(reply.decisions == ["idTokenExpiry: warned"])
      #expect(reply.reason.first?.contains("production answers INVALID_ID_TOKEN") == true)
    default:
      #expect(reply.status == 200)
      #expect(reply.decisions == [])
    }
  }

  @Test(arguments: [(Profile.compatible, 200), (.production, 400)])
  func `a presented ID token expires only in production unless a switch is set`(
    _ profile: Profile, _ status: Int
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada = try await emulator.signUp()
    emulator.advance(.seconds(3900))
    #expect(await lookup(emulator, ada.idToken).status == status)
  }

  // MARK: Signed tokens

  @Test func `a presented ID token must be signed where the emulator signs`()
    async throws
  {
    let emulator = try TestEmulator { $0.signsIDTokens = true }
    let ada = try await emulator.signUp()
    let parts = ada.idToken.split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3 && !parts[2].isEmpty)
    #expect(await lookup(emulator, ada.idToken).status == 200)
    let unsigned = await lookup(emulator, Handwritten.idToken(uid: ada.uid))
    #expect(unsigned.errorMessage == "INVALID_ID_TOKEN")
    // Another user's claims with this signature.
    let claims = Handwritten.idToken(uid: "eve").split(separator: ".")[1]
    let forged = "\(parts[0]).\(claims).\(parts[2])"
    #expect(await lookup(emulator, forged).errorMessage == "INVALID_ID_TOKEN")
    #expect(await lookup(emulator, "\(parts[0]).\(parts[1]).").errorMessage == "INVALID_ID_TOKEN")
  }

  @Test
  func `a presented ID token of another signer is refused even where unsigned ones are accepted`()
    async throws
  {
    let signing = try TestEmulator { $0.signsIDTokens = true }
    let plain = try TestEmulator()
    var tokens: [String] = []
    for emulator in [signing, plain] {
      let user: JSON = ["localId": "ada", "email": "ada@example.com", "password": "secret1"]
      #expect(await emulator.admin("accounts", user).status == 200)
      let signedIn = await emulator.signInWithPassword()
      tokens.append(try #require(signedIn["idToken"]?.string))
    }
    #expect(await lookup(plain, tokens[0]).errorMessage == "INVALID_ID_TOKEN")
    #expect(await lookup(plain, tokens[1]).status == 200)
  }
}
