import EmuTestSupport
import Testing

/// docs/reference/sign-in-with-idp.md#nonce. The switch that turns the check off or to a warning is
/// in ContractTests.
@Suite struct `signInWithIdp and the nonce of a signed token` {
  private static let problem = "MISSING_OR_INVALID_NONCE :"

  /// The nonce that the token was made with, that of the request, and the refusal.
  private static let rows: [(JSONObject, nonce: String?, refusal: String?)] = [
    (["rawNonce": "raw"], "raw", nil),
    (["rawNonce": "raw"], nil, "\(problem) Nonce is missing in the request."),
    ([:], "raw", nil),
    (["nonce": "abc"], "other", mismatch("abc", "other")),
    // The SDK hashes the nonce: a raw nonce in the token is a mistake of the app.
    (["nonce": "raw"], "raw", mismatch("raw", "raw")),
    // The digest of FIPS 180-4's one-block message, in upper case.
    (["nonce": .string(upperDigest)], "abc", mismatch(upperDigest, "abc")),
  ]

  private static let upperDigest =
    "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"

  private static func mismatch(_ token: String, _ request: String) -> String {
    "\(problem) The nonce in ID Token \"\(token)\" does not match the SHA256 hash of the raw nonce "
      + "\"\(request)\" in the request."
  }

  @Test(arguments: rows.indices, ["apple.com", "oidc.corp"])
  func `a request's nonce is compared with the token's`(row: Int, provider: String) async throws {
    let (order, nonce, refusal) = Self.rows[row]
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider, order)
      let reply = await emulator.present(provider, ["id_token": minted.idToken, "nonce": nonce])
      if let refusal {
        reply.expect(refusal: refusal)
        #expect(await emulator.userCount() == 0)
      } else {
        try reply.expectSession()
        let reason = "checkNonce allowed the token's nonce is the SHA-256 of the raw nonce"
        #expect(reply.log.contains(reason) == (order["rawNonce"] != nil))
      }
    }
  }

  /// Their native SDKs add nonces that the app cannot read.
  @Test(arguments: ["google.com", "microsoft.com"])
  func `the nonce is never checked for Google and Microsoft`(provider: String) async throws {
    for profile in Profile.allCases where provider == "google.com" || profile == .compatible {
      let emulator = try TestEmulator.issuing(profile)
      for nonce in [nil, "other"] as [String?] {
        let minted = try await emulator.mint(
          provider, ["nonce": "abc", "account": ["email": "ann@example.com"]])
        let reply = await emulator.present(provider, ["id_token": minted.idToken, "nonce": nonce])
        try reply.expectSession()
      }
      try await emulator.signIn(minting: provider, ["defect": "wrong-nonce", "rawNonce": "raw"])
        .expectSession()
    }
  }
}
