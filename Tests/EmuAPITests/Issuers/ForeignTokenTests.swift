import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Tokens that no local issuer signed.
@Suite struct `signInWithIdp with foreign tokens` {
  static let issuers: [(provider: String, issuer: String)] = [
    ("apple.com", "https://appleid.apple.com"), ("google.com", "https://accounts.google.com"),
    ("oidc.corp", "https://corp.example.com"),
    ("oidc.corp", "https://idp.example.com/issuers/main"),
  ]

  /// Returns a foreign token: with another key, or unsigned.
  private func foreign(
    _ provider: String, _ issuer: String, _ defect: String, _ emulator: TestEmulator
  ) async throws -> String {
    try await emulator.mint(
      provider, ["defect": .string(defect), "claims": ["iss": .string(issuer)]]
    ).idToken
  }

  @Test(arguments: issuers, ["unsigned", "unknown-key"])
  func `foreign tokens are refused by production`(
    row: (provider: String, issuer: String), defect: String
  ) async throws {
    let emulator = try TestEmulator.issuing(.production)
    let token = try await foreign(row.provider, row.issuer, defect, emulator)
    await emulator.present(row.provider, ["id_token": token])
      .expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: issuers, ["unsigned", "unknown-key"])
  func `foreign tokens are accepted by compatible, with a warning`(
    row: (provider: String, issuer: String), defect: String
  ) async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    let token = try await foreign(row.provider, row.issuer, defect, emulator)
    let reply = await emulator.present(row.provider, ["id_token": token])
    try reply.expectSession()
    let reasons = await emulator.reasons(for: reply)
    #expect(reasons.contains("verifyCredentials warned no issuer of this emulator signed"))
    #expect(reasons.contains("POST /emulator/v1/issuers/\(row.provider)/tokens"))
  }

  @Test(arguments: ["garbage", "a.b.c", "..", "{}{"])
  func `foreign tokens that are invalid are refused by both profiles`(text: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      await emulator.present("apple.com", ["id_token": text])
        .expect(refusal: "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
    }
  }
}

/// Local tokens that were changed without the key.
@Suite struct `signInWithIdp with forged tokens` {
  @Test(arguments: Forgery.allCases, ["apple.com", "google.com", "oidc.corp"])
  func `signInWithIdp refuses forged tokens in both profiles`(forgery: Forgery, provider: String)
    async throws
  {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let genuine = try await emulator.mint(provider).idToken
      let forged = try forgery.token(outOf: genuine, changes: ["sub": "victim"])
      await emulator.present(provider, ["id_token": forged])
        .expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
      #expect(await emulator.userCount() == 0)
    }
  }
}
