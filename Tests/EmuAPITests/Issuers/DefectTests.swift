import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The answer of signInWithIdp to each defect of a token
/// (docs/reference/sign-in-with-idp.md#verification).
struct DefectRow: Sendable, CustomTestStringConvertible {
  var defect: String
  /// Returns the refusal for a provider's lifetime and client.
  var refusal: @Sendable (DefectiveProvider) -> String

  init(_ defect: String, _ refusal: @escaping @Sendable (DefectiveProvider) -> String) {
    self.defect = defect
    self.refusal = refusal
  }

  var testDescription: String { defect }
}

/// A provider whose tokens have defects.
struct DefectiveProvider: Sendable, CustomTestStringConvertible {
  var id: String
  /// The client in production's refusal.
  var client: String
  var issuer: String
  /// The seconds from `iat` to `exp`, without the back-dating.
  var lifetime: Int64
  /// The seconds from `iat` to the sign-in.
  var backDating: Int64 = 0
  var profiles: [Profile] = Profile.allCases

  var testDescription: String { id }

  static let all = [
    DefectiveProvider(
      id: "apple.com", client: Client.servicesID, issuer: "/issuers/apple.com", lifetime: 86_400),
    DefectiveProvider(
      id: "google.com", client: "google-client", issuer: "/issuers/google.com", lifetime: 3600),
    DefectiveProvider(
      id: "oidc.corp", client: "corp-client", issuer: "/issuers/oidc.corp", lifetime: 3600),
    // Production accepts no tokens of Microsoft.
    DefectiveProvider(
      id: "microsoft.com", client: "microsoft-client",
      issuer: "/issuers/microsoft.com/{tenant}/v2.0", lifetime: 3600, backDating: 300,
      profiles: [.compatible]),
  ]
}

@Suite struct `signInWithIdp with a token that is wrong` {
  static let rows = [
    DefectRow("expired") { provider in
      let issuedAt =
        TestEmulator.start.seconds - 60 - provider.lifetime - provider.backDating
      return "INVALID_IDP_RESPONSE : ID Token issued at \(issuedAt) is stale to sign-in."
    },
    DefectRow("not-yet-valid") { provider in
      let issuedAt = TestEmulator.start.seconds + 3600 - provider.backDating
      return "INVALID_IDP_RESPONSE : ID Token issued at \(issuedAt) is stale to sign-in."
    },
    DefectRow("bad-signature") { _ in badSignature },
    DefectRow("unknown-key") { _ in badSignature },
    DefectRow("unsigned") { _ in badSignature },
    DefectRow("wrong-audience") { provider in
      provider.id == "google.com"
        ? "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be "
          + "used with this application. Its audience (OAuth 2.0 client ID) is "
          + "someone-else.example.com, which is not authorized to be used in the project with "
          + "project_number: 12345."
        : "INVALID_IDP_RESPONSE : The audience in ID Token [someone-else.example.com] does not "
          + "match the expected audience \(provider.client)."
    },
    DefectRow("wrong-issuer") { provider in
      "INVALID_IDP_RESPONSE : The issuer in ID Token https://issuer.example.invalid does not match "
        + "the expected one in config: http://localhost:9099\(provider.issuer)."
    },
  ]

  private static let badSignature =
    "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature."

  /// A local token is verified completely in either profile.
  @Test(arguments: DefectiveProvider.all, rows)
  func `signInWithIdp with a token that is wrong is refused in production's words`(
    provider: DefectiveProvider, row: DefectRow
  ) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(
        provider.id, ["defect": .string(row.defect), "account": ["email": "ann@example.com"]])
      let reply = await emulator.signIn(with: minted)
      reply.expect(refusal: row.refusal(provider))
      #expect(await emulator.userCount() == 0)
    }
  }

  @Test(arguments: ["apple.com", "oidc.corp"])
  func `signInWithIdp names the nonce of a token that is wrong by it`(provider: String) async throws
  {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(
        provider, ["defect": "wrong-nonce", "rawNonce": "raw"])
      await emulator.signIn(with: minted).expect(
        refusal: "MISSING_OR_INVALID_NONCE : The nonce in ID Token "
          + "\"not-the-nonce-that-was-sent\" does not match the SHA256 hash of the raw nonce "
          + "\"raw\" in the request.")
    }
  }

  @Test(arguments: DefectiveProvider.all)
  func `signInWithIdp with a token without an address signs in without one`(
    provider: DefectiveProvider
  ) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let minted = try await emulator.mint(
        provider.id, ["defect": "missing-email", "account": ["email": "ann@example.com"]])
      let reply = await emulator.signIn(with: minted)
      try reply.expectSession()
      #expect(reply["email"] == nil)
      #expect(try emulator.storedUser(of: reply).email == nil)
    }
  }

  @Test(arguments: DefectiveProvider.all)
  func `signInWithIdp with a token of an unverified address does not vouch for it`(
    provider: DefectiveProvider
  ) async throws {
    for profile in provider.profiles {
      let emulator = try TestEmulator.issuing(profile)
      let owner = try await emulator.account(email: "ann@example.com")
      let minted = try await emulator.mint(
        provider.id, ["defect": "unverified-email", "account": ["email": "ann@example.com"]])
      let reply = await emulator.signIn(with: minted)
      #expect(reply.status == 200)
      #expect(reply["needConfirmation"] == true)
      #expect(reply["emailVerified"] == false)
      #expect(reply["localId"] == .string(owner.uid))
      #expect(reply["idToken"] == nil)
    }
  }

  @Test(arguments: DefectiveProvider.all)
  func `signInWithIdp with a good token signs in, and again until it expires`(
    provider: DefectiveProvider
  ) async throws {
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

  @Test func `signInWithIdp with a token that lives for a second is good for that second`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint("google.com", ["expiresInSeconds": 1])
    try await emulator.signIn(with: minted).expectSession()
    emulator.advance(.seconds(1))
    #expect(await emulator.signIn(with: minted).errorCode == "INVALID_IDP_RESPONSE")
  }

  /// RFC 7519 §4.1.5 is not checked (docs/reference/sign-in-with-idp.md#verification).
  @Test func `signInWithIdp with a token that is wrong by nbf alone succeeds`() async throws {
    let emulator = try TestEmulator.issuing(.production)
    let minted = try await emulator.mint(
      "oidc.corp", ["claims": ["nbf": .int(TestEmulator.start.seconds + 3600)]])
    try await emulator.signIn(with: minted).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with a token whose subject is missing or no text is refused`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile)
    for subject in [JSON.null, 7, "", [:], .string(String(repeating: "x", count: 5000))] {
      let minted = try await emulator.mint("oidc.corp", ["claims": ["sub": subject]])
      let reply = await emulator.signIn(with: minted)
      #expect(reply.status == 400)
      #expect(
        reply.errorMessage?.hasPrefix(
          "INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: {")
          == true)
    }
    #expect(await emulator.userCount() == 0)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with a token whose times have wrong types is stale, never a fault`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    for claims: JSONObject in [
      ["exp": "soon"], ["exp": .null], ["iat": .null], ["iat": [:]], ["exp": .int(.min)],
      ["iat": .int(.max)],
    ] {
      let minted = try await emulator.mint("google.com", ["claims": .object(claims)])
      let reply = await emulator.signIn(with: minted)
      #expect(reply.status == 400)
      #expect(reply.errorMessage?.hasSuffix("is stale to sign-in.") == true)
    }
    let eternal = try await emulator.mint(
      "apple.com", ["claims": ["exp": .int(.max)], "rawNonce": "raw"])
    try await emulator.signIn(with: eternal).expectSession()
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp with a token of wrong types does not poison the store`(
    profile: Profile
  ) async throws {
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
      try reply.expectSession()
      let user = try emulator.storedUser(of: reply)
      #expect(user.displayName == nil)
      #expect(user.photoURL == nil)
      #expect(user.email == nil)
      #expect(
        await emulator.admin("accounts:lookup", ["localId": [reply["localId"] ?? .null]])
          .status == 200)
    }
  }
}
