import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `signInWithIdp and what is set of an issuer` {
  static let names = ["local", "production", "https://login.corp.example/realm"]

  private func set(_ emulator: TestEmulator, _ options: JSON) async {
    let reply = await emulator.call(.patch, "/emulator/v1/issuers/oidc.corp", options)
    #expect(reply.status == 200, "\(reply.json.serialized())")
  }

  @Test(arguments: names, Profile.allCases)
  func `an ID token is ours under any issuer string`(
    name: String, profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    await set(emulator, ["issuer": .string(name)])
    let minted = try await emulator.mint("oidc.corp")
    try await emulator.signIn(with: minted).expectSession()
    let broken = try await emulator.mint("oidc.corp", ["defect": "bad-signature"])
    await emulator.signIn(with: broken).expect(
      refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
  }

  @Test(arguments: names)
  func `the ID token of a code has the issuer string that is set`(name: String) async throws {
    let emulator = try TestEmulator.issuing(.production)
    await set(
      emulator,
      ["issuer": .string(name), "algorithms": ["ES256"], "idTokenLifetimeSeconds": 60])
    let minted = try await emulator.mint("oidc.corp")
    let reply = await emulator.present("oidc.corp", ["code": minted.code])
    try reply.expectSession()
    let token = try #require(reply["oauthIdToken"]?.string)
    let claims = JSON.claims(ofToken: token)
    #expect(claims["iss"] == JSON.claims(ofToken: minted.idToken)["iss"])
    #expect(claims["exp"]?.int == TestEmulator.start.seconds + 60)
    // Signed by the ES256 key; otherwise the sign-in would fail.
    try await emulator.present("oidc.corp", ["id_token": token]).expectSession()
  }

  /// A configured address is under the user's control; the real provider's name is not.
  @Test func `a token under a custom issuer string needs the emulator's key`() async throws {
    let emulator = try TestEmulator.issuing(.compatible)
    await set(emulator, ["issuer": "https://login.corp.example/realm"])
    let forged = try await emulator.mint("oidc.corp", ["defect": "unknown-key"])
    await emulator.signIn(with: forged).expect(
      refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
  }

  @Test func `a fault is of the next sign-in alone`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let reply = await emulator.call(
      .post, "/emulator/v1/issuers/oidc.corp/faults",
      ["effect": ["defect": "expired"], "times": 1])
    #expect(reply.status == 200)
    let stale = await emulator.signIn(with: try await emulator.mint("oidc.corp"))
    #expect(stale.errorMessage?.hasSuffix("is stale to sign-in.") == true)
    try await emulator.signIn(with: try await emulator.mint("oidc.corp")).expectSession()
  }

  @Test func `a seed sets an issuer, and changes nothing the second time`() async throws {
    let emulator = try TestEmulator(hasKeys: true)
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
      let reply = await emulator.call(.post, "/emulator/v1/seed", seed)
      #expect(reply["issuers"]?.int == Int64(changes), "\(reply.json.serialized())")
    }
    let minted = try await emulator.mint("oidc.corp")
    #expect(JSON.claims(ofToken: minted.idToken)["iss"] == "https://corp.example.com")
    #expect(JSON.claims(ofToken: minted.idToken)["team"] == "blue")
    let wrong: JSON = [
      "version": 1, "issuers": ["oidc.corp": ["options": ["issuer": "corp"]]],
    ]
    let refused = await emulator.call(.post, "/emulator/v1/seed", wrong)
    #expect(refused.status == 400)
    #expect(refused.errorMessage?.contains("issuers.oidc.corp.options.issuer") == true)
  }
}
