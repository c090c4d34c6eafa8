import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// docs/fidelity/apple.md#apple-token-revocation and docs/reference/apple.md#apple-in-firebase.
@Suite struct `accounts:revokeToken` {
  /// A user who has just signed in with Apple.
  struct SignedIn {
    let minted: Minted
    let account: Account
  }

  static func signedIn(
    _ emulator: TestEmulator, _ more: JSONObject = [:]
  ) async throws -> SignedIn {
    var order = AppleOrder.ann
    for member in more { order[member.key] = member.value }
    let minted = try await emulator.mint("apple.com", order)
    return SignedIn(
      minted: minted, account: try await emulator.signIn(with: minted).expectSession())
  }

  /// The member of a mint call's answer for each kind of `token`.
  static let fields = [
    "CODE": "authorizationCode", "ACCESS_TOKEN": "accessToken", "REFRESH_TOKEN": "refreshToken",
  ]

  @Test(
    arguments: [
      ("CODE", "CODE"), ("CODE", 3), ("CODE", "3"), ("ACCESS_TOKEN", "ACCESS_TOKEN"),
      ("ACCESS_TOKEN", 2), ("ACCESS_TOKEN", "2"), ("REFRESH_TOKEN", "REFRESH_TOKEN"),
      ("REFRESH_TOKEN", 1), ("REFRESH_TOKEN", "1"),
    ] as [(String, JSON)], Profile.allCases)
  func `accounts:revokeToken revokes the grant by each kind of token, however written`(
    row: (kind: String, type: JSON), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(
      emulator, ["scopes": ["name", "email", "offline_access"]])
    let token = try #require(ann.minted[Self.fields[row.kind] ?? ""])
    let reply = await emulator.revokeToken(token, row.type, idToken: ann.account.idToken)
    #expect(reply.status == 200)
    #expect(reply.json == [:])
    #expect(try await grantStates(emulator) == ["revoked"])
    #expect(await emulator.reasons(for: reply).contains("revokeToken chose The grant of"))
  }

  @Test(
    arguments: [("CODE", "token"), ("CODE", "revoke"), ("REFRESH_TOKEN", "revoke")],
    Profile.allCases)
  func `accounts:revokeToken is refused during Apple's outage, and changes nothing`(
    row: (kind: String, endpoint: String), profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(
      emulator, ["scopes": ["name", "email", "offline_access"]])
    let token = try #require(ann.minted[Self.fields[row.kind] ?? ""])
    let fault = await emulator.call(
      .post, "/emulator/v1/issuers/apple.com/faults",
      [
        "match": ["endpoint": .string(row.endpoint)], "times": 1,
        "effect": ["status": 503, "delayMilliseconds": 1],
      ])
    #expect(fault.status == 200)
    let refused = await emulator.revokeToken(
      token, .string(row.kind), idToken: ann.account.idToken)
    #expect(refused.errorCode == "INVALID_IDP_RESPONSE")
    #expect(refused.errorMessage?.contains("HttpMetadata{status=503}") == true)
    #expect(try await grantStates(emulator) == ["authorized"])
    let reply = await emulator.revokeToken(token, .string(row.kind), idToken: ann.account.idToken)
    // A code that Apple has exchanged is consumed, whatever the result is.
    let isSpent = row.kind == "CODE" && row.endpoint == "revoke"
    #expect(reply.status == (isSpent ? 400 : 200))
    #expect(try await grantStates(emulator) == [isSpent ? "authorized" : "revoked"])
  }

  @Test func `accounts:revokeToken succeeds if Apple's answer is a success, even a strange one`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.compatible, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let fault = await emulator.call(
      .post, "/emulator/v1/issuers/apple.com/faults",
      ["match": ["endpoint": "revoke"], "effect": ["status": 204]])
    #expect(fault.status == 200)
    let reply = await emulator.revokeToken(
      ann.minted.accessToken, "ACCESS_TOKEN", idToken: ann.account.idToken)
    #expect(reply.status == 200)
    #expect(try await grantStates(emulator) == ["revoked"])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken kills refresh tokens, and leaves sessions and the link`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let tokens = try await emulator.exchange(ann.minted.code)
    let refreshToken = tokens["refresh_token"]?.string
    #expect(try await emulator.refreshAtApple(refreshToken).status == 200)

    let reply = await emulator.revokeToken(
      tokens["access_token"]?.string, "ACCESS_TOKEN", idToken: ann.account.idToken)
    #expect(reply.status == 200)

    let dead = try await emulator.refreshAtApple(refreshToken)
    #expect(dead.status == 400)
    #expect(
      dead.json == [
        "error": "invalid_grant",
        "error_description": "The token has expired or has been revoked.",
      ])
    #expect(await emulator.refresh(ann.account.refreshToken).status == 200)
    let lookup = await emulator.client(
      "accounts:lookup", ["idToken": .string(ann.account.idToken)])
    #expect(lookup.status == 200)
    let user = try #require(try emulator.user(ann.account.uid))
    #expect(user.link(to: "apple.com")?.rawID == ann.minted.subject)
    // An unexpired ID token stays valid.
    #expect(await emulator.signIn(with: ann.minted).status == (profile == .production ? 400 : 200))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken makes the next sign-in a first one`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let returning = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(returning["appleUser"] == nil)
    _ = await emulator.revokeToken(returning.code, "CODE", idToken: ann.account.idToken)

    let next = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(
      next["appleUser"]
        == #"{"name":{"firstName":"Ann","lastName":"Lee"},"email":"ann@example.com"}"#)
    #expect(next.subject == ann.minted.subject)
    let again = await emulator.signIn(with: next)
    #expect(try again.expectSession().uid == ann.account.uid)
  }

  // MARK: 2 Repeats

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken ignores a repeat, whatever its other fields`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let idToken = ann.account.idToken
    _ = await emulator.revokeToken(ann.minted.code, "CODE", idToken: idToken)
    for (token, type) in [
      (ann.minted.code, "CODE"), (ann.minted.accessToken, "ACCESS_TOKEN"), ("garbage", "CODE"),
      (nil, nil),
    ] as [(String?, JSON?)] {
      let reply = await emulator.revokeToken(token, type, idToken: idToken)
      #expect(reply.status == 200)
      #expect(reply.json == [:])
      #expect(await emulator.reasons(for: reply).contains("a repeat is ignored"))
    }
  }

  @Test(arguments: Profile.allCases)
  func `accounts:revokeToken is no repeat once something newer was issued`(profile: Profile)
    async throws
  {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let idToken = ann.account.idToken
    _ = await emulator.revokeToken(ann.minted.code, "CODE", idToken: idToken)
    let next = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(
      await emulator.revokeToken(ann.minted.code, "CODE", idToken: idToken).errorCode
        == "INVALID_IDP_RESPONSE")
    #expect(await emulator.revokeToken(next.code, "CODE", idToken: idToken).status == 200)
    #expect(try await grantStates(emulator) == ["revoked"])
  }

  /// A person may use several apps with different grants.
  @Test func `accounts:revokeToken ignores a repeat although another app's grant is valid`()
    async throws
  {
    let emulator = try TestEmulator.issuing(.production, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    var order = AppleOrder.ann
    order["clientId"] = "org.other.app"
    _ = try await emulator.mint("apple.com", order)
    let idToken = ann.account.idToken
    for _ in 0..<2 {
      let reply = await emulator.revokeToken(ann.minted.code, "CODE", idToken: idToken)
      #expect(reply.status == 200)
    }
    #expect(try await grantStates(emulator) == ["revoked", "authorized"])
  }

  @Test func `accounts:revokeToken is equivalent to Apple's own revocation`() async throws {
    let emulator = try TestEmulator.issuing(.production, servicesID: Client.bundleID)
    let ann = try await Self.signedIn(emulator)
    let secret = try AppleTeam.clientSecret(for: Client.bundleID)
    let revoked = await emulator.call(
      .post, "/issuers/apple.com/auth/revoke",
      bytes: Array(
        "token=\(ann.minted.accessToken)&client_id=\(Client.bundleID)&client_secret=\(secret)".utf8),
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/x-www-form-urlencoded",
      ])
    #expect(revoked.status == 200)
    let reply = await emulator.revokeToken(
      ann.minted.code, "CODE", idToken: ann.account.idToken)
    #expect(reply.status == 200)
  }

  @Test func `accounts:revokeToken reaches the users of tenants`() async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let minted = try await emulator.mint("apple.com", AppleOrder.ann)
    let account = try await emulator.signIn(with: minted, options: ["tenantId": "t1"])
      .expectSession()
    await emulator.revokeToken(
      minted.code, "CODE", idToken: account.idToken, options: ["tenantId": "t2"]
    ).expect(refusal: "TENANT_ID_MISMATCH")
    // iOS never sends the tenant: the ID token determines it.
    let reply = await emulator.revokeToken(minted.code, "CODE", idToken: account.idToken)
    #expect(reply.status == 200)
    #expect(try await grantStates(emulator) == ["revoked"])
  }

  // MARK: The documented account deletion

  /// Sign in again, revoke, delete: within five minutes of the Apple sign-in.
  @Test(arguments: Profile.allCases)
  func `accounts:delete succeeds after accounts:revokeToken`(profile: Profile) async throws {
    let emulator = try TestEmulator.issuing(profile, servicesID: Client.bundleID)
    _ = try await Self.signedIn(emulator)
    emulator.advance(.seconds(7200))
    let fresh = try await emulator.mint("apple.com", AppleOrder.ann)
    let account = try await emulator.signIn(with: fresh, options: ["autoCreate": false])
      .expectSession()
    emulator.advance(.seconds(299))
    #expect(
      await emulator.revokeToken(fresh.code, "3", idToken: account.idToken).status == 200)
    let deleted = await emulator.client(
      "accounts:delete", ["idToken": .string(account.idToken)])
    #expect(deleted.status == 200)
    #expect(try emulator.user(account.uid) == nil)

    let next = try await emulator.mint("apple.com", AppleOrder.ann)
    #expect(next["appleUser"] != nil)
    let reborn = await emulator.signIn(with: next)
    #expect(reborn["isNewUser"] == true)
    #expect(reborn["displayName"] == "Ann Lee")
  }

  private func grantStates(_ emulator: TestEmulator) async throws -> [String] {
    let reply = await emulator.call(.get, "/emulator/v1/issuers/apple.com/grants")
    return (reply["grants"]?.array ?? []).compactMap { $0["state"]?.string }
  }
}
