import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:createAuthUri` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func ask(_ email: String) async -> Reply {
    await emulator.client(
      "accounts:createAuthUri",
      ["identifier": .string(email), "continueUri": "http://localhost", "sessionId": "s1"])
  }

  @Test func `accounts:createAuthUri reports how the owner of an address can sign in`() async throws
  {
    let ada = try await emulator.signUp()
    _ = await emulator.signIn(
      "google.com", claims: ["sub": "g", "email": "ada@example.com"],
      options: ["idToken": .string(ada.idToken)])
    _ = await emulator.change(ada.uid, ["phoneNumber": "+15550100"])
    // The phone number is never listed.
    Golden.expect(await ask("ADA@example.com").json, "createAuthUri/registered")
    Golden.expect(await ask("eve@example.com").json, "createAuthUri/unknown")
  }

  @Test func `accounts:createAuthUri reports the password alone where addresses may repeat`()
    async throws
  {
    let ada = try await emulator.signUp()
    _ = await emulator.change(
      ada.uid, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"]])
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    #expect(await ask("ada@example.com")["signinMethods"] == ["password"])
  }

  @Test(arguments: [false, true])
  func `accounts:createAuthUri finds every user with the address, of any provider`(
    _ repeats: Bool
  )
    async throws
  {
    let google = try SignedIn(
      await emulator.signIn("google.com", claims: ["sub": "g", "email": "old@example.com"]))
    _ = await emulator.change(google.uid, ["email": "new@example.com", "password": "secret1"])
    let github = try await emulator.signUp("eve@example.com")
    _ = await emulator.signIn(
      "github.com", claims: ["sub": "h", "email": "old@example.com"],
      options: ["idToken": .string(github.idToken)])
    try emulator.configure(["signIn": ["allowDuplicateEmails": .bool(repeats)]])
    for email in ["old@example.com", "OLD@example.com"] {
      let reply = await ask(email)
      #expect(reply["registered"] == true)
      #expect(
        reply["allProviders"]
          == (repeats ? ["password"] : ["google.com", "password", "github.com"]), "\(reply.json)")
      #expect(reply["signinMethods"] == reply["allProviders"])
    }
  }

  @Test func `accounts:createAuthUri finds an owner of the address before those of a provider`()
    async throws
  {
    let linked = try SignedIn(
      await emulator.signIn("google.com", claims: ["sub": "g", "email": "ada@example.com"]))
    _ = await emulator.change(linked.uid, ["email": "other@example.com"])
    _ = try await emulator.signUp("ada@example.com")
    #expect(
      await ask("ada@example.com")["allProviders"] == ["password", "google.com"])
  }

  @Test func `accounts:createAuthUri reports nothing where addresses are protected`() async throws {
    _ = try await emulator.signUp()
    try emulator.set([.emailEnumerationProtection: .on])
    for email in ["ada@example.com", "eve@example.com"] {
      Golden.expect(await ask(email).json, "createAuthUri/protected")
    }
  }

  @Test(arguments: Profile.allCases)
  func `accounts:createAuthUri returns the provider of a request with an address`(
    _ profile: Profile
  ) async throws {
    let reply = await (try TestEmulator(profile: profile)).client(
      "accounts:createAuthUri",
      [
        "identifier": "ada@example.com", "continueUri": "http://localhost",
        "providerId": "google.com",
      ])
    #expect(reply["providerId"] == "google.com")
  }

  @Test(
    arguments: [
      ([:], 400, "MISSING_IDENTIFIER"),
      (["identifier": "a@b.c"], 400, "MISSING_CONTINUE_URI"),
      (["identifier": "x", "continueUri": "http://x"], 400, "INVALID_IDENTIFIER"),
      (["identifier": "a@b.c", "continueUri": "localhost"], 400, "INVALID_CONTINUE_URI"),
    ] as [(JSON, Int, String)])
  func `accounts:createAuthUri refuses what it cannot answer`(
    _ body: JSON, _ status: Int, _ message: String
  )
    async throws
  {
    let reply = await (try TestEmulator()).client("accounts:createAuthUri", body)
    #expect(reply.status == status)
    #expect(reply.errorMessage == message)
  }
}
