import EmuTestSupport
import Testing

@testable import EmuModel

/// Transfers of people to another team (docs/reference/apple.md#token-endpoint,
/// docs/reference/apple.md#life-of-an-account).
@Suite struct `issuers: moving people between Apple teams` {
  static func bench() async throws -> Bench {
    let bench = try await Bench.apple()
    try bench.configure("apple.com", ProviderConfig(clientID: "com.buyer.app"), project: "buyer")
    return bench
  }

  @Test func `a token for moving has three members`() async throws {
    let bench = try await Self.bench()
    let reply = try await bench.migrationToken(AppleApp.bundleID).expect(200)
    #expect(Set(reply.json.object?.keys ?? []) == ["access_token", "token_type", "expires_in"])
    reply.expect(["token_type": "Bearer", "expires_in": 3600])
  }

  @Test func `the new team has another subject for a person, and gets the old one`() async throws {
    let bench = try await Self.bench()
    let relay = try await bench.hideAnn()
    let subject = try await bench.handOver(to: "BUYERTEAM1")
    #expect(subject.contains(#/^\d{6}\.[0-9a-f]{32}\.\d{4}$/#))
    #expect(try await bench.handOver(to: "BUYERTEAM1") == subject, "one per person and team")
    #expect(try await bench.handOver(to: "OTHERTEAM1") != subject)

    let taken = try await bench.takeOver(subject)
    #expect(Set(taken.json.object?.keys ?? []) == ["sub", "email", "is_private_email"])
    #expect(taken["sub"] != .string(AppleApp.ann))
    #expect(taken["email"] != .string(relay), "a relay address is the team's")
    #expect(taken["is_private_email"] == true)
    #expect(try await bench.takeOver(subject).json == taken.json)

    let sub = try #require(taken["sub"])
    func token() async throws -> JSON? {
      try await bench.mint("apple.com", ["account": ["sub": sub]], in: "buyer")["claims"]
    }
    #expect(try await token()?["transfer_sub"] == .string(subject))
    bench.advance(by: .seconds(60 * 86_400))
    #expect(try await token()?["transfer_sub"] == nil, "for 60 days")
    #expect(try await bench.signInAnn()["claims"]?["transfer_sub"] == nil)
  }

  @Test func `a transfer is good for 60 days`() async throws {
    let bench = try await Self.bench()
    let subject = try await bench.handOver(to: "BUYERTEAM1")
    bench.advance(by: .seconds(60 * 86_400))
    try await bench.takeOver(subject)
      .expectBare("invalid_request", reason: "of the last 60 days")
  }

  @Test(
    arguments: [
      (["sub": "nobody", "target": "T"], "no Apple person nobody"),
      (["sub": AppleApp.ann], "target is missing"), ([:], "sub is missing"),
      (["transfer_sub": "x"], "No transfer_sub"),
    ] as [([String: String], String)])
  func `an incomplete request is refused`(fields: [String: String], reason: String) async throws {
    let bench = try await Self.bench()
    try await bench.migrate(AppleApp.bundleID, fields)
      .expectBare("invalid_request", reason: reason)
  }

  @Test func `without a token of the client no account moves`() async throws {
    let bench = try await Self.bench()
    let fields = ["sub": AppleApp.ann, "target": "T"]
    let other = try await bench.migrationToken("com.buyer.app").value("access_token")
    for token in ["", "x", other] {
      try await bench.migrate(AppleApp.bundleID, fields, token: token).expectBare("invalid_client")
    }
    let old = try await bench.migrationToken(AppleApp.bundleID).value("access_token")
    bench.advance(by: .seconds(3600))
    try await bench.migrate(AppleApp.bundleID, fields, token: old).expectBare("invalid_client")
  }
}

extension Bench {
  func migrationToken(_ client: String) async throws -> Reply {
    await form(
      "/issuers/apple.com/auth/token",
      [
        "grant_type": "client_credentials", "scope": "user.migration", "client_id": client,
        "client_secret": "s",
      ])
  }

  func migrate(
    _ client: String, _ fields: [String: String], token: String? = nil
  ) async throws -> Reply {
    var bearer = token
    if bearer == nil { bearer = try await migrationToken(client)["access_token"]?.string }
    var form: FormFields = ["client_id": client, "client_secret": "s"]
    for field in fields { form.add(field.key, field.value) }
    return await self.form(
      "/issuers/apple.com/auth/usermigrationinfo", form,
      headers: ["Authorization": "Bearer \(bearer ?? "")"])
  }

  /// Returns the transfer id that Ann's team creates.
  func handOver(to team: String) async throws -> String {
    let reply = try await migrate(AppleApp.bundleID, ["sub": AppleApp.ann, "target": team])
    return try reply.value("transfer_sub")
  }

  func takeOver(_ subject: String) async throws -> Reply {
    try await migrate("com.buyer.app", ["transfer_sub": subject])
  }
}
