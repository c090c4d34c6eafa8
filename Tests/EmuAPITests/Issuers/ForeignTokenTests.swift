import EmuTestSupport
import Testing

/// Tokens that no local issuer signed.
@Suite struct `signInWithIdp with foreign tokens` {
  @Test(
    arguments: [
      ("apple.com", "https://appleid.apple.com"), ("google.com", "https://accounts.google.com"),
      ("oidc.corp", "https://corp.example.com"),
      ("oidc.corp", "https://idp.example.com/issuers/main"),
    ], ["unsigned", "unknown-key"])
  func `foreign tokens are refused by production, and accepted by compatible with a warning`(
    row: (provider: String, issuer: String), defect: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let reply = try await emulator.signIn(
        minting: row.provider, ["defect": .string(defect), "claims": ["iss": .string(row.issuer)]])
      if profile == .production {
        reply.expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
        #expect(await emulator.userCount() == 0)
      } else {
        try reply.expectSession()
        #expect(reply.log.contains("verifyCredentials warned no issuer of this emulator signed"))
        #expect(reply.log.contains("POST /emulator/v1/issuers/\(row.provider)/tokens"))
      }
    }
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
  func `both profiles refuse forged tokens`(forgery: Forgery, provider: String) async throws {
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
