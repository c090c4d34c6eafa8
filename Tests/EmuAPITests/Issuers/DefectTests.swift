import EmuTestSupport
import Testing

/// A provider whose tokens have defects.
struct DefectiveProvider: Sendable, CustomTestStringConvertible {
  var id: String
  /// The client in production's refusal.
  var client: String
  /// The seconds from `iat` to `exp`, without the back-dating.
  var lifetime: Int64 = 3600
  /// The seconds from `iat` to the sign-in.
  var backDating: Int64 = 0
  var profiles: [Profile] = Profile.allCases

  var testDescription: String { id }

  static let all = [
    DefectiveProvider(id: "apple.com", client: Client.servicesID, lifetime: 86_400),
    DefectiveProvider(id: "google.com", client: "google-client"),
    DefectiveProvider(id: "oidc.corp", client: "corp-client"),
    // Production accepts no tokens of Microsoft.
    DefectiveProvider(
      id: "microsoft.com", client: "microsoft-client", backDating: 300, profiles: [.compatible]),
  ]

  /// The detail of production's refusal of a token of this provider
  /// (docs/reference/sign-in-with-idp.md#verification).
  func refusal(of defect: String) -> String {
    let start = TestEmulator.start.seconds - backDating
    switch defect {
    case "expired": return "ID Token issued at \(start - 60 - lifetime) is stale to sign-in."
    case "not-yet-valid": return "ID Token issued at \(start + 3600) is stale to sign-in."
    case "wrong-audience" where id == "google.com":
      return "Invalid Idp Response: the Google id_token is not allowed to be used with this "
        + "application. Its audience (OAuth 2.0 client ID) is someone-else.example.com, which is "
        + "not authorized to be used in the project with project_number: 12345."
    case "wrong-audience":
      return "The audience in ID Token [someone-else.example.com] does not match the expected "
        + "audience \(client)."
    case "wrong-issuer":
      let path = id == "microsoft.com" ? "/issuers/\(id)/{tenant}/v2.0" : "/issuers/\(id)"
      return "The issuer in ID Token https://issuer.example.invalid does not match the expected "
        + "one in config: http://localhost:9099\(path)."
    default: return "Unable to verify the ID Token signature."
    }
  }
}

@Suite struct `signInWithIdp with a token that is wrong` {
  static let defects = [
    "expired", "not-yet-valid", "bad-signature", "unknown-key", "unsigned", "wrong-audience",
    "wrong-issuer",
  ]

  /// A local token is verified completely in either profile.
  @Test(arguments: DefectiveProvider.all, defects)
  func `a token with a defect is refused in production's words`(
    provider: DefectiveProvider, defect: String
  ) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let reply = try await emulator.signIn(
        minting: provider.id, ["defect": .string(defect), "account": ["email": "ann@example.com"]])
      reply.expect(refusal: "INVALID_IDP_RESPONSE : \(provider.refusal(of: defect))")
      #expect(await emulator.userCount() == 0)
    }
  }

  @Test(arguments: DefectiveProvider.all)
  func `a token may lack its address, or not verify it`(provider: DefectiveProvider) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let without = try await emulator.signIn(
        minting: provider.id, ["defect": "missing-email", "account": ["email": "ben@example.com"]])
      try without.expectSession()
      #expect(without["email"] == nil)
      #expect(try emulator.storedUser(of: without).email == nil)
      let owner = try await emulator.account(email: "ann@example.com")
      let reply = try await emulator.signIn(
        minting: provider.id,
        ["defect": "unverified-email", "account": ["email": "ann@example.com"]])
      reply.expect([
        "needConfirmation": true, "emailVerified": false, "localId": .string(owner.uid),
        "idToken": nil,
      ])
    }
  }

  @Test(arguments: DefectiveProvider.all)
  func `a good token signs in again until it expires`(provider: DefectiveProvider) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(provider.id)
      try await emulator.signIn(with: minted).expectSession()
      emulator.advance(.seconds(provider.lifetime - 1))
      try await emulator.signIn(with: minted).expectSession()
      emulator.advance(.seconds(1))
      await emulator.signIn(with: minted).expect(
        refusal: "INVALID_IDP_RESPONSE : ID Token issued at "
          + "\(TestEmulator.start.seconds - provider.backDating) is stale to sign-in.")
    }
  }

  /// RFC 7519 §4.1.5 is not checked (docs/reference/sign-in-with-idp.md#verification).
  @Test func `a token that is wrong by nbf alone signs in`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    try await emulator.signIn(
      minting: "oidc.corp", ["claims": ["nbf": .int(TestEmulator.start.seconds + 3600)]]
    ).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `a token with times of wrong types is stale, never a fault`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    for claims: JSON in [
      ["exp": "soon"], ["exp": .null], ["iat": .null], ["iat": [:]], ["exp": .int(.min)],
      ["iat": .int(.max)],
    ] {
      let reply = try await emulator.signIn(minting: "google.com", ["claims": claims])
      #expect(reply.status == 400, "\(claims)")
      #expect(reply.errorMessage?.hasSuffix("is stale to sign-in.") == true, "\(claims)")
    }
    try await emulator.signIn(
      minting: "apple.com", ["claims": ["exp": .int(.max)], "rawNonce": "raw"]
    ).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `a signed token of wrong types does not poison the store`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let wrong: JSON = ["a": [1, 2]]
    for provider in ["google.com", "oidc.corp", "apple.com"] {
      let minted = try await emulator.mint(
        provider,
        [
          "claims": [
            "name": wrong, "given_name": wrong, "family_name": 7, "picture": wrong,
            "email": wrong, "email_verified": wrong, "locale": wrong, "nonce": wrong,
          ]
        ])
      let reply = await emulator.present(provider, ["id_token": minted.idToken])
      let account = try reply.expectSession()
      try emulator.storedUser(of: reply).expect(
        (\.displayName, nil), (\.photoURL, nil), (\.email, nil))
      await emulator.admin("accounts:lookup", ["localId": [.string(account.uid)]]).expect(200)
    }
  }
}
