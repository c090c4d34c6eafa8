import EmuTestSupport
import Testing

@testable import EmuModel

/// A fault of an issuer affects the backend too, which calls the issuer in a sign-in by redirect.
@Suite struct `signInWithIdp while an issuer fails` {
  /// Sets a fault of an endpoint for the next request.
  private func fail(
    _ emulator: TestEmulator, _ issuer: String, at endpoint: JSON = "token", _ effect: JSON,
    times: JSON = 1
  ) async {
    await emulator.fail(
      issuer, ["match": ["endpoint": endpoint], "effect": effect, "times": times])
  }

  private func left(_ emulator: TestEmulator, _ issuer: String) async -> Int {
    await emulator.get("/emulator/v1/issuers/\(issuer)/faults")["faults"]?.array?.count ?? -1
  }

  private func code(_ emulator: TestEmulator, _ provider: String) async throws -> String {
    var order: JSONObject = ["account": ["email": "ann@example.com"]]
    if provider == "apple.com" { order["clientId"] = .string(Client.servicesID) }
    return try await emulator.mint(provider, order).code
  }

  private func redeem(_ emulator: TestEmulator, _ provider: String, _ code: String) async -> Reply {
    await emulator.redeem(code, provider, options: ["requestUri": .string(Client.callback)])
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
    (["drop": true], "error=connection_closed, httpMetadata: HttpMetadata{status=502}"),
    (["truncated": true], "error=connection_closed, httpMetadata: HttpMetadata{status=502}"),
  ]

  @Test(arguments: effects, Profile.allCases)
  func `the token endpoint's refusal is reported, and the code stays valid`(
    effect: (fault: JSON, told: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let code = try await code(emulator, "google.com")
    await fail(emulator, "google.com", effect.fault)
    let reply = await redeem(emulator, "google.com", code)
    #expect(
      reply.errorMessage?.hasPrefix(
        "INVALID_IDP_RESPONSE : Error getting access token from https://accounts.google.com, ")
        == true)
    #expect(reply.errorMessage?.contains(effect.told) == true, "\(reply.text)")
    #expect(reply.log.contains("A fault was set for the token endpoint"))
    #expect(await left(emulator, "google.com") == 0)
    try await redeem(emulator, "google.com", code).expectSession()
  }

  @Test(arguments: [
    "apple.com", "google.com", "microsoft.com", "facebook.com", "github.com", "linkedin.com",
    "yahoo.com", "oidc.corp",
  ])
  func `a token exchange fails for the persons of its fault`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    for (email, isRefused) in [("ben@example.com", false), ("ann@example.com", true)] {
      await emulator.fail(
        provider,
        ["match": ["endpoint": "token", "email": .string(email)], "effect": ["status": 503]])
      let reply = await redeem(emulator, provider, try await code(emulator, provider))
      #expect(reply.errorCode == (isRefused ? "INVALID_IDP_RESPONSE" : nil), "\(email)")
      #expect((reply["idToken"] == nil) == isRefused, "\(email)")
    }
  }

  @Test func `a request that never asks the issuer leaves its faults alone`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let code = try await code(emulator, "google.com")
    try emulator.configure(provider: "google.com", .init())
    await fail(emulator, "google.com", ["status": 503])
    let early = await redeem(emulator, "google.com", code)
    #expect(early.errorMessage?.contains("error=invalid_client") == true)
    #expect(await left(emulator, "google.com") == 1)
    try emulator.configure(provider: "google.com", .init(clientID: "google-client"))
    #expect(await redeem(emulator, "google.com", code).errorMessage?.contains("status=503") == true)
    try await redeem(emulator, "google.com", code).expectSession()
  }

  @Test func `a delay of an endpoint applies, and counts once`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let code = try await code(emulator, "oidc.corp")
    await fail(emulator, "oidc.corp", ["delayMilliseconds": 5], times: 2)
    try await redeem(emulator, "oidc.corp", code).expectSession()
    let faults = await emulator.get("/emulator/v1/issuers/oidc.corp/faults")
    #expect(faults["faults"]?[0]?["remaining"] == 1)
  }

  @Test(arguments: [
    ("expired", "is stale to sign-in"), ("not-yet-valid", "is stale to sign-in"),
    ("bad-signature", "Unable to verify the ID Token signature."),
    ("unknown-key", "Unable to verify the ID Token signature."),
    ("wrong-audience", "The audience in ID Token [someone-else.example.com]"),
    ("wrong-issuer", "The issuer in ID Token https://issuer.example.invalid"),
  ])
  func `a defect of a code's ID token spends the code`(defect: String, told: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let code = try await code(emulator, "oidc.corp")
      await emulator.fail("oidc.corp", ["effect": ["defect": .string(defect)], "times": 1])
      let reply = await redeem(emulator, "oidc.corp", code)
      #expect(reply.errorMessage?.contains(told) == true, "\(reply.text)")
      #expect(await left(emulator, "oidc.corp") == 0)
      let again = await redeem(emulator, "oidc.corp", code)
      #expect(again.errorMessage?.contains("error=invalid_grant") == true)
    }
  }

  @Test func `an account lacks what its ID token lacks`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let code = try await code(emulator, "oidc.corp")
    await emulator.fail("oidc.corp", ["effect": ["defect": "missing-email"]])
    let reply = await redeem(emulator, "oidc.corp", code)
    try reply.expectSession()
    #expect(reply["email"] == nil)
  }

  @Test func `permanent defects and offsets apply as well`() async throws {
    for setting in [#"{"defects":["unsigned"]}"#, #"{"timeOffsetSeconds":-7200}"#] {
      let emulator = try TestEmulator.issuing(.compatible)
      let code = try await code(emulator, "oidc.corp")
      await emulator.call(.patch, "/emulator/v1/issuers/oidc.corp", try JSON(parsing: setting))
        .expect(200)
      #expect(await redeem(emulator, "oidc.corp", code).errorCode == "INVALID_IDP_RESPONSE")
    }
  }

  @Test(arguments: ["google.com", "github.com", "facebook.com", "linkedin.com"])
  func `an access token is worth nothing while userinfo is down`(provider: String) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint(provider)
    await fail(emulator, provider, at: "userinfo", ["status": 500])
    let refused = await emulator.presentAccessToken(of: minted)
    let text = "INVALID_IDP_RESPONSE : Error getting user info from https://"
    #expect(refused.errorMessage?.hasPrefix(text) == true, "\(refused.text)")
    try await emulator.presentAccessToken(of: minted).expectSession()
  }

  // MARK: Keys

  @Test(
    arguments: [
      ("oidc.corp", "keys"), ("oidc.corp", "discovery"), ("apple.com", "keys"),
      ("google.com", "keys"),
    ], [["status": 503], ["drop": true], ["malformed": true], ["rateLimit": [:]]] as [JSON])
  func `an ID token cannot be verified while the keys of its issuer are unavailable`(
    _ place: (provider: String, endpoint: String), _ effect: JSON
  ) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(place.provider, ["rawNonce": "n-1"])
    await fail(emulator, place.provider, at: .string(place.endpoint), effect)
    let refused = await emulator.signIn(with: minted)
    refused.expect(
      refusal: "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    #expect(refused.decisions.contains("fault: refused"), "\(refused.decisions)")
    #expect(await left(emulator, place.provider) == 0)
  }

  @Test func `an ID token is verified while keys are late, or fail for another`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let minted = try await emulator.mint("oidc.corp")
    await emulator.fail(
      "oidc.corp", ["match": ["endpoint": "keys", "clientId": "other"], "effect": ["status": 503]])
    try await emulator.signIn(with: minted).expectSession()
    #expect(await left(emulator, "oidc.corp") == 1)
    await fail(emulator, "oidc.corp", at: "keys", ["delayMilliseconds": 5])
    try await emulator.signIn(with: minted).expectSession()
    #expect(await left(emulator, "oidc.corp") == 1, "the late answer was waited for")
  }
}
