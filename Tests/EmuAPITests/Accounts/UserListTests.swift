import EmuTestSupport
import Testing

/// The lists of a user are limited: each entry costs at every sign-in.
@Suite final class `a list of one user`: EmulatorSuite {
  private static let limit = AccountLimits.list

  private static func providers(_ count: Int) -> JSON {
    .array((0..<count).map { ["providerId": .string("oidc.p\($0)"), "rawId": "ann"] })
  }

  private static func passkeys(_ count: Int) -> JSON {
    .array((0..<count).map { ["credentialId": .string("passkey\(10_000 + $0)")] })
  }

  private func imported(_ field: String, _ list: JSON) async -> Reply {
    await emulator.batchCreate([
      ["localId": "ann", "email": "ann@example.com", "emailVerified": true, field: list]
    ])
  }

  private func seed(_ user: JSONObject) async -> Reply {
    let users: JSON = [.object(user)]
    return await emulator.post(
      "/emulator/v1/seed", ["version": 1, "projects": ["demo-project": ["users": users]]])
  }

  @Test func `a list of one user is imported up to its limit, and not beyond`() async throws {
    #expect(await imported("providerUserInfo", Self.providers(Self.limit))["error"] == [])
    #expect(try emulator.user("ann")?.links.count == Self.limit)
    let long = await imported("providerUserInfo", Self.providers(Self.limit + 1))
    let message: JSON = "A user has at most 256 providers, and this one would have 257."
    #expect(long["error"]?[0]?["message"] == message)
    let factors = JSON.array(
      (0...Self.limit).map {
        ["mfaEnrollmentId": .string("f\($0)"), "phoneInfo": .string("+1555\(1_000_000 + $0)")]
      })
    let enrolled = await imported("mfaInfo", factors)
    #expect(enrolled["error"]?[0]?["message"] == "a user has at most 256 second factors")
    await emulator.change("ann", ["mfa": ["enrollments": factors]])
      .expect(refusal: "USER_LIST_EXCEEDS_LIMIT : A user has at most 256 second factors.")
    #expect(try emulator.user("ann")?.links.count == Self.limit)
  }

  @Test func `a full list of one user accepts no more entries, and can be changed`() async throws {
    let account = try await emulator.account(email: "ann@example.com")
    let seeded = await seed([
      "localId": .string(account.uid), "email": "ann@example.com",
      "providers": Self.providers(Self.limit), "passkeys": Self.passkeys(Self.limit),
    ])
    try #require(seeded.status == 200, "\(seeded.text)")

    let refusal =
      "USER_LIST_EXCEEDS_LIMIT : A user has at most 256 providers, and this one would have 257."
    await emulator.post(#"providerId=google.com&id_token={"sub":"g1"}"#, options: account.linking)
      .expect(refusal: refusal)
    await emulator.link("google.com", "g1", to: account.uid).expect(refusal: refusal)
    await emulator.post(#"providerId=oidc.p7&id_token={"sub":"ann","name":"Ann"}"#).expect(200)
    let passkey = account.linking.merging([
      "authenticatorRegistrationResponse": ["id": "passkey99999"]
    ])
    await emulator.v2("passkeyEnrollment:finalize", passkey)
      .expect(refusal: refusal.replacing("providers", with: "passkeys"))
    let removed = await emulator.change(account.uid, ["deleteProvider": ["oidc.p0", "oidc.none"]])
    #expect(removed.status == 200, "\(removed.text)")
    #expect(removed["providerUserInfo"]?.array?.count == Self.limit)
    #expect(removed.log.contains("(\(account.uid)) has no oidc.none"))
  }

  @Test func `a list of one user in a seed has an end too`() async throws {
    for (field, list) in [
      ("providers", Self.providers(Self.limit + 1)), ("passkeys", Self.passkeys(Self.limit + 1)),
    ] {
      await seed(["localId": "ann", field: list]).expect(400)
        .expect(text: "\(field): the list has 257 entries, and a user has at most 256")
    }
  }
}
