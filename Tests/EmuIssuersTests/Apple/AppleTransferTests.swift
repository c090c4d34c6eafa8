import EmuTestSupport
import Testing

@testable import EmuModel

/// The effects of each event of docs/reference/apple.md#life-of-an-account on tokens, state and the
/// next sign-in.
@Suite final class `issuers: the life of an Apple account`: AppleSuite {
  enum Event: String, Sendable, CaseIterable {
    case laterAuthorization, cancel, appRevokes, stopsUsing, relayOff, relayOn, passwordChange
    case accountDeleted, movesTeam
  }

  /// The kind of the next sign-in.
  enum Next: Sendable { case returning, first, impossible }

  static let rows: [(event: Event, refreshIsAlive: Bool, state: String, next: Next)] = [
    (.laterAuthorization, true, "authorized", .returning),
    (.cancel, true, "authorized", .returning),
    (.appRevokes, false, "revoked", .first),
    (.stopsUsing, false, "revoked", .first),
    (.relayOff, true, "authorized", .returning),
    (.relayOn, true, "authorized", .returning),
    (.passwordChange, false, "authorized", .returning),
    (.accountDeleted, false, "notFound", .impossible),
    (.movesTeam, true, "transferred", .returning),
  ]

  static func happen(_ event: Event, _ bench: Bench, refresh: String) async throws {
    switch event {
    case .laterAuthorization: _ = try await bench.signInAnn()
    case .cancel:
      try await bench.webSignIn([
        "emulator_auto": nil, "emulator_fail": "user_cancelled_authorize",
      ]).handed.expect(["error": "user_cancelled_authorize"])
    case .appRevokes:
      #expect(try await bench.revoke(refresh, client: AppleApp.bundleID).status == 200)
    case .stopsUsing: _ = try await bench.notify("consent-revoked")
    case .relayOff: _ = try await bench.notify("email-disabled")
    case .relayOn:
      _ = try await bench.notify("email-disabled")
      _ = try await bench.notify("email-enabled")
    case .passwordChange:
      let reply = await bench.post(
        "/emulator/v1/issuers/apple.com/accounts/\(AppleApp.ann):changePassword", [:])
      #expect(reply.status == 200, "\(reply.text)")
    case .accountDeleted: _ = try await bench.notify("account-deleted")
    case .movesTeam:
      try bench.configure("apple.com", ProviderConfig(clientID: "com.buyer.app"), project: "buyer")
      let subject = try await bench.handOver(to: "BUYERTEAM1")
      #expect(try await bench.takeOver(subject)["sub"]?.string != nil)
    }
  }

  @Test(arguments: rows)
  func `each event has its effects`(
    event: Event, refreshIsAlive: Bool, state: String, next: Next
  ) async throws {
    try await bench.hideAnn()
    #expect(try await bench.credentialState() == "notFound")
    let first = try await bench.signInAnn()
    #expect(first["appleUser"] != nil)
    #expect(try await bench.credentialState() == "authorized")
    let tokens = try await bench.annsTokens()
    let pending = try await bench.signInAnn()["authorizationCode"]?.string ?? ""

    try await Self.happen(event, bench, refresh: tokens.refresh)

    let refreshed = try await bench.refresh(tokens.refresh, client: AppleApp.bundleID)
    #expect((refreshed.status == 200) == refreshIsAlive, "\(refreshed.text)")
    if !refreshIsAlive {
      #expect(
        refreshed.json == [
          "error": "invalid_grant",
          "error_description": "The token has expired or has been revoked.",
        ])
    }
    #expect(try await bench.credentialState() == state)
    let exchanged = try await bench.exchange(pending, client: AppleApp.bundleID)
    #expect((exchanged.status == 200) == (refreshIsAlive || event == .passwordChange))

    let again = await bench.post(
      "/emulator/v1/issuers/apple.com/tokens",
      ["account": ["sub": .string(AppleApp.ann)]])
    guard next != .impossible else {
      again.expectRefusal("was deleted at apple.com", status: 404)
      try await bench.webSignIn().expect(400, text: "it cannot sign in again")
      let list = try await bench.webSignIn(["emulator_auto": nil])
      #expect(!list.text.contains(AppleApp.ann), "the page does not offer the account")
      return
    }
    #expect(again.status == 200)
    #expect(again["sub"] == first["sub"], "the subject survives")
    #expect((again["appleUser"] != nil) == (next == .first))
    #expect(again["claims"]?["email"] == first["claims"]?["email"])
  }

  @Test func `a person who stopped may choose the other address`() async throws {
    _ = try await bench.signInAnn()
    _ = try await bench.notify("consent-revoked")
    let page = try await bench.webSignIn(["emulator_auto": nil])
    let sheet = try await bench.choose("apple.com", page, ["person": AppleApp.ann])
    let reply = try await bench.choose(
      "apple.com", sheet, ["person": AppleApp.ann, "share": "hide", "givenName": "Ann"])
    let user = try JSON(parsing: reply.value("user"))
    #expect(user["email"]?.string?.hasSuffix("@privaterelay.appleid.com") == true)
  }

  @Test func `a new account may have the address of a deleted one`() async throws {
    _ = try await bench.notify("account-deleted")
    await bench.post("/emulator/v1/issuers/apple.com/accounts/\(AppleApp.ann):changePassword", [:])
      .expect(200)
    let gone = await bench.get("/emulator/v1/issuers/apple.com/accounts")["accounts"]?[0]
    #expect(gone?["deletedAt"]?.string != nil)
    #expect(
      await bench.call(
        .delete, "/emulator/v1/issuers/apple.com/accounts/\(AppleApp.ann)"
      ).status == 200)
    let new = try await bench.mint("apple.com", ["account": ["email": "ann@example.com"]])
    #expect(new["sub"] != .string(AppleApp.ann))
  }

  @Test func `the state of a credential has Apple's numbers`() async throws {
    let path = "/emulator/v1/issuers/apple.com/credentialState"
    #expect(await bench.get("\(path)?sub=nobody").json == ["state": "notFound", "value": 2])
    _ = try await bench.signInAnn()
    #expect(
      await bench.get("\(path)?sub=\(AppleApp.ann)").json
        == ["state": "authorized", "value": 1])
    #expect(try await bench.credentialState("com.example.other") == "notFound")
    _ = try await bench.notify("consent-revoked")
    #expect(
      await bench.get("\(path)?sub=\(AppleApp.ann)").json == ["state": "revoked", "value": 0])
    #expect(await bench.get(path).status == 400)
    await bench.get("/emulator/v1/issuers/google.com/credentialState?sub=x").expect(404)
  }
}

@Suite final class `issuers: Apple's private relay`: AppleSuite {
  @Test(
    arguments: [
      (nil, "any@where.example", "forwarded"),
      ([], "any@where.example", "bounced"),
      (["where.example"], "Any@Where.example", "forwarded"),
      (["Any@where.example"], "any@where.example", "forwarded"),
      (["other@where.example"], "any@where.example", "bounced"),
      (["where.example"], "any@sub.where.example", "bounced"),
    ] as [([String]?, String, String)])
  func `mail of strangers bounces`(senders: [String]?, from: String, outcome: String) async throws {
    let bench = try await Bench.apple(AppleApp.config(AppleIssuerOptions(relaySenders: senders)))
    let relay = try await bench.hideAnn()
    let reply = try await bench.relay(from: from, to: relay).expect(["outcome": .string(outcome)])
    #expect((reply["to"] == "ann@example.com") == (outcome == "forwarded"))
  }

  @Test func `the person switches it off and on, and deleting the account ends it`() async throws {
    let relay = try await bench.hideAnn()
    for (type, outcome) in [
      ("email-disabled", "dropped"), ("email-enabled", "forwarded"), ("account-deleted", "dropped"),
    ] {
      #expect(try await bench.notify(type).status == 200)
      #expect(try await bench.relay(from: "a@b.example", to: relay)["outcome"] == .string(outcome))
    }
    #expect(
      try await bench.relay(from: "a@b.example", to: "x@privaterelay.appleid.com")["outcome"]
        == "dropped")
  }

  @Test func `an address is one for every app of a team, and another for another`() async throws {
    let relay = try await bench.hideAnn()
    #expect(relay.contains(#/^[a-z0-9]{10}@privaterelay\.appleid\.com$/#))
    for client in [AppleApp.bundleID, AppleApp.servicesID] {
      let claims = try await bench.signInAnn(["clientId": .string(client)])["claims"]
      #expect(claims?["email"] == .string(relay))
    }
    let elsewhere = try await bench.mint(
      "apple.com", ["account": ["email": "ann@example.com", "hideEmail": true]], in: "other")
    #expect(elsewhere["claims"]?["email"] != .string(relay))
  }

  @Test func `invalid addresses are refused`() async throws {
    #expect(try await bench.relay(from: "x", to: "y").status == 400)
  }
}

extension Bench {
  /// Makes Ann hide her address.
  @discardableResult
  func hideAnn() async throws -> String {
    let reply = await call(
      .patch, "/emulator/v1/issuers/apple.com/accounts/\(AppleApp.ann)",
      bytes: Array(#"{"hideEmail":true}"#.utf8))
    return try reply.value("relayEmail")
  }

  func relay(from: String, to: String) async throws -> Reply {
    await post("/emulator/v1/issuers/apple.com/relay", ["from": .string(from), "to": .string(to)])
  }
}
