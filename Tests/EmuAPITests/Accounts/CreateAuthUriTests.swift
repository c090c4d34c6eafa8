import EmuTestSupport
import Testing

@Suite final class `accounts:createAuthUri`: EmulatorSuite {
  private func ask(_ email: String) async -> Reply {
    await emulator.client(
      "accounts:createAuthUri",
      ["identifier": .string(email), "continueUri": "http://localhost", "sessionId": "s1"])
  }

  @Test func `accounts:createAuthUri reports the ways to sign in with an address`() async throws {
    let ada = try await emulator.signUp()
    _ = await emulator.signIn(
      "google.com", claims: ["sub": "g", "email": "ada@example.com"],
      options: ["idToken": .string(ada.idToken)])
    _ = await emulator.change(ada.uid, ["phoneNumber": "+15550100"])
    // The phone number is never listed.
    Golden.expect(await ask("ADA@example.com").json, "createAuthUri/registered")
    Golden.expect(await ask("eve@example.com").json, "createAuthUri/unknown")
  }

  @Test(arguments: [false, true])
  func `accounts:createAuthUri finds users by providers' addresses`(_ repeats: Bool) async throws {
    let google = try SignedIn(
      await emulator.signIn("google.com", claims: ["sub": "g", "email": "old@example.com"]))
    _ = await emulator.change(google.uid, ["email": "new@example.com", "password": "secret1"])
    let github = try await emulator.signUp("eve@example.com")
    _ = await emulator.signIn(
      "github.com", claims: ["sub": "h", "email": "old@example.com"],
      options: ["idToken": .string(github.idToken)])
    try emulator.configure(["signIn": ["allowDuplicateEmails": .bool(repeats)]])
    let all: JSON = repeats ? ["password"] : ["google.com", "password", "github.com"]
    for email in ["old@example.com", "OLD@example.com"] {
      await ask(email).expect(["registered": true, "allProviders": all, "signinMethods": all])
    }
  }

  @Test func `accounts:createAuthUri finds an owner before a provider's users`() async throws {
    let linked = try SignedIn(
      await emulator.signIn("google.com", claims: ["sub": "g", "email": "ada@example.com"]))
    _ = await emulator.change(linked.uid, ["email": "other@example.com"])
    _ = try await emulator.signUp("ada@example.com")
    #expect(await ask("ada@example.com")["allProviders"] == ["password", "google.com"])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:createAuthUri returns the request's provider`(_ profile: Profile) async throws {
    let reply = await (try TestEmulator(profile: profile)).client(
      "accounts:createAuthUri",
      [
        "identifier": "ada@example.com", "continueUri": "http://localhost",
        "providerId": "google.com",
      ])
    #expect(reply["providerId"] == "google.com")
  }

  @Test func `accounts:createAuthUri needs a URL to return to`() async {
    await emulator.client(
      "accounts:createAuthUri", ["identifier": "a@b.c", "continueUri": "localhost"]
    ).expect(refusal: "INVALID_CONTINUE_URI")
  }
}
