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

  private static let kinds = ["CODE", "ACCESS_TOKEN", "REFRESH_TOKEN"]

  /// Expects a refusal that keeps the grant, with its precise reason in the log only.
  private func expect(
    _ reply: Reply, _ refusal: String = Self.envelope("invalid_grant"), reason: String,
    of user: AppleUser, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    reply.expect(refusal: refusal, sourceLocation: sourceLocation)
    #expect(reply.log.contains(reason), "\(reply.log)", sourceLocation: sourceLocation)
    let states = await user.grantStates()
    #expect(!states.isEmpty && !states.contains("revoked"), sourceLocation: sourceLocation)
  }

  // MARK: 1 Provider and ID token

  @Test(arguments: ["google.com", "microsoft.com", "oidc.corp", "", "apple"])
  func `accounts:revokeToken refuses another provider than Apple`(provider: String) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
      let reply = await emulator.revokeToken(
        "garbage", "CODE", idToken: "garbage", options: ["providerId": .string(provider)])
      reply.expect(refusal: "INVALID_PROVIDER_ID : Provider Id is not supported.")
    }
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken refuses a missing or bad ID token`(profile: Profile) async throws {
    let ann = try await AppleUser(profile)
    let emulator = ann.emulator
    for (idToken, refusal) in [
      (nil, "MISSING_ID_TOKEN"),
      ("", profile == .production ? "INVALID_ID_TOKEN" : "MISSING_ID_TOKEN"),
      ("x", "INVALID_ID_TOKEN"),
      // Apple's token is not one of the backend.
      (ann.minted.idToken, "INVALID_ID_TOKEN"),
    ] as [(String?, String)] {
      await emulator.revokeToken(ann.minted.code, "CODE", idToken: idToken).expect(refusal: refusal)
    }
    _ = await emulator.change(ann.account.uid, ["disableUser": true])
    await ann.revoke(ann.minted.code).expect(refusal: "USER_DISABLED")
    emulator.advance(.seconds(10))
    let now = String(TestEmulator.start.seconds + 10)
    _ = await emulator.change(ann.account.uid, ["disableUser": false, "validSince": .string(now)])
    await ann.revoke(ann.minted.code).expect(refusal: "TOKEN_EXPIRED")
    _ = await emulator.delete(ann.account.uid)
    await ann.revoke(ann.minted.code).expect(refusal: "USER_NOT_FOUND")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken needs a token and its kind`(profile: Profile) async throws {
    let ann = try await AppleUser(profile)
    for type in [nil, 0, "0", "TOKEN_TYPE_UNSPECIFIED"] as [JSON?] {
      await ann.revoke(ann.minted.code, type).expect(refusal: "INVALID_TOKEN_TYPE")
    }
    for type in [4, "4", "ID_TOKEN", [:], true] as [JSON] {
      let reply = await ann.revoke(ann.minted.code, type)
      reply.expect(400, ["error.status": "INVALID_ARGUMENT"]).expect(saying: "token_type")
    }
    for token in [nil, ""] as [String?] {
      #expect(await ann.revoke(token).errorMessage == "MISSING_TOKEN")
    }
  }

  // MARK: 3 The token

  /// Tokens that Apple has made, of which none revokes the caller's grant.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let types: [String]
    /// Changes whose tokens are sent, or with whose ID token; ann has just signed in.
    let change: @Sendable (inout AppleUser) async throws -> Void

    init(
      _ title: String, _ reason: String, types: [String] = ["CODE"],
      change: @escaping @Sendable (inout AppleUser) async throws -> Void
    ) {
      (testDescription, self.reason, self.types, self.change) = (title, reason, types, change)
    }
  }

  private static let rows: [Row] = [
    Row("a code after five minutes", "The code has expired.") { ann in
      ann.emulator.advance(.seconds(300))
    },
    Row("a code that the app's server has exchanged", "The code was exchanged before.") { ann in
      _ = try await ann.emulator.exchange(ann.minted.code)
    },
    Row(
      "an access token after an hour", "The token is expired or revoked.", types: ["ACCESS_TOKEN"]
    ) { ann in ann.emulator.advance(.seconds(3600)) },
    Row(
      "what belongs to another client", "client org.other.app, which is not configured",
      types: kinds
    ) { ann in
      ann.minted = try await ann.emulator.mint(
        "apple.com",
        AppleOrder.ann.merging(["clientId": "org.other.app", "scopes": ["offline_access"]]))
    },
    Row(
      "what belongs to another person",
      "The token is of another Apple person than the one linked", types: kinds
    ) { ann in
      ann.minted = try await ann.emulator.mint(
        "apple.com", ["account": ["email": "bob@example.com"], "scopes": ["offline_access"]])
    },
    Row(
      "what the same subject got in another project", "another Apple person", types: kinds
    ) { ann in
      ann.minted = try await ann.emulator.mint(
        "apple.com",
        AppleOrder.ann.merging([
          "clientId": .string(Client.bundleID), "scopes": ["offline_access"],
        ]), project: "other-project")
    },
    Row("what a user without an Apple link sends", "another Apple person") { ann in
      ann.account = try await ann.emulator.signUpAnonymously()
    },
    // The same subject at another issuer is another person.
    Row(
      "what another issuer made", "The issuer of oidc.corp made", types: ["CODE", "ACCESS_TOKEN"]
    ) { ann in
      ann.minted = try await ann.emulator.mint(
        "oidc.corp",
        ["account": ["sub": .string(ann.minted.subject)], "clientId": .string(Client.bundleID)])
    },
  ]

  @Test(arguments: rows, Profile.allCases)
  func `accounts:revokeToken refuses a token by its row`(row: Row, profile: Profile) async throws {
    var user = try await AppleUser(profile)
    try await row.change(&user)
    let refreshed = await user.emulator.refresh(user.account.refreshToken)
    for type in row.types {
      let reply = await user.emulator.revokeToken(
        try user.token(type), .string(type), idToken: refreshed["id_token"]?.string)
      await expect(reply, reason: row.reason, of: user)
    }
  }

  /// Each kind of token, and the advice when it is sent under another one.
  @Test(
    arguments: [
      ("CODE", "Send it as CODE."), ("ACCESS_TOKEN", "Send it as ACCESS_TOKEN."),
      ("REFRESH_TOKEN", "Send it as REFRESH_TOKEN."),
      ("idToken", "Send the authorization code as CODE."),
    ], Profile.allCases)
  func `accounts:revokeToken refuses a token of ours under another type, and names its own`(
    row: (kind: String, advice: String), profile: Profile
  ) async throws {
    let ann = try await AppleUser(profile, ["scopes": ["name", "email", "offline_access"]])
    for type in Self.kinds where type != row.kind {
      let reply = await ann.revoke(try ann.token(row.kind), .string(type))
      await expect(reply, reason: row.advice, of: ann)
    }
    // It stays valid.
    await ann.revoke(ann.minted.code).expect()
  }

  // MARK: 4 Redirect URI and code flow

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken needs the redirect URI of the code`(profile: Profile) async throws {
    let ann = try await AppleUser(profile)
    let reply = await ann.revoke(
      ann.minted.code, options: ["redirectUri": .string(Client.callback)])
    await expect(
      reply, Self.envelope("invalid_grant", redirectURI: Client.callback),
      reason: "The redirect URI is not the one that the code was made for.", of: ann)
    // The refused attempt consumed nothing.
    #expect(await ann.revoke(ann.minted.code, options: ["redirectUri": ""]).status == 200)
  }

  @Test func `accounts:revokeToken refuses everything in production without a code flow`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.production, servicesID: Client.bundleID)
    try emulator.configure(provider: "apple.com", .init(bundleIDs: [Client.bundleID]))
    let ann = try await AppleUser(at: emulator)
    for (token, type) in [
      (ann.minted.code, "CODE"), (ann.minted.accessToken, "ACCESS_TOKEN"), ("real", "CODE"),
    ] as [(String, JSON)] {
      await expect(
        await ann.revoke(token, type), Self.envelope("invalid_client"),
        reason: "apple.com has no code flow configuration", of: ann)
    }
  }

  @Test func `accounts:revokeToken only reports a missing code flow in compatible`() async throws {
    let ann = try await AppleUser(at: try TestEmulator(isStored: true))
    let reply = await ann.revoke(ann.minted.code)
    #expect(reply.status == 200)
    #expect(
      reply.log.contains(
        "requireConfiguredProviders warned apple.com has no code flow configuration (team id, key "
          + "id, private key); production answers \(Self.envelope("invalid_client"))"))
  }

  // MARK: 5 A real device's token

  @Test(arguments: kinds)
  func `accounts:revokeToken refuses foreign tokens in production`(kind: String) async throws {
    for profile in Profile.allCases {
      let ann = try await AppleUser(profile)
      let reply = await ann.revoke("c0123456789abcdef0123456789abcdef.0.abcd.real", .string(kind))
      if profile == .production {
        await expect(reply, reason: "no Apple issuer of this emulator made", of: ann)
      } else {
        #expect(reply.status == 200)
        #expect(reply.json == [:])
        #expect(
          reply.log.contains(
            "verifyCredentials warned no Apple issuer of this emulator made the token, so nothing "
              + "is revoked"))
      }
    }
  }

  /// Its Apple link is from unverified claims, so no issuer knows the person.
  @Test func `accounts:revokeToken accepts a user unknown to issuers, in compatible`()
    async throws
  {
    let emulator = try TestEmulator(isStored: true)
    let account = try await emulator.signIn("apple.com", "a1").expectSession()
    #expect(await emulator.revokeToken("real-code", "3", idToken: account.idToken).status == 200)
  }
}
