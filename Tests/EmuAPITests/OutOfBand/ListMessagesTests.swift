import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `GET /emulator/v1/projects/{project}/messages` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private static let path = "projects/demo-project/messages"

  @Test func `messages are listed with the newest first, used ones as well`() async throws {
    await emulator.signUpReply("ann@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ann@example.com"])
    emulator.advance(.seconds(60))
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    _ = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    let messages = await emulator.control(.get, Self.path)["messages"]?.array ?? []
    #expect(messages.map { $0["kind"] } == ["text", "email"])
    let email = try #require(messages.last)
    #expect(email["id"] == .string(code))
    #expect(email["to"] == "ann@example.com")
    #expect(email["requestType"] == "PASSWORD_RESET")
    #expect(email["link"]?.string?.contains("oobCode=\(code)") == true)
    #expect(email["createdAt"] == "2027-01-15T08:00:00.000Z")
    #expect(email["usedAt"] == "2027-01-15T08:01:00.000Z")
    #expect(email["relay"] == nil)
    let text = try #require(messages.first)
    #expect(text["to"] == "+15555550100")
    #expect(text["code"]?.string?.count == 6)
    #expect(text["usedAt"] == nil)
    #expect(await emulator.control(.get, Self.path + "?limit=1")["messages"]?.array?.count == 1)
  }

  @Test func `messages list the secret of a silent push, which is no text message`() async {
    let receipt = await emulator.client("accounts:verifyIosClient", ["appToken": "abcd"])["receipt"]
    let push = await emulator.control(.get, Self.path)["messages"]?[0]
    #expect(push?["kind"] == "push" && push?["to"] == "abcd" && push?["id"] == receipt)
    let sent = await emulator.client(
      "accounts:sendVerificationCode",
      [
        "phoneNumber": "+15555550100", "iosReceipt": receipt ?? .null,
        "iosSecret": push?["code"] ?? .null,
      ])
    #expect(sent.status == 200)
    let codes = await emulator.control(.get, "projects/demo-project/verificationCodes")
    #expect(codes["verificationCodes"]?.array?.count == 1)
    #expect(
      await emulator.client(
        "accounts:signInWithPhoneNumber",
        ["sessionInfo": receipt ?? .null, "code": push?["code"] ?? .null]
      ).errorMessage == "INVALID_SESSION_INFO")
  }

  @Test(arguments: [
    (#"{}"#, true, "forwarded"), (#"{"relaySenders": ["x.test"]}"#, true, "bounced"),
    (#"{}"#, false, "dropped"),
  ])
  func `a message to a relay says what becomes of it`(
    _ settings: String, _ forwards: Bool, _ outcome: String
  ) async throws {
    let relay = "x1@privaterelay.appleid.com"
    let seed = await emulator.control(
      .post, "seed",
      """
      {version: 1, projects: {"demo-project": {
        users: [{localId: "ada", email: "\(relay)", password: "secret1"}],
        providers: {"apple.com": {enabled: true, appleIssuer: \(settings)}},
        people: {"apple.com": [{sub: "001.a.1", email: "ada@example.com", hideEmail: true,
          relayEmail: "\(relay)", relayForwards: \(forwards)}]}}}}
      """)
    try #require(seed.status == 200, "\(seed.json)")
    _ = try await emulator.oobCode("PASSWORD_RESET", ["email": .string(relay)])
    let message = await emulator.control(.get, Self.path)["messages"]?[0]
    #expect(message?["relay"]?["outcome"] == .string(outcome))
    #expect(message?["relay"]?["providerId"] == "apple.com")
    #expect(message?["relay"]?["reason"]?.string?.hasPrefix("Apple's relay ") == true)
  }

  @Test func `a tenant has separate messages, and a limit is checked`() async throws {
    _ = try await emulator.oobCode(
      "EMAIL_SIGNIN",
      ["email": "t@example.com", "tenantId": "acme", "continueUrl": "http://localhost/"])
    #expect(await emulator.control(.get, Self.path)["messages"]?.array?.isEmpty == true)
    let own = await emulator.control(.get, "projects/demo-project/tenants/acme/messages")
    #expect(own["messages"]?[0]?["to"] == "t@example.com")
    #expect(await emulator.control(.get, Self.path + "?limit=5001").status == 400)
    #expect(await emulator.control(.get, Self.path + "?limit=5000").status == 200)
  }

  @Test func `a deleted message is gone with its code, and the others stay`() async throws {
    await emulator.signUpReply("ann@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ann@example.com"])
    await emulator.signUpReply("bob@example.com")
    let kept = try await emulator.oobCode("PASSWORD_RESET", ["email": "bob@example.com"])
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let gone = await emulator.control(.delete, Self.path + "?id=\(code)")
    #expect(gone.status == 200 && gone.json == [:], "\(gone.json)")
    let left = await emulator.control(.get, Self.path)["messages"]?.array ?? []
    #expect(left.count == 2 && left.contains { $0["id"] == .string(kept) })
    let used = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    #expect(used.errorMessage == "INVALID_OOB_CODE")
    for id in [code, ""] {
      #expect(await emulator.control(.delete, Self.path + "?id=\(id)").status == 400)
    }
    #expect(await emulator.control(.get, Self.path)["messages"]?.array?.count == 2)
    #expect(await emulator.control(.delete, Self.path).status == 200)
    #expect(await emulator.control(.get, Self.path)["messages"] == [])
  }
}
