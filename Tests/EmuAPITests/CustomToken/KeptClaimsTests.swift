import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Claims of a custom token` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// The answer to a custom token contains no user.
  private struct Tokens {
    var idToken: String
    var refreshToken: String
  }

  private func signIn() async throws -> Tokens {
    let token: JSON = ["uid": "u1", "claims": ["role": "editor", "level": 3]]
    let reply = await emulator.client(
      "accounts:signInWithCustomToken", ["token": .string(token.serialized())])
    return Tokens(
      idToken: try #require(reply["idToken"]?.string),
      refreshToken: try #require(reply["refreshToken"]?.string))
  }

  @Test(
    arguments: [
      ["password": "secret2"], ["email": "ada@example.com"],
      ["email": "ada@example.com", "password": "secret2"],
    ] as [JSONObject])
  func `claims of a custom token outlive what ends the other sessions`(_ change: JSONObject)
    async throws
  {
    let user = try await signIn()
    var body = change
    body["idToken"] = .string(user.idToken)
    let reply = await emulator.client("accounts:update", .object(body))
    let claims = JSON.claims(ofToken: reply["idToken"]?.string)
    #expect(claims["role"] == "editor")
    #expect(claims["level"] == 3)
    let refreshed = await emulator.refresh(try #require(reply["refreshToken"]?.string))
    #expect(JSON.claims(ofToken: refreshed["id_token"]?.string)["role"] == "editor")
  }

  @Test func `claims of a custom token outlive adding a password by signUp`() async throws {
    let user = try await signIn()
    let reply = await emulator.client(
      "accounts:signUp",
      [
        "idToken": .string(user.idToken), "email": "ada@example.com", "password": "secret1",
      ])
    #expect(JSON.claims(ofToken: reply["idToken"]?.string)["role"] == "editor")
  }

  @Test func `claims of a custom token are not mixed up with the user's own`() async throws {
    let first = try await signIn()
    _ = await emulator.change("u1", ["customAttributes": #"{"plan":"gold"}"#])
    let token = await emulator.refresh(first.refreshToken)["id_token"] ?? .null
    #expect(JSON.claims(ofToken: token.string)["plan"] == "gold")
    let changed = await emulator.client(
      "accounts:update", ["idToken": token, "password": "secret2"])
    _ = await emulator.change("u1", ["customAttributes": "{}"])
    let after = await emulator.refresh(try #require(changed["refreshToken"]?.string))
    let claims = JSON.claims(ofToken: after["id_token"]?.string)
    #expect(claims["role"] == "editor")
    #expect(claims["plan"] == nil)
  }

  @Test(arguments: ["{}", #"{"role":"viewer"}"#])
  func `claims of a custom token are not those that an administrator has taken from the user`(
    _ later: String
  ) async throws {
    let reply = await emulator.signUpReply("ada@example.com")
    let user = try SignedIn(reply)
    _ = await emulator.change(user.uid, ["customAttributes": #"{"role":"editor"}"#])
    let token = await emulator.refresh(user.refreshToken)["id_token"] ?? .null
    #expect(JSON.claims(ofToken: token.string)["role"] == "editor")
    _ = await emulator.change(user.uid, ["customAttributes": .string(later)])
    let changed = await emulator.client(
      "accounts:update", ["idToken": token, "password": "secret2"])
    let role: JSON? = later == "{}" ? nil : "viewer"
    #expect(JSON.claims(ofToken: changed["idToken"]?.string)["role"] == role)
    let after = await emulator.refresh(try #require(changed["refreshToken"]?.string))
    #expect(JSON.claims(ofToken: after["id_token"]?.string)["role"] == role)
  }
}
