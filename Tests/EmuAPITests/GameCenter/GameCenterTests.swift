import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `Game Center sign-in`: EmulatorSuite {
  static let bundle = "com.example.game"

  /// Returns Game Center's signature for a device.
  private func signature(
    _ fields: JSONObject = [:], idToken: String? = nil, at production: TestEmulator? = nil
  ) async throws -> JSONObject {
    let body: JSONObject = ["bundleId": .string(Self.bundle), "playerId": "G:1"]
    let reply = await (production ?? emulator).post(
      "/emulator/v1/issuers/gc.apple.com/signatures", .object(body.merging(fields)))
    var signature = try #require(reply.json.object, "\(reply.json)")
    signature["idToken"] = idToken.map { .string($0) }
    return signature
  }

  /// Calls as the iOS SDK does: with the v3 name, and the bundle id in a header.
  private func signIn(
    _ body: JSONObject, bundle: String? = bundle, at production: TestEmulator? = nil
  ) async -> Reply {
    var headers: Headers = [:]
    headers["X-Ios-Bundle-Identifier"] = bundle
    return await (production ?? emulator).post(
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/signInWithGameCenter?key=k",
      .object(body), headers: headers)
  }

  @Test(arguments: Profile.allCases)
  func `Game Center sign-in makes one account of a player`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(provider: "gc.apple.com", .init())
    let player: JSONObject = ["teamPlayerId": "T:1", "gamePlayerId": "A:1", "displayName": "Ada"]
    let new = await signIn(try await signature(player, at: emulator), at: emulator)
    Golden.expect(new.json, "gameCenter/new", masking: ["refreshToken"])
    let known = await signIn(try await signature(player, at: emulator), at: emulator)
    known.expect(["localId": new["localId"], "isNewUser": false])
    let user = try #require(try emulator.user(try SignedIn(new).uid))
    #expect(user.links.map(\.providerID) == ["gc.apple.com"])
    #expect(user.links.map(\.rawID) == ["A:1"])
  }

  /// The iOS SDK sends an empty playerId since 2022, and the team's id is signed.
  @Test(arguments: [nil, "A:1"] as [JSON?])
  func `Game Center sign-in accepts the team's id`(_ game: JSON?) async throws {
    var player: JSONObject = ["playerId": "", "teamPlayerId": "T:1"]
    player["gamePlayerId"] = game
    let body = try await signature(player)
    #expect(body["playerId"] == "" && body["teamPlayerId"] == "T:1")
    let new = await signIn(body)
    #expect(new.status == 200 && new["playerId"] == "", "\(new.json)")
    let user = try #require(try emulator.user(try SignedIn(new).uid))
    #expect(user.links.map(\.rawID) == [game?.string ?? "T:1"])
    let other = try await emulator.signUp()
    let link = try await signature(["playerId": "", "teamPlayerId": "T:2"], idToken: other.idToken)
    #expect(await signIn(link)["localId"]?.string == other.uid)
    var forged = body
    forged["teamPlayerId"] = "T:3"
    #expect(await signIn(forged).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `Game Center sign-in links a player to one account`() async throws {
    let user = try await emulator.signUp()
    let linked = await signIn(try await signature(idToken: user.idToken))
    #expect(linked["localId"]?.string == user.uid)
    // iOS aborts on a link without tokens.
    linked.expect(has: "idToken", "refreshToken")
    let other = try await emulator.signUp("bob@example.com")
    let theirs = try await signature(idToken: other.idToken)
    let refused = await signIn(theirs)
    #expect(refused.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(refused.decisions.contains("linking: refused"), "\(refused.decisions)")
  }

  @Test func `Game Center sign-in moves a player to the newer id`() async throws {
    let old = await signIn(try await signature())
    let both = await signIn(try await signature(["gamePlayerId": "A:1", "teamPlayerId": "T:1"]))
    #expect(both["localId"] == old["localId"])
    #expect(try #require(try emulator.user(try SignedIn(old).uid)).links.map(\.rawID) == ["A:1"])
  }

  @Test func `Game Center sign-in refuses an emulator's signature over other data`() async throws {
    let good = try await signature()
    let changes: [JSONObject] = [
      ["playerId": "G:2"], ["salt": "AAAA"], ["timestamp": 1], ["signature": "AAAA"],
      ["publicKeyUrl": "http://localhost:9099/issuers/gc.apple.com/certificates/none"],
    ]
    for change in changes {
      #expect(await signIn(good.merging(change)).errorCode == "INVALID_IDP_RESPONSE", "\(change)")
    }
    #expect(await signIn(good, bundle: "com.other").errorCode == "INVALID_IDP_RESPONSE")
    #expect(await signIn(good, bundle: nil).errorCode == "MISSING_IOS_BUNDLE_ID")
    #expect(await signIn(good).status == 200)
  }

  @Test(arguments: ["playerId", "publicKeyUrl", "signature", "salt", "timestamp"])
  func `Game Center sign-in requires every part of a signature`(_ field: String) async throws {
    var body = try await signature()
    body[field] = nil
    #expect(await signIn(body).errorMessage?.hasSuffix("lacks \(field).") == true)
  }

  @Test func `Game Center sign-in accepts Apple's signatures unless verified`() async throws {
    var body = try await signature()
    body["publicKeyUrl"] = "https://static.gc.apple.com/public-key/gc-prod-4.cer"
    #expect(await signIn(body).status == 200)
    try emulator.set([.verifyCredentials: .on])
    #expect(await signIn(body).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `Game Center sign-in needs its configuration`() async throws {
    try emulator.set([.requireConfiguredProviders: .on])
    #expect(await signIn(try await signature()).errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test func `Game Center sign-in publishes the certificate whose key signs`() async throws {
    let body = try await signature()
    let url = try #require(body["publicKeyUrl"]?.string)
    let reply = await emulator.call(.get, String(url.dropFirst("http://localhost:9099".count)))
    #expect(reply.headers["Content-Type"] == "application/pkix-cert")
    #expect(reply.bytes.first == 0x30)
    #expect(await emulator.get("/issuers/gc.apple.com/certificates/none").status == 404)
  }
}
