import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/sign-in-with-idp.md#verification, docs/reference/apple.md#apple-in-firebase, and
/// the switch `verifyCredentials` of docs/fidelity/switches.md.
@Suite struct `signInWithIdp and whom a token was made for` {
  private static func refusal(_ presented: String, _ expected: String) -> String {
    "INVALID_IDP_RESPONSE : The audience in ID Token [\(presented)] does not match the expected "
      + "audience \(expected)."
  }

  @Test(arguments: [Client.bundleID, Client.servicesID], Profile.allCases)
  func `Apple's bundle id and Services ID are accepted`(
    client: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("apple.com", ["clientId": .string(client)])
    try await emulator.signIn(with: minted).expectSession()
  }

  /// The most common mistake: native tokens contain the bundle id, web tokens the Services ID.
  @Test(arguments: Profile.allCases)
  func `Apple's bundle id is wrong where the Services ID alone is known`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    try emulator.configure(
      provider: "apple.com", ProviderConfig(clientID: Client.servicesID))
    let minted = try await emulator.mint("apple.com", ["clientId": .string(Client.bundleID)])
    await emulator.signIn(with: minted)
      .expect(refusal: Self.refusal(Client.bundleID, Client.servicesID))
  }

  @Test(arguments: Profile.allCases)
  func `Apple's Services ID is wrong where the bundle id alone is known`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    try emulator.configure(
      provider: "apple.com", ProviderConfig(bundleIDs: [Client.bundleID]))
    let minted = try await emulator.mint("apple.com", ["clientId": .string(Client.servicesID)])
    await emulator.signIn(with: minted)
      .expect(refusal: Self.refusal(Client.servicesID, Client.bundleID))
  }

  @Test(arguments: Profile.allCases)
  func `several audiences are enough when one is right`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(
      "oidc.corp", ["claims": ["aud": ["other", "corp-client"], "azp": "other"]])
    try await emulator.signIn(with: minted).expectSession()
    let wrong = try await emulator.mint("oidc.corp", ["claims": ["aud": ["one", "two"]]])
    await emulator.signIn(with: wrong)
      .expect(refusal: Self.refusal("one, two", "corp-client"))
  }

  @Test(arguments: Profile.allCases)
  func `an additional client is accepted`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    try emulator.configure(
      provider: "google.com",
      ProviderConfig(clientID: "web", additionalClientIDs: ["ios", "android"]))
    let minted = try await emulator.mint("google.com", ["clientId": "android"])
    try await emulator.signIn(with: minted).expectSession()
  }

  @Test(arguments: ["apple.com", "google.com", "oidc.corp", "microsoft.com"])
  func `without configured clients compatible accepts any`(provider: String) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let minted = try await emulator.mint(provider, ["clientId": "any-client"])
    let reply = await emulator.signIn(with: minted)
    try reply.expectSession()
    #expect(
      await emulator.reasons(for: reply).contains(
        "requireConfiguredProviders warned \(provider) is not configured"))
  }

  @Test(arguments: ["apple.com", "google.com", "oidc.corp"])
  func `without configured clients production accepts none`(provider: String) async throws {
    let emulator = try TestEmulator(profile: .production, hasKeys: true)
    try emulator.configure(provider: provider, ProviderConfig())
    let reply = await emulator.signIn(with: try await emulator.mint(provider))
    #expect(reply.status == 400)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
    #expect(await emulator.reasons(for: reply).contains("No client id is configured"))
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: ["apple.com", "google.com", "microsoft.com", "oidc.corp"])
  func `a provider that is not set up is refused by production`(
    provider: String
  ) async throws {
    let emulator = try TestEmulator(profile: .production, hasKeys: true)
    await emulator.signIn(with: try await emulator.mint(provider)).expect(
      refusal: "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
  }

  @Test(arguments: ["apple.com", "google.com", "microsoft.com", "oidc.corp"])
  func `a provider that is switched off is refused by production alone`(
    provider: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile, hasKeys: true)
      try emulator.configure(
        provider: provider, ProviderConfig(enabled: false, clientID: "client"))
      let minted = try await emulator.mint(provider, ["clientId": "client"])
      let reply = await emulator.signIn(with: minted)
      if profile == .production {
        reply.expect(
          refusal: "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")
      } else {
        try reply.expectSession()
      }
    }
  }

  @Test(arguments: Profile.allCases)
  func `a token of Google's is not accepted as Apple's`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint("google.com", ["clientId": .string(Client.bundleID)])
    await emulator.present("apple.com", ["id_token": minted.idToken]).expect(
      refusal: "INVALID_IDP_RESPONSE : The issuer in ID Token "
        + "http://localhost:9099/issuers/google.com does not match the expected one in config: "
        + "http://localhost:9099/issuers/apple.com.")
  }

  /// The `kid` is local, so the token is local, whatever its issuer is.
  @Test(arguments: Profile.allCases)
  func `a token that Google's key signed in Apple's name is refused`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    for issuer in ["http://localhost:9099/issuers/apple.com", "https://appleid.apple.com"] {
      let minted = try await emulator.mint(
        "google.com",
        ["clientId": .string(Client.bundleID), "claims": ["iss": .string(issuer)]])
      await emulator.present("apple.com", ["id_token": minted.idToken])
        .expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    }
  }

  /// Many apps have the real issuer in their code.
  @Test(arguments: [
    ("apple.com", "https://appleid.apple.com"), ("google.com", "https://accounts.google.com"),
    ("google.com", "accounts.google.com"),
  ])
  func `the real issuer's name is equivalent to the emulator's over its signature`(
    provider: String, issuer: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider, ["claims": ["iss": .string(issuer)]])
      try await emulator.signIn(with: minted).expectSession()
    }
  }

  @Test(arguments: ["local", "production"], ["apple.com", "google.com", "oidc.corp"])
  func `an issuer may be named by its mode`(mode: String, provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      try emulator.configure(
        provider: provider, ProviderConfig(clientID: "the-client", issuer: mode))
      let minted = try await emulator.mint(provider)
      let name = JSON.claims(ofToken: minted.idToken)["iss"]?.string
      #expect(name?.hasPrefix("http://localhost:9099/") == (mode == "local"))
      try await emulator.signIn(with: minted).expectSession()
      let other = try await emulator.mint(
        provider, ["claims": ["iss": "https://other.example.com"]])
      #expect(await emulator.signIn(with: other).errorCode == "INVALID_IDP_RESPONSE")
    }
  }

  @Test(arguments: Profile.allCases)
  func `an issuer that the project names must match exactly`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let issuer = "https://login.corp.example.com"
    try emulator.configure(
      provider: "oidc.corp", ProviderConfig(clientID: "corp-client", issuer: issuer))
    let local = "http://localhost:9099/issuers/oidc.corp"
    let wrong = try await emulator.mint("oidc.corp", ["claims": ["iss": .string(local)]])
    await emulator.signIn(with: wrong).expect(
      refusal: "INVALID_IDP_RESPONSE : The issuer in ID Token \(local) does not match the expected "
        + "one in config: \(issuer).")
    // The mint call signs with the project's issuer.
    let right = try await emulator.mint("oidc.corp")
    #expect(JSON.claims(ofToken: right.idToken)["iss"] == .string(issuer))
    try await emulator.signIn(with: right).expectSession()
  }
}
