import EmuTestSupport
import Testing

@testable import EmuModel

/// docs/reference/sign-in-with-idp.md#verification, docs/reference/apple.md#apple-in-firebase, and
/// the switch `verifyCredentials` of docs/fidelity/switches.md.
@Suite struct `signInWithIdp and whom a token was made for` {
  private static let providers = ["apple.com", "google.com", "microsoft.com", "oidc.corp"]
  private static let (app, site) = (Client.bundleID, Client.servicesID)
  private static let native: JSONObject = ["clientId": .string(app)]
  private static let web: JSONObject = ["clientId": .string(site)]

  /// A configuration, a mint order, and the presented and the expected audience of a refusal.
  private static let audiences: [(String, ProviderConfig?, JSONObject, (String, String)?)] = [
    ("apple.com", nil, native, nil),
    ("apple.com", nil, web, nil),
    // The most common mistake: native tokens contain the bundle id, web tokens the Services ID.
    ("apple.com", ProviderConfig(clientID: site), native, (app, site)),
    ("apple.com", ProviderConfig(bundleIDs: [app]), web, (site, app)),
    ("oidc.corp", nil, ["claims": ["aud": ["other", "corp-client"], "azp": "other"]], nil),
    ("oidc.corp", nil, ["claims": ["aud": ["one", "two"]]], ("one, two", "corp-client")),
    (
      "google.com", ProviderConfig(clientID: "web", additionalClientIDs: ["ios", "android"]),
      ["clientId": "android"], nil
    ),
  ]

  @Test(arguments: audiences.indices, Profile.allCases)
  func `a token is accepted for a configured client`(row: Int, profile: Profile) async throws {
    let (provider, config, order, refusal) = Self.audiences[row]
    let emulator = try TestEmulator.issuing(profile)
    if let config { try emulator.configure(provider: provider, config) }
    let reply = try await emulator.signIn(minting: provider, order)
    guard let (presented, expected) = refusal else {
      try reply.expectSession()
      return
    }
    reply.expect(
      refusal: "INVALID_IDP_RESPONSE : The audience in ID Token [\(presented)] does not match the "
        + "expected audience \(expected).")
  }

  @Test(arguments: providers)
  func `compatible accepts any client where none is configured`(provider: String) async throws {
    let emulator = try TestEmulator(isStored: true)
    let reply = try await emulator.signIn(minting: provider, ["clientId": "any-client"])
    try reply.expectSession()
    #expect(reply.log.contains("requireConfiguredProviders warned \(provider) is not configured"))
  }

  @Test(arguments: ["apple.com", "google.com", "oidc.corp"])
  func `production accepts no client where none is configured`(provider: String) async throws {
    let emulator = try TestEmulator(profile: .production, isStored: true)
    try emulator.configure(provider: provider, .init())
    let reply = try await emulator.signIn(minting: provider)
    reply.expect(400, code: "INVALID_IDP_RESPONSE")
    #expect(reply.log.contains("No client id is configured"))
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: providers)
  func `production alone refuses a provider that is missing or off`(provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile, isStored: true)
      let problem = "OPERATION_NOT_ALLOWED : The identity provider configuration is"
      if profile == .production {
        try await emulator.signIn(minting: provider).expect(refusal: "\(problem) not found.")
      }
      try emulator.configure(provider: provider, .init(enabled: false, clientID: "client"))
      let reply = try await emulator.signIn(minting: provider, ["clientId": "client"])
      if profile == .production {
        reply.expect(refusal: "\(problem) disabled.")
      } else {
        try reply.expectSession()
        #expect(reply.log.contains("production answers \(problem) disabled."), "\(reply.log)")
      }
    }
  }

  // MARK: Issuers

  private static func refusal(_ presented: String, _ expected: String) -> String {
    "INVALID_IDP_RESPONSE : The issuer in ID Token \(presented) does not match the expected one in "
      + "config: \(expected)."
  }

  @Test(arguments: Profile.allCases)
  func `a token of Google's is not accepted as Apple's`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let issuers = "http://localhost:9099/issuers"
    let minted = try await emulator.mint("google.com", Self.native)
    await emulator.present("apple.com", ["id_token": minted.idToken])
      .expect(refusal: Self.refusal("\(issuers)/google.com", "\(issuers)/apple.com"))
    // The `kid` is local, so the token is local, whatever its issuer is.
    for issuer in ["\(issuers)/apple.com", "https://appleid.apple.com"] {
      let minted = try await emulator.mint(
        "google.com", Self.native.merging(["claims": ["iss": .string(issuer)]]))
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
      try await emulator.signIn(minting: provider, ["claims": ["iss": .string(issuer)]])
        .expectSession()
    }
  }

  @Test(arguments: ["local", "production"], ["apple.com", "google.com", "oidc.corp"])
  func `an issuer may be named by its mode`(mode: String, provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      try emulator.configure(provider: provider, .init(clientID: "the-client", issuer: mode))
      let minted = try await emulator.mint(provider)
      let name = minted.claims["iss"]?.string
      #expect(name?.hasPrefix("http://localhost:9099/") == (mode == "local"))
      try await emulator.signIn(with: minted).expectSession()
      let other = try await emulator.signIn(
        minting: provider, ["claims": ["iss": "https://other.example.com"]])
      #expect(other.errorCode == "INVALID_IDP_RESPONSE")
    }
  }

  @Test(arguments: Profile.allCases)
  func `an issuer that the project names must match exactly`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let issuer = "https://login.corp.example.com"
    try emulator.configure(provider: "oidc.corp", .init(clientID: "corp-client", issuer: issuer))
    let local = "http://localhost:9099/issuers/oidc.corp"
    try await emulator.signIn(minting: "oidc.corp", ["claims": ["iss": .string(local)]])
      .expect(refusal: Self.refusal(local, issuer))
    // The mint call signs with the project's issuer.
    let right = try await emulator.mint("oidc.corp")
    #expect(right.claims["iss"] == .string(issuer))
    try await emulator.signIn(with: right).expectSession()
  }
}
