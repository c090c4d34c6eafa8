import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#nonce.
@Suite struct `signInWithIdp and the nonce of a signed token` {
  /// The providers that check the nonce.
  static let checking = ["apple.com", "oidc.corp"]

  @Test(arguments: checking, Profile.allCases)
  func `the right nonce passes`(provider: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, ["rawNonce": "raw"])
    let reply = await emulator.signIn(with: minted)
    try reply.expectSession()
    #expect(
      await emulator.reasons(for: reply).contains(
        "checkNonce allowed the token's nonce is the SHA-256 of the raw nonce"))
  }

  @Test(arguments: checking, Profile.allCases)
  func `a wrong nonce is refused, and both are named`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, ["nonce": "abc"])
    let reply = await emulator.present(
      provider, ["id_token": minted.idToken, "nonce": "other"])
    reply.expect(
      refusal: "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"abc\" does not match the "
        + "SHA256 hash of the raw nonce \"other\" in the request.")
    #expect(await emulator.userCount() == 0)
  }

  /// The SDK hashes the nonce: a raw nonce in the token is a mistake of the app.
  @Test(arguments: checking, Profile.allCases)
  func `a nonce that is not hashed is wrong`(provider: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, ["nonce": "raw"])
    let reply = await emulator.present(provider, ["id_token": minted.idToken, "nonce": "raw"])
    #expect(reply.errorCode == "MISSING_OR_INVALID_NONCE")
  }

  @Test(arguments: checking, Profile.allCases)
  func `a nonce that the request lacks is missed`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider, ["rawNonce": "raw"])
    let reply = await emulator.present(provider, ["id_token": minted.idToken])
    reply.expect(refusal: "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: checking, Profile.allCases)
  func `a nonce that the token lacks is not missed`(
    provider: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let minted = try await emulator.mint(provider)
    let reply = await emulator.present(provider, ["id_token": minted.idToken, "nonce": "raw"])
    try reply.expectSession()
  }

  /// Their native SDKs add nonces that the app cannot read.
  @Test(arguments: ["google.com", "microsoft.com"])
  func `the nonce is never checked for Google and Microsoft`(provider: String) async throws {
    for profile in Profile.allCases where provider == "google.com" || profile == .compatible {
      let emulator = try TestEmulator.issuing(profile)
      for nonce in [nil, "other"] as [String?] {
        let minted = try await emulator.mint(
          provider, ["nonce": "abc", "account": ["email": "ann@example.com"]])
        let reply = await emulator.present(
          provider, ["id_token": minted.idToken, "nonce": nonce])
        try reply.expectSession()
      }
      let minted = try await emulator.mint(
        provider, ["defect": "wrong-nonce", "rawNonce": "raw"])
      try await emulator.signIn(with: minted).expectSession()
    }
  }

  @Test func `a nonce is not looked at where the switch is off`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    try emulator.set([.checkNonce: .off])
    let minted = try await emulator.mint("apple.com", ["nonce": "abc"])
    try await emulator.present("apple.com", ["id_token": minted.idToken]).expectSession()
  }

  @Test func `the log reports what production says of a nonce where the switch warns`() async throws
  {
    let emulator = try TestEmulator.issuing(.compatible)
    try emulator.set([.checkNonce: .warn])
    let minted = try await emulator.mint("apple.com", ["nonce": "abc"])
    let reply = await emulator.present("apple.com", ["id_token": minted.idToken])
    try reply.expectSession()
    #expect(
      await emulator.reasons(for: reply).contains(
        "checkNonce warned Nonce is missing in the request. Production answers "
          + "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."))
  }
}
