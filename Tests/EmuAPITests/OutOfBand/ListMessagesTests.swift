import EmuTestSupport
import Testing

@Suite final class `GET /emulator/v1/projects/{project}/messages`: EmulatorSuite {
  private static let path = "projects/demo-project/messages"

  private func messages(_ query: String = "") async -> [JSON]? {
    await emulator.control(.get, Self.path + query)["messages"]?.array
  }

  @Test func `messages are listed with the newest first, used ones as well`() async throws {
    await emulator.signUpReply("ann@example.com")
    let code = try await emulator.oobCode("PASSWORD_RESET", ["email": "ann@example.com"])
    emulator.advance(.seconds(60))
    _ = await emulator.text()
    _ = await emulator.setPassword(.string(code), "secret2")
    let listed = await messages() ?? []
    #expect(listed.map { $0["kind"] } == ["text", "email"])
    let email = try #require(listed.last)
    email.expect(["id": .string(code), "to": "ann@example.com", "requestType": "PASSWORD_RESET"])
    #expect(email["link"]?.string?.contains("oobCode=\(code)") == true)
    #expect(email["createdAt"] == "2027-01-15T08:00:00.000Z")
    #expect(email["usedAt"] == "2027-01-15T08:01:00.000Z")
    #expect(email["relay"] == nil)
    let text = try #require(listed.first)
    #expect(text["to"] == "+15555550100")
    #expect(text["code"]?.string?.count == 6)
    #expect(text["usedAt"] == nil)
    #expect(await messages("?limit=1")?.count == 1)
  }

  @Test func `messages list the secret of a silent push, which is no text message`() async {
    let receipt = await emulator.client("accounts:verifyIosClient", ["appToken": "abcd"])["receipt"]
    let push = await messages()?.first
    #expect(push?["kind"] == "push" && push?["to"] == "abcd" && push?["id"] == receipt)
    let (session, secret) = (receipt ?? .null, push?["code"] ?? .null)
    let proof: JSONObject = ["iosReceipt": session, "iosSecret": secret]
    #expect(await emulator.text(proof: proof).status == 200)
    let codes = await emulator.control(.get, "projects/demo-project/verificationCodes")
    #expect(codes["verificationCodes"]?.array?.count == 1)
    let signIn = await emulator.client(
      "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": secret])
    #expect(signIn.errorMessage == "INVALID_SESSION_INFO")
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
    let message = await messages()?.first
    message.expect(["relay.outcome": .string(outcome), "relay.providerId": "apple.com"])
    #expect(message?["relay"]?["reason"]?.string?.hasPrefix("Apple's relay ") == true)
  }

  @Test func `a tenant has separate messages, and a limit is checked`() async throws {
    _ = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "t@example.com", "tenantId": "acme"])
    #expect(await messages()?.isEmpty == true)
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
    _ = await emulator.text()
    let gone = await emulator.control(.delete, Self.path + "?id=\(code)")
    #expect(gone.status == 200 && gone.json == [:], "\(gone.json)")
    let left = await messages() ?? []
    #expect(left.count == 2 && left.contains { $0["id"] == .string(kept) })
    await emulator.setPassword(.string(code), "secret2").expect(refusal: "INVALID_OOB_CODE")
    for id in [code, ""] {
      #expect(await emulator.control(.delete, Self.path + "?id=\(id)").status == 400)
    }
    #expect(await messages()?.count == 2)
    #expect(await emulator.control(.delete, Self.path).status == 200)
    #expect(await messages() == [])
  }
}
