import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The refusals of docs/fidelity/apple.md#apple-token-revocation.
@Suite struct `accounts:revokeToken refuses` {
  private static func envelope(_ error: String, redirectURI: String = "") -> String {
    "INVALID_IDP_RESPONSE : Error getting access token from https://appleid.apple.com, OAuth2 "
      + "redirect uri is: \(redirectURI), response: OAuth2TokenResponse{params: error=\(error), "
      + "httpMetadata: HttpMetadata{status=400}}"
  }

  private static let invalidGrant = envelope("invalid_grant")

  typealias Revocation = `accounts:revokeToken`

  /// Expects a refusal that keeps the grant, with its precise reason in the log only.
  private func expect(
    _ reply: Reply, _ refusal: String = Self.invalidGrant, reason: String,
    _ emulator: TestEmulator, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    reply.expect(refusal: refusal, sourceLocation: sourceLocation)
    let reasons = await emulator.reasons(for: reply)
    #expect(reasons.contains(reason), "\(reasons)", sourceLocation: sourceLocation)
    let grants = await emulator.call(.get, "/emulator/v1/issuers/apple.com/grants")
    #expect(
      grants["grants"]?.array?.contains { $0["state"] == "revoked" } == false,
      sourceLocation: sourceLocation)
  }

  // MARK: 1 Provider and ID token

  @Test(arguments: ["google.com", "microsoft.com", "oidc.corp", "", "apple"])
  func `accounts:revokeToken refuses another provider than Apple, before anything else`(
    provider: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
      let reply = await emulator.revokeToken(
        "garbage", "CODE", idToken: "garbage", options: ["providerId": .string(provider)])
      reply.expect(refusal: "INVALID_PROVIDER_ID : Provider Id is not supported.")
    }
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken refuses an ID token that is missing or bad, with its own code`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Revocation.signedIn(emulator)
    let code = ann.minted.code
    await emulator.revokeToken(code, "CODE", idToken: nil).expect(refusal: "MISSING_ID_TOKEN")
    await emulator.revokeToken(code, "CODE", idToken: "")
      .expect(refusal: profile == .production ? "INVALID_ID_TOKEN" : "MISSING_ID_TOKEN")
    await emulator.revokeToken(code, "CODE", idToken: "x").expect(refusal: "INVALID_ID_TOKEN")
    // Apple's token is not one of the backend.
    await emulator.revokeToken(code, "CODE", idToken: ann.minted.idToken)
      .expect(refusal: "INVALID_ID_TOKEN")

    _ = await emulator.change(ann.account.uid, ["disableUser": true])
    await emulator.revokeToken(code, "CODE", idToken: ann.account.idToken)
      .expect(refusal: "USER_DISABLED")
    _ = await emulator.admin("accounts:delete", ["localId": .string(ann.account.uid)])
    await emulator.revokeToken(code, "CODE", idToken: ann.account.idToken)
      .expect(refusal: "USER_NOT_FOUND")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken refuses an outdated session`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Revocation.signedIn(emulator)
    emulator.advance(.seconds(10))
    _ = await emulator.change(
      ann.account.uid, ["validSince": .string(String(TestEmulator.start.seconds + 10))])
    await emulator.revokeToken(ann.minted.code, "CODE", idToken: ann.account.idToken)
      .expect(refusal: "TOKEN_EXPIRED")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken refuses a request without a token or its kind`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Revocation.signedIn(emulator)
    let idToken = ann.account.idToken
    for type in [nil, 0, "0", "TOKEN_TYPE_UNSPECIFIED"] as [JSON?] {
      let reply = await emulator.revokeToken(ann.minted.code, type, idToken: idToken)
      #expect(reply.errorMessage == "INVALID_TOKEN_TYPE")
    }
    for type in [4, "4", "ID_TOKEN", [:], true] as [JSON] {
      let reply = await emulator.revokeToken(ann.minted.code, type, idToken: idToken)
      #expect(reply.status == 400)
      #expect(reply["error"]?["status"] == "INVALID_ARGUMENT")
      #expect(reply.errorMessage?.contains("token_type") == true, "\(reply.errorMessage ?? "")")
    }
    for token in [nil, ""] as [String?] {
      let reply = await emulator.revokeToken(token, "CODE", idToken: idToken)
      #expect(reply.errorMessage == "MISSING_TOKEN")
    }
  }

  // MARK: 3 The token

  /// Tokens that Apple has made, of which none revokes the caller's grant.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let types: [String]
    /// Returns whose tokens are sent, with whose ID token; ann has just signed in.
    let sent: @Sendable (TestEmulator, Revocation.SignedIn) async throws -> Revocation.SignedIn

    init(
      _ title: String, _ reason: String, types: [String] = ["CODE"],
      sent:
        @escaping @Sendable (TestEmulator, Revocation.SignedIn) async throws
        -> Revocation.SignedIn
    ) {
      (testDescription, self.reason, self.types, self.sent) = (title, reason, types, sent)
    }
  }

  private static let rows: [Row] = [
    Row("a code after five minutes", "The code has expired.") { emulator, ann in
      emulator.advance(.seconds(300))
      return ann
    },
    Row("a code that the app's server has exchanged", "The code was exchanged before.") {
      emulator, ann in
      _ = try await emulator.exchange(ann.minted.code)
      return ann
    },
    Row(
      "an access token after an hour", "The token is expired or revoked.", types: ["ACCESS_TOKEN"]
    ) { emulator, ann in
      emulator.advance(.seconds(3600))
      return ann
    },
    Row(
      "what belongs to another client", "client org.other.app, which is not configured",
      types: ["CODE", "ACCESS_TOKEN", "REFRESH_TOKEN"]
    ) { emulator, ann in
      let order = AppleOrder.ann.merging([
        "clientId": "org.other.app", "scopes": ["offline_access"],
      ])
      return .init(minted: try await emulator.mint("apple.com", order), account: ann.account)
    },
    Row(
      "what belongs to another person",
      "The token is of another Apple person than the one linked",
      types: ["CODE", "ACCESS_TOKEN", "REFRESH_TOKEN"]
    ) { emulator, ann in
      let order: JSONObject = [
        "account": ["email": "bob@example.com"], "scopes": ["offline_access"],
      ]
      return .init(minted: try await emulator.mint("apple.com", order), account: ann.account)
    },
    Row("what a user without an Apple link sends", "another Apple person") { emulator, ann in
      .init(minted: ann.minted, account: try await emulator.anonymousAccount())
    },
    // The same subject at another issuer is another person.
    Row("what another issuer made", "another Apple person", types: ["CODE", "ACCESS_TOKEN"]) {
      emulator, ann in
      let order: JSONObject = [
        "account": ["sub": .string(ann.minted.subject)], "clientId": .string(Client.bundleID),
      ]
      return .init(minted: try await emulator.mint("oidc.corp", order), account: ann.account)
    },
  ]

  @Test(arguments: rows, Profile.allCases)
  func `accounts:revokeToken refuses a token by its row`(row: Row, profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let sent = try await row.sent(emulator, try await Revocation.signedIn(emulator))
    let refreshed = await emulator.refresh(sent.account.refreshToken)
    for type in row.types {
      let token = try #require(sent.minted[Revocation.fields[type] ?? ""], "\(type)")
      await expect(
        await emulator.revokeToken(token, .string(type), idToken: refreshed["id_token"]?.string),
        reason: row.reason, emulator)
    }
  }

  @Test(
    arguments: [
      ("authorizationCode", "ACCESS_TOKEN", "Send it as CODE."),
      ("authorizationCode", "REFRESH_TOKEN", "Send it as CODE."),
      ("accessToken", "CODE", "Send it as ACCESS_TOKEN."),
      ("accessToken", "REFRESH_TOKEN", "Send it as ACCESS_TOKEN."),
      ("refreshToken", "CODE", "Send it as REFRESH_TOKEN."),
      ("refreshToken", "ACCESS_TOKEN", "Send it as REFRESH_TOKEN."),
      ("idToken", "CODE", "Send the authorization code as CODE."),
      ("idToken", "ACCESS_TOKEN", "Send the authorization code as CODE."),
      ("idToken", "REFRESH_TOKEN", "Send the authorization code as CODE."),
    ], Profile.allCases)
  func `accounts:revokeToken refuses a token of ours under another type, and names its own`(
    row: (field: String, type: JSON, advice: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Revocation.signedIn(
      emulator, ["scopes": ["name", "email", "offline_access"]])
    let token = try #require(ann.minted[row.field])
    await expect(
      await emulator.revokeToken(token, row.type, idToken: ann.account.idToken),
      reason: row.advice, emulator)
    // It stays valid.
    let code = await emulator.revokeToken(
      ann.minted.code, "CODE", idToken: ann.account.idToken)
    #expect(code.status == 200, "\(code.json)")
  }

  // MARK: 4 Redirect URI and code flow

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken refuses a redirect URI that is not the code's`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Revocation.signedIn(emulator)
    let uri = "https://demo-project.firebaseapp.com/__/auth/handler"
    let reply = await emulator.revokeToken(
      ann.minted.code, "CODE", idToken: ann.account.idToken,
      options: ["redirectUri": .string(uri)])
    await expect(
      reply, Self.envelope("invalid_grant", redirectURI: uri),
      reason: "The redirect URI is not the one that the code was made for.", emulator)
    // The refused attempt consumed nothing.
    #expect(
      await emulator.revokeToken(
        ann.minted.code, "CODE", idToken: ann.account.idToken, options: ["redirectUri": ""]
      ).status == 200)
  }

  @Test func `accounts:revokeToken refuses everything in production without a code flow`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.production, servicesID: Client.bundleID)
    try emulator.configure(
      provider: "apple.com", ProviderConfig(bundleIDs: [Client.bundleID]))
    let ann = try await Revocation.signedIn(emulator)
    for (token, type) in [
      (ann.minted.code, "CODE"), (ann.minted.accessToken, "ACCESS_TOKEN"), ("real", "CODE"),
    ] {
      await expect(
        await emulator.revokeToken(token, .string(type), idToken: ann.account.idToken),
        Self.envelope("invalid_client"),
        reason: "apple.com has no code flow configuration", emulator)
    }
  }

  @Test
  func `accounts:revokeToken refuses nothing in compatible without a code flow, and reports it`()
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true)
    let ann = try await Revocation.signedIn(emulator)
    let reply = await emulator.revokeToken(
      ann.minted.code, "CODE", idToken: ann.account.idToken)
    #expect(reply.status == 200)
    #expect(
      await emulator.reasons(for: reply).contains(
        "requireConfiguredProviders warned apple.com has no code flow configuration (team id, key "
          + "id, private key); production answers \(Self.envelope("invalid_client"))"))
  }

  // MARK: 5 A real device's token

  @Test(arguments: ["CODE", "ACCESS_TOKEN", "REFRESH_TOKEN"])
  func `accounts:revokeToken refuses a token that was not made here, in production alone`(
    kind: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
      let ann = try await Revocation.signedIn(emulator)
      let reply = await emulator.revokeToken(
        "c0123456789abcdef0123456789abcdef.0.abcd.real", .string(kind),
        idToken: ann.account.idToken)
      if profile == .production {
        await expect(reply, reason: "no Apple issuer of this emulator made", emulator)
      } else {
        #expect(reply.status == 200)
        #expect(reply.json == [:])
        #expect(
          await emulator.reasons(for: reply).contains(
            "verifyCredentials warned no Apple issuer of this emulator made the token, so nothing "
              + "is revoked"))
      }
    }
  }

  /// Its Apple link is from unverified claims, so no issuer knows the person.
  @Test func `accounts:revokeToken refuses nothing of a user whom no issuer knows, in compatible`()
    async throws
  {
    let emulator = try TestEmulator(hasKeys: true)
    let account = try await emulator.signIn("apple.com", claims: Idp.claims("a1"))
      .expectSession()
    let reply = await emulator.revokeToken("real-code", "3", idToken: account.idToken)
    #expect(reply.status == 200)
  }
}
