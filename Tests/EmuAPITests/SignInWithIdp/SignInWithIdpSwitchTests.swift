import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The effect of each switch of docs/fidelity/switches.md on a sign-in.
@Suite struct `accounts:signInWithIdp by switch` {
  private func notes(
    _ emulator: TestEmulator, _ rule: Switch, provider: String = "google.com",
    claims: JSON = Idp.claims("g1")
  ) async -> [Annotations.Note] {
    await emulator.decisions(provider, claims: claims).filter { $0.rule == rule.rawValue }
  }

  @Test func `requireConfiguredProviders refuses, reports or says nothing`() async throws {
    let emulator = try TestEmulator()
    try emulator.set([.requireConfiguredProviders: .on])
    let unknown = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(unknown, is: "provider-not-configured", .production, status: 400)
    try emulator.configure(provider: "google.com", ProviderConfig(enabled: false))
    let disabled = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(disabled, is: "provider-disabled", .production, status: 400)
    #expect(await emulator.userCount() == 0)

    try emulator.set([.requireConfiguredProviders: .warn])
    let warned = await notes(emulator, .requireConfiguredProviders)
    #expect(warned.map(\.outcome) == ["warned"])
    #expect(
      warned.first?.reason.hasSuffix(
        "production answers OPERATION_NOT_ALLOWED : The identity provider configuration is "
          + "disabled.") == true)
    #expect(await emulator.userCount() == 1)

    try emulator.set([.requireConfiguredProviders: .off])
    #expect(await notes(emulator, .requireConfiguredProviders).isEmpty)
    try emulator.configure(provider: "google.com", ProviderConfig())
    try emulator.set([.requireConfiguredProviders: .on])
    #expect(await notes(emulator, .requireConfiguredProviders).isEmpty)
  }

  @Test func `verifyCredentials refuses, reports or says nothing`() async throws {
    let emulator = try TestEmulator()
    try emulator.set([.verifyCredentials: .on])
    let claims = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    Idp.expect(claims, is: "claims-in-clear", .production, status: 400)
    let token = await emulator.post(
      "providerId=google.com&id_token=eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJnMSJ9.")
    Idp.expect(token, is: "unsigned-token", .production, status: 400)
    #expect(await emulator.userCount() == 0)

    try emulator.set([.verifyCredentials: .warn])
    let warned = await notes(emulator, .verifyCredentials)
    #expect(warned.map(\.outcome) == ["warned"])
    #expect(warned.first?.reason.contains("/emulator/v1/issuers/google.com/tokens") == true)
    #expect(await emulator.userCount() == 1)

    try emulator.set([.verifyCredentials: .off])
    #expect(await notes(emulator, .verifyCredentials).isEmpty)
  }

  @Test func `a complete production profile accepts no plaintext claims`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "google.com", ProviderConfig(clientID: "app"))
    let reply = await emulator.signIn("google.com", claims: Idp.claims("g1"))
    let prefix = "INVALID_IDP_RESPONSE : Unable to parse Google id_token: {"
    #expect(reply.errorMessage?.hasPrefix(prefix) == true)
    // An address with two dots is not a token.
    let dotted = await emulator.signIn(
      "google.com", claims: Idp.claims("g1", email: "ann.lee@example.com"))
    #expect(dotted.errorMessage?.hasPrefix(prefix) == true)
    let access = await emulator.post(
      "providerId=google.com&access_token=" + Idp.claims("g1").serialized())
    #expect(access.errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 0)
  }

  @Test func `takeoverUnlinks selects the untrusted providers, and changes nothing else`()
    async throws
  {
    for (value, left) in [
      (SwitchValue.passwordAndPhone, ["apple.com", "github.com", "google.com"]),
      (.untrusted, ["apple.com", "google.com"]),
    ] {
      let emulator = try TestEmulator()
      try emulator.set([.takeoverUnlinks: value])
      let owner = try await emulator.account(links: ["github.com": "h1", "apple.com": "a1"])
      _ = await emulator.signIn("google.com", claims: Idp.claims("g1", name: "Ann Lee"))
      let user = try #require(try emulator.user(owner.uid))
      #expect(user.links.map(\.providerID) == left)
      #expect(user.password == nil)
      // The project's profile determines the source of the user's name.
      #expect(user.displayName == "Ann Lee")
    }
  }

  @Test func `an issuer of another server under the same path is not the emulator's`() async throws
  {
    let emulator = try TestEmulator()
    let reply = await emulator.signIn(
      "oidc.dex", claims: Idp.claims("d1", ["iss": "https://dex.example.com/issuers/main"]))
    #expect(reply.status == 200)
    let ours = await emulator.signIn(
      "oidc.dex", claims: Idp.claims("d1", ["iss": "http://localhost:9099/issuers/oidc.dex"]))
    #expect(ours.errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `idTokenExpiry concerns the account that is linked to`() async throws {
    for (value, status) in [(SwitchValue.warn, 200), (.on, 400), (.off, 200)] {
      let emulator = try TestEmulator()
      try emulator.set([.idTokenExpiry: value])
      let guest = try await emulator.anonymousAccount()
      emulator.advance(.seconds(3900))
      let reply = await emulator.signIn(
        "google.com", claims: Idp.claims("g1"), options: guest.linking)
      #expect(reply.status == status)
      if value == .on { #expect(reply.errorMessage == "INVALID_ID_TOKEN") }
    }
  }
}
