import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `Game Center sign-in` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  static let bundle = "com.example.game"

  /// Returns Game Center's signature for a device.
  private func signature(
    _ emulator: TestEmulator, _ fields: JSONObject = [:]
  ) async throws -> JSONObject {
    var body: JSONObject = ["bundleId": .string(Self.bundle), "playerId": "G:1"]
    for field in fields { body[field.key] = field.value }
    let reply = await emulator.call(
      .post, "/emulator/v1/issuers/gc.apple.com/signatures", .object(body))
    return try #require(reply.json.object, "\(reply.json)")
  }

  /// Calls as the iOS SDK does: with the v3 name, and the bundle id in a header.
  private func signIn(
    _ emulator: TestEmulator, _ body: JSONObject, bundle: String? = bundle
  ) async -> Reply {
    var headers: Headers = [:]
    headers["X-Ios-Bundle-Identifier"] = bundle
    return await emulator.call(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/signInWithGameCenter?key=k",
      .object(body), headers: headers)
  }

  @Test(arguments: Profile.allCases)
  func `Game Center sign-in makes an account, and signs in to it the next time`(_ profile: Profile)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    try emulator.configure(provider: "gc.apple.com", ProviderConfig())
    let player: JSONObject = [
      "teamPlayerId": "T:1", "gamePlayerId": "A:1", "displayName": "Ada",
    ]
    let new = await signIn(emulator, try await signature(emulator, player))
    Golden.expect(new.json, "gameCenter/new", masking: ["refreshToken"])
    let known = await signIn(emulator, try await signature(emulator, player))
    #expect(known["localId"] == new["localId"])
    #expect(known["isNewUser"] == false)
    let user = try #require(try emulator.user(try SignedIn(new).uid))
    #expect(user.links.map(\.providerID) == ["gc.apple.com"])
    #expect(user.links.map(\.rawID) == ["A:1"])
  }

  /// The iOS SDK sends an empty playerId since 2022, and the team's id is signed.
  @Test(arguments: [nil, "A:1"] as [JSON?])
  func `Game Center sign-in accepts the team's id for an empty player id`(_ game: JSON?)
    async throws
  {
    var player: JSONObject = ["playerId": "", "teamPlayerId": "T:1"]
    player["gamePlayerId"] = game
    let body = try await signature(emulator, player)
    #expect(body["playerId"] == "" && body["teamPlayerId"] == "T:1")
    let new = await signIn(emulator, body)
    #expect(new.status == 200 && new["playerId"] == "", "\(new.json)")
    let user = try #require(try emulator.user(try SignedIn(new).uid))
    #expect(user.links.map(\.rawID) == [game?.string ?? "T:1"])
    let other = try await emulator.signUp()
    var link = try await signature(emulator, ["playerId": "", "teamPlayerId": "T:2"])
    link["idToken"] = .string(other.idToken)
    #expect(await signIn(emulator, link)["localId"]?.string == other.uid)
    var forged = body
    forged["teamPlayerId"] = "T:3"
    #expect(await signIn(emulator, forged).errorCode == "INVALID_IDP_RESPONSE")
  }

  /// A second factor cannot follow Game Center, and its answer has no member for one.
  @Test func `Game Center sign-in of a user with second factors is refused`() async throws {
    let player = try SignedIn(await signIn(emulator, try await signature(emulator)))
    let enrolled = await emulator.change(
      player.uid,
      [
        "email": "ada@example.com", "emailVerified": true,
        "mfa": ["enrollments": [["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"]]],
      ])
    #expect(enrolled.status == 200, "\(enrolled.json)")
    let refused = await signIn(emulator, try await signature(emulator))
    #expect(refused.errorCode == "UNSUPPORTED_FIRST_FACTOR")
  }

  @Test
  func `Game Center sign-in links a player to an account, unless another account is the player`()
    async throws
  {
    let user = try await emulator.signUp()
    var body = try await signature(emulator)
    body["idToken"] = .string(user.idToken)
    let linked = await signIn(emulator, body)
    #expect(linked["localId"]?.string == user.uid)
    // iOS aborts on a link without tokens.
    #expect(linked["idToken"]?.string?.isEmpty == false)
    #expect(linked["refreshToken"]?.string?.isEmpty == false)
    let other = try await emulator.signUp("bob@example.com")
    var theirs = try await signature(emulator)
    theirs["idToken"] = .string(other.idToken)
    #expect(await signIn(emulator, theirs).errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  @Test func `Game Center sign-in moves a player to the newer id`() async throws {
    let old = await signIn(emulator, try await signature(emulator))
    let both = await signIn(
      emulator, try await signature(emulator, ["gamePlayerId": "A:1", "teamPlayerId": "T:1"]))
    #expect(both["localId"] == old["localId"])
    let user = try #require(try emulator.user(try SignedIn(old).uid))
    #expect(user.links.map(\.rawID) == ["A:1"])
  }

  @Test func `Game Center sign-in refuses an emulator's signature over other data`() async throws {
    let good = try await signature(emulator)
    let changes: [JSONObject] = [
      ["playerId": "G:2"], ["salt": "AAAA"], ["timestamp": 1], ["signature": "AAAA"],
      ["publicKeyUrl": "http://localhost:9099/issuers/gc.apple.com/certificates/none"],
    ]
    for change in changes {
      var body = good
      for member in change { body[member.key] = member.value }
      let reply = await signIn(emulator, body)
      #expect(reply.errorCode == "INVALID_IDP_RESPONSE", "\(change)")
    }
    #expect(await signIn(emulator, good, bundle: "com.other").errorCode == "INVALID_IDP_RESPONSE")
    #expect(await signIn(emulator, good, bundle: nil).errorCode == "MISSING_IOS_BUNDLE_ID")
    #expect(await signIn(emulator, good).status == 200)
  }

  @Test(arguments: ["playerId", "publicKeyUrl", "signature", "salt", "timestamp"])
  func `Game Center sign-in requires every part of a signature`(_ field: String) async throws {
    var body = try await signature(emulator)
    body[field] = nil
    let reply = await signIn(emulator, body)
    #expect(reply.errorMessage?.hasSuffix("lacks \(field).") == true)
  }

  @Test func `Game Center sign-in accepts Apple's own signatures until credentials are verified`()
    async throws
  {
    var body = try await signature(emulator)
    body["publicKeyUrl"] = "https://static.gc.apple.com/public-key/gc-prod-4.cer"
    #expect(await signIn(emulator, body).status == 200)
    try emulator.set([.verifyCredentials: .on])
    #expect(await signIn(emulator, body).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `Game Center sign-in is refused where it is not set up, and to disabled users`()
    async throws
  {
    let user = try SignedIn(await signIn(emulator, try await signature(emulator)))
    _ = await emulator.change(user.uid, ["disableUser": true])
    #expect(
      await signIn(emulator, try await signature(emulator)).errorMessage == "USER_DISABLED")
    try emulator.set([.requireConfiguredProviders: .on])
    #expect(
      await signIn(emulator, try await signature(emulator)).errorCode == "OPERATION_NOT_ALLOWED")
  }

  @Test func `Game Center sign-in publishes the certificate whose key signs`() async throws {
    let body = try await signature(emulator)
    let url = try #require(body["publicKeyUrl"]?.string)
    let reply = await emulator.call(.get, String(url.dropFirst("http://localhost:9099".count)))
    #expect(reply.headers["Content-Type"] == "application/pkix-cert")
    #expect(reply.bytes.first == 0x30)
    let gone = await emulator.call(.get, "/issuers/gc.apple.com/certificates/none")
    #expect(gone.status == 404)
  }
}
