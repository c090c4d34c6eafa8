import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// A fault of an issuer affects the backend too, which calls the issuer in a sign-in by redirect.
@Suite struct `signInWithIdp while an issuer fails` {
  private static let callback = "https://demo-project.firebaseapp.com/__/auth/handler"
  private static let options: JSONObject = ["requestUri": .string(callback)]

  private func set(_ emulator: TestEmulator, _ fault: JSON, at issuer: String) async {
    let reply = await emulator.call(.post, "/emulator/v1/issuers/\(issuer)/faults", fault)
    #expect(reply.status == 200, "\(reply.json.serialized())")
  }

  private func left(_ emulator: TestEmulator, _ issuer: String) async -> Int {
    await emulator.call(.get, "/emulator/v1/issuers/\(issuer)/faults")["faults"]?.array?.count ?? -1
  }

  private func code(_ emulator: TestEmulator, _ provider: String) async throws -> String {
    let minted = try await emulator.mint(
      provider,
      [
        "account": ["email": "ann@example.com"],
        "clientId": .string(provider == "apple.com" ? Client.servicesID : clientID(provider)),
      ])
    return minted.code
  }

  private func clientID(_ provider: String) -> String {
    Client.ofProviders.first { $0.key == provider }?.value ?? ""
  }

  private func redeem(_ emulator: TestEmulator, _ provider: String, _ code: String) async -> Reply {
    await emulator.present(provider, ["code": code], options: Self.options)
  }

  static let effects: [(JSON, String)] = [
    (["status": 503], "error=invalid_response, httpMetadata: HttpMetadata{status=503}"),
    (
      ["error": ["code": 400, "message": "invalid_client"]],
      "error=invalid_client, httpMetadata: HttpMetadata{status=400}"
    ),
    (["malformed": true], "error=invalid_response, httpMetadata: HttpMetadata{status=200}"),
    (
      ["body": ["error": "slow_down"], "status": 429, "delayMilliseconds": 5],
      "error=slow_down, httpMetadata: HttpMetadata{status=429}"
    ),
  ]

  @Test(arguments: effects, Profile.allCases)
  func `the token endpoint's refusal is reported, and the code stays valid`(
    effect: (fault: JSON, told: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let code = try await code(emulator, "google.com")
    await set(
      emulator, ["match": ["endpoint": "token"], "effect": effect.fault, "times": 1],
      at: "google.com")
    let reply = await redeem(emulator, "google.com", code)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
    #expect(
      reply.errorMessage?.hasPrefix(
        "INVALID_IDP_RESPONSE : Error getting access token from https://accounts.google.com, ")
        == true)
    #expect(reply.errorMessage?.contains(effect.told) == true, "\(reply.errorMessage ?? "")")
    #expect(await emulator.reasons(for: reply).contains("A fault was set for the token endpoint"))
    #expect(await left(emulator, "google.com") == 0)
    try await redeem(emulator, "google.com", code).expectSession()
  }

  @Test(arguments: [
    "apple.com", "google.com", "microsoft.com", "facebook.com", "github.com", "linkedin.com",
    "yahoo.com", "oidc.corp",
  ])
  func `every provider's token exchange fails for the persons of its fault`(provider: String)
    async throws
  {
    let emulator = try TestEmulator.issuing(.production)
    let code = try await code(emulator, provider)
    await set(
      emulator,
      ["match": ["endpoint": "token", "email": "ben@example.com"], "effect": ["status": 503]],
      at: provider)
    try await redeem(emulator, provider, code).expectSession()
    await set(
      emulator,
      ["match": ["endpoint": "token", "email": "ann@example.com"], "effect": ["status": 503]],
      at: provider)
    let next = try await self.code(emulator, provider)
    #expect(await redeem(emulator, provider, next).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `a request that never asks the issuer leaves its faults alone`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let code = try await code(emulator, "google.com")
    try emulator.configure(provider: "google.com", ProviderConfig())
    await set(
      emulator, ["match": ["endpoint": "token"], "effect": ["status": 503], "times": 1],
      at: "google.com")
    #expect(
      await redeem(emulator, "google.com", code).errorMessage?.contains("error=invalid_client")
        == true)
    #expect(await left(emulator, "google.com") == 1)
    try emulator.configure(
      provider: "google.com", ProviderConfig(clientID: clientID("google.com")))
    #expect(
      await redeem(emulator, "google.com", code).errorMessage?.contains("status=503") == true)
    try await redeem(emulator, "google.com", code).expectSession()
  }

  @Test func `a delay of an endpoint applies, and counts once`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let code = try await code(emulator, "oidc.corp")
    await set(
      emulator,
      ["match": ["endpoint": "token"], "effect": ["delayMilliseconds": 5], "times": 2],
      at: "oidc.corp")
    try await redeem(emulator, "oidc.corp", code).expectSession()
    let faults = await emulator.call(.get, "/emulator/v1/issuers/oidc.corp/faults")
    #expect(faults["faults"]?[0]?["remaining"] == 1)
  }

  @Test(arguments: [
    ("expired", "is stale to sign-in"), ("not-yet-valid", "is stale to sign-in"),
    ("bad-signature", "Unable to verify the ID Token signature."),
    ("unknown-key", "Unable to verify the ID Token signature."),
    ("wrong-audience", "The audience in ID Token [someone-else.example.com]"),
    ("wrong-issuer", "The issuer in ID Token https://issuer.example.invalid"),
  ])
  func `a defect of the ID token is found, and the code is spent`(
    defect: String, told: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let code = try await code(emulator, "oidc.corp")
      await set(
        emulator, ["effect": ["defect": .string(defect)], "times": 1], at: "oidc.corp")
      let reply = await redeem(emulator, "oidc.corp", code)
      #expect(reply.errorMessage?.contains(told) == true, "\(reply.errorMessage ?? "")")
      #expect(await left(emulator, "oidc.corp") == 0)
      #expect(
        await redeem(emulator, "oidc.corp", code).errorMessage?.contains("error=invalid_grant")
          == true)
    }
  }

  @Test func `what an ID token lacks is lacking in the account`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let code = try await code(emulator, "oidc.corp")
    await set(emulator, ["effect": ["defect": "missing-email"]], at: "oidc.corp")
    let reply = await redeem(emulator, "oidc.corp", code)
    try reply.expectSession()
    #expect(reply["email"] == nil)
  }

  @Test func `permanent defects and offsets apply as well`() async throws {
    for setting in [#"{"defects":["unsigned"]}"#, #"{"timeOffsetSeconds":-7200}"#] {
      let emulator = try TestEmulator.issuing(.compatible)
      let code = try await code(emulator, "oidc.corp")
      let set = await emulator.call(
        .patch, "/emulator/v1/issuers/oidc.corp", try JSON(parsing: setting))
      #expect(set.status == 200)
      #expect(await redeem(emulator, "oidc.corp", code).errorCode == "INVALID_IDP_RESPONSE")
    }
  }

  @Test(arguments: ["google.com", "github.com", "facebook.com", "linkedin.com"])
  func `an access token is worth nothing while userinfo is down`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint(
      provider, ["clientId": .string(clientID(provider))])
    await set(
      emulator, ["match": ["endpoint": "userinfo"], "effect": ["status": 500], "times": 1],
      at: provider)
    let refused = await emulator.present(provider, ["access_token": minted.accessToken])
    #expect(
      refused.errorMessage?.hasPrefix(
        "INVALID_IDP_RESPONSE : Error getting user info from https://")
        == true, "\(refused.errorMessage ?? "")")
    try await emulator.present(provider, ["access_token": minted.accessToken]).expectSession()
  }

  // MARK: Keys

  /// The endpoints that each sign-in with an ID token reads.
  static let keyEndpoints: [(String, String)] = [
    ("oidc.corp", "keys"), ("oidc.corp", "discovery"), ("apple.com", "keys"),
    ("google.com", "keys"),
  ]

  @Test(
    arguments: keyEndpoints,
    [["status": 503], ["drop": true], ["malformed": true], ["rateLimit": [:]]] as [JSON])
  func `an ID token cannot be verified while the keys of its issuer are unavailable`(
    _ place: (provider: String, endpoint: String), _ effect: JSON
  ) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let client = place.provider == "apple.com" ? Client.bundleID : clientID(place.provider)
    let minted = try await emulator.mint(
      place.provider, ["clientId": .string(client), "rawNonce": "n-1"])
    await set(
      emulator,
      ["match": ["endpoint": .string(place.endpoint)], "effect": effect, "times": 1],
      at: place.provider)
    let refused = await emulator.present(
      place.provider, ["id_token": minted.idToken, "nonce": "n-1"])
    #expect(
      refused.errorMessage
        == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    #expect(refused.decisions.contains("fault: refused"), "\(refused.decisions)")
    #expect(await left(emulator, place.provider) == 0)
  }

  @Test func `an ID token is verified while the keys are unavailable for another client`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("oidc.corp", ["clientId": .string(clientID("oidc.corp"))])
    await set(
      emulator, ["match": ["endpoint": "keys", "clientId": "other"], "effect": ["status": 503]],
      at: "oidc.corp")
    try await emulator.present("oidc.corp", ["id_token": minted.idToken]).expectSession()
    #expect(await left(emulator, "oidc.corp") == 1)
  }

  @Test func `the keys of an issuer are waited for when they come late`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("oidc.corp", ["clientId": .string(clientID("oidc.corp"))])
    await set(
      emulator,
      ["match": ["endpoint": "keys"], "effect": ["delayMilliseconds": 5], "times": 1],
      at: "oidc.corp")
    try await emulator.present("oidc.corp", ["id_token": minted.idToken]).expectSession()
    #expect(await left(emulator, "oidc.corp") == 0)
  }
}
