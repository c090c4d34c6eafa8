import EmuTestSupport
import Testing

/// docs/fidelity/apple.md#apple-token-revocation and docs/reference/apple.md#apple-in-firebase.
@Suite struct `accounts:revokeToken` {
  private static let offline: JSONObject = ["scopes": ["name", "email", "offline_access"]]

  @Test(
    arguments: [
      ("CODE", "CODE"), ("CODE", 3), ("CODE", "3"), ("ACCESS_TOKEN", "ACCESS_TOKEN"),
      ("ACCESS_TOKEN", 2), ("ACCESS_TOKEN", "2"), ("REFRESH_TOKEN", "REFRESH_TOKEN"),
      ("REFRESH_TOKEN", 1), ("REFRESH_TOKEN", "1"),
    ] as [(String, JSON)], Profile.allCases)
  func `accounts:revokeToken revokes the grant by each kind of token, however written`(
    row: (kind: String, type: JSON), profile: Profile
  ) async throws {
    let ann = try await AppleUser(profile, Self.offline)
    let reply = await ann.revoke(try ann.token(row.kind), row.type)
    #expect(reply.status == 200)
    #expect(reply.json == [:])
    #expect(await ann.grantStates() == ["revoked"])
    #expect(reply.log.contains("revokeToken chose The grant of"))
  }

  @Test(
    arguments: [("CODE", "token"), ("CODE", "revoke"), ("REFRESH_TOKEN", "revoke")],
    Profile.allCases)
  func `accounts:revokeToken is refused during Apple's outage, and changes nothing`(
    row: (kind: String, endpoint: String), profile: Profile
  ) async throws {
    let ann = try await AppleUser(profile, Self.offline)
    let token = try ann.token(row.kind)
    await ann.emulator.fail(
      "apple.com",
      [
        "match": ["endpoint": .string(row.endpoint)], "times": 1,
        "effect": ["status": 503, "delayMilliseconds": 1],
      ])
    let refused = await ann.revoke(token, .string(row.kind))
    #expect(refused.errorCode == "INVALID_IDP_RESPONSE")
    #expect(refused.errorMessage?.contains("HttpMetadata{status=503}") == true)
    #expect(await ann.grantStates() == ["authorized"])
    // A code that Apple has exchanged is consumed, whatever the result is.
    let isSpent = row.kind == "CODE" && row.endpoint == "revoke"
    #expect(await ann.revoke(token, .string(row.kind)).status == (isSpent ? 400 : 200))
    #expect(await ann.grantStates() == [isSpent ? "authorized" : "revoked"])
  }

  @Test func `accounts:revokeToken succeeds at any success of Apple's`() async throws {
    let ann = try await AppleUser(.compatible)
    await ann.emulator.fail(
      "apple.com", ["match": ["endpoint": "revoke"], "effect": ["status": 204]])
    #expect(await ann.revoke(ann.minted.accessToken, "ACCESS_TOKEN").status == 200)
    #expect(await ann.grantStates() == ["revoked"])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken ends refresh tokens, but no sessions`(profile: Profile) async throws {
    let ann = try await AppleUser(profile)
    let emulator = ann.emulator
    let tokens = try await emulator.exchange(ann.minted.code)
    func refreshAtApple() async throws -> Reply {
      let refreshToken = try #require(tokens["refresh_token"]?.string)
      return try await emulator.apple(
        "token", ["grant_type": "refresh_token", "refresh_token": refreshToken])
    }
    #expect(try await refreshAtApple().status == 200)

    #expect(await ann.revoke(tokens["access_token"]?.string, "ACCESS_TOKEN").status == 200)

    let dead = try await refreshAtApple()
    #expect(dead.status == 400)
    #expect(
      dead.json == [
        "error": "invalid_grant",
        "error_description": "The token has expired or has been revoked.",
      ])
    #expect(await emulator.refresh(ann.account.refreshToken).status == 200)
    #expect(await emulator.lookup(ann.account).status == 200)
    let user = try #require(try emulator.user(ann.account.uid))
    #expect(user.link(to: "apple.com")?.rawID == ann.minted.subject)
    // An unexpired ID token stays valid.
    #expect(await emulator.signIn(with: ann.minted).status == (profile == .production ? 400 : 200))
  }

  // MARK: 2 Repeats

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken ignores a repeat before a new token`(profile: Profile) async throws {
    let ann = try await AppleUser(profile)
    _ = await ann.revoke(ann.minted.code)
    for (token, type) in [
      (ann.minted.code, "CODE"), (ann.minted.accessToken, "ACCESS_TOKEN"), ("garbage", "CODE"),
      (nil, nil),
    ] as [(String?, JSON?)] {
      let reply = await ann.revoke(token, type)
      #expect(reply.status == 200)
      #expect(reply.json == [:])
      #expect(reply.log.contains("a repeat is ignored"))
    }
    let next = try await ann.emulator.mint("apple.com", AppleOrder.ann)
    #expect(await ann.revoke(ann.minted.code).errorCode == "INVALID_IDP_RESPONSE")
    #expect(await ann.revoke(next.code).status == 200)
    #expect(await ann.grantStates() == ["revoked"])
  }

  /// The tokens of a mint call without the project's name are those of the default project.
  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken ignores a repeat in another project`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let order = AppleOrder.ann.merging(["clientId": .string(Client.bundleID)])
    let minted = try await emulator.mint("apple.com", order, project: "other-project")
    let account = try await emulator.signIn(with: minted).expectSession()
    for (token, type) in [
      (minted.code, "CODE"), (minted.code, "CODE"), (minted.accessToken, "ACCESS_TOKEN"),
    ] as [(String, JSON)] {
      await emulator.revokeToken(token, type, idToken: account.idToken).expect()
    }
    try await emulator.mint("apple.com", order, project: "other-project").json
      .expect(has: "appleUser")
    let reply = await emulator.revokeToken(minted.code, "CODE", idToken: account.idToken)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
  }

  /// A person may use several apps with different grants.
  @Test func `accounts:revokeToken ignores a repeat beside another app's grant`() async throws {
    let ann = try await AppleUser(.production)
    _ = try await ann.emulator.mint(
      "apple.com", AppleOrder.ann.merging(["clientId": "org.other.app"]))
    for _ in 0..<2 { #expect(await ann.revoke(ann.minted.code).status == 200) }
    #expect(await ann.grantStates() == ["revoked", "authorized"])
  }

  @Test func `accounts:revokeToken is equivalent to Apple's own revocation`() async throws {
    let ann = try await AppleUser(.production)
    #expect(try await ann.emulator.apple("revoke", ["token": ann.minted.accessToken]).status == 200)
    #expect(await ann.revoke(ann.minted.code).status == 200)
  }

  @Test func `accounts:revokeToken reaches the users of tenants`() async throws {
    let ann = try await AppleUser(at: try TestEmulator(isStored: true), options: ["tenantId": "t1"])
    await ann.revoke(ann.minted.code, options: ["tenantId": "t2"])
      .expect(refusal: "TENANT_ID_MISMATCH")
    // iOS never sends the tenant: the ID token determines it.
    #expect(await ann.revoke(ann.minted.code).status == 200)
    #expect(await ann.grantStates() == ["revoked"])
  }

  // MARK: The documented account deletion

  /// Sign in again, revoke, delete: within five minutes of the Apple sign-in.
  @Test(arguments: Profile.allCases)
  func `accounts:delete succeeds after accounts:revokeToken`(profile: Profile) async throws {
    var ann = try await AppleUser(profile)
    let emulator = ann.emulator
    emulator.advance(.seconds(7200))
    ann.minted = try await emulator.mint("apple.com", AppleOrder.ann)
    ann.account = try await emulator.signIn(with: ann.minted, options: ["autoCreate": false])
      .expectSession()
    emulator.advance(.seconds(299))
    #expect(await ann.revoke(ann.minted.code, "3").status == 200)
    #expect(await emulator.client("accounts:delete", as: ann.account).status == 200)
    #expect(try emulator.user(ann.account.uid) == nil)

    let next = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(next["appleUser"] != nil)
    await emulator.signIn(with: next).expect(["isNewUser": true, "displayName": "Ann Lee"])
  }
}
