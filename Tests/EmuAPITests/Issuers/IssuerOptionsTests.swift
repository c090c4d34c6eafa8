import EmuTestSupport
import Testing

@Suite struct `signInWithIdp and what is set of an issuer` {
  static let names = ["local", "production", "https://login.corp.example/realm"]

  private func set(_ emulator: TestEmulator, _ options: JSON) async {
    await emulator.call(.patch, "/emulator/v1/issuers/oidc.corp", options).expect()
  }

  @Test(arguments: names, Profile.allCases)
  func `an ID token is ours under any issuer string`(name: String, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    await set(emulator, ["issuer": .string(name)])
    try await emulator.signIn(minting: "oidc.corp").expectSession()
    // A configured address is under the user's control; the real provider's name is not.
    let needsKey = profile == .production || name.hasPrefix("https")
    for defect in needsKey ? ["bad-signature", "unknown-key"] : ["bad-signature"] {
      try await emulator.signIn(minting: "oidc.corp", ["defect": .string(defect)]).expect(
        refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    }
  }

  @Test(arguments: names)
  func `the ID token of a code has the issuer string that is set`(name: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    await set(
      emulator, ["issuer": .string(name), "algorithms": ["ES256"], "idTokenLifetimeSeconds": 60])
    let minted = try await emulator.mint("oidc.corp")
    let reply = await emulator.redeem(minted.code, "oidc.corp")
    try reply.expectSession()
    let token = try #require(reply["oauthIdToken"]?.string)
    let claims = JSON.claims(ofToken: token)
    claims.expect(["iss": minted.claims["iss"], "exp": .int(TestEmulator.start.seconds + 60)])
    // Signed by the ES256 key; otherwise the sign-in would fail.
    try await emulator.present("oidc.corp", ["id_token": token]).expectSession()
  }

  /// `keys:rotate` (docs/reference/openid-connect.md#keys-and-refresh).
  @Test(arguments: Profile.allCases)
  func `old tokens are accepted while their key is published`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let order: JSONObject = ["algorithm": "ES256"]
    let old = try await emulator.mint("oidc.corp", order)
    for retires in [false, true] {
      let reply = await emulator.post(
        "/emulator/v1/issuers/oidc.corp/keys:rotate",
        ["algorithm": "ES256", "retire": .bool(retires)])
      #expect(reply.status == 200)
      let again = await emulator.signIn(with: old)
      if retires {
        again.expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
      } else {
        try again.expectSession()
      }
      try await emulator.signIn(minting: "oidc.corp", order).expectSession()
    }
  }

  @Test func `a seed sets an issuer, and changes nothing the second time`() async throws {
    let emulator = try TestEmulator(isStored: true)
    let seed: JSON = [
      "version": 1,
      "issuers": [
        "oidc.corp": [
          "options": [
            "issuer": "production", "claims": ["team": "blue"],
            "clients": [["clientId": "web", "clientSecret": "s"]],
          ]
        ]
      ],
    ]
    for changes in [1, 0] {
      await emulator.post("/emulator/v1/seed", seed).expect(["issuers": .int(Int64(changes))])
    }
    let minted = try await emulator.mint("oidc.corp")
    minted.claims.expect(["iss": "https://corp.example.com", "team": "blue"])
    let refused = await emulator.post(
      "/emulator/v1/seed",
      ["version": 1, "issuers": ["oidc.corp": ["options": ["issuer": "corp"]]]])
    refused.expect(400, saying: "issuers.oidc.corp.options.issuer")
  }
}
