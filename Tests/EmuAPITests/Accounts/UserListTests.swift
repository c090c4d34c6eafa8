import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The lists of a user are limited: each entry costs at every sign-in.
@Suite struct `a list of one user` {
  private static let limit = AccountLimits.list

  private static func providers(_ count: Int) -> JSON {
    .array((0..<count).map { ["providerId": .string("oidc.p\($0)"), "rawId": "ann"] })
  }

  private static func imported(_ members: JSONObject) -> JSON {
    var user: JSONObject = [
      "localId": "ann", "email": "ann@example.com", "emailVerified": true,
    ]
    for member in members { user[member.key] = member.value }
    return ["users": [.object(user)]]
  }

  @Test func `a list of one user is imported up to its limit, and not beyond`() async throws {
    let emulator = try TestEmulator()
    let full = await emulator.admin(
      "accounts:batchCreate",
      Self.imported(["providerUserInfo": Self.providers(Self.limit)]))
    #expect(full["error"] == [])
    #expect(try emulator.user("ann")?.links.count == Self.limit)
    let long = await emulator.admin(
      "accounts:batchCreate",
      Self.imported(["providerUserInfo": Self.providers(Self.limit + 1)]))
    #expect(
      long["error"]?[0]?["message"]
        == "A user has at most 256 providers, and this one would have 257.")
    let factors = JSON.array(
      (0...Self.limit).map { number in
        [
          "mfaEnrollmentId": .string("f\(number)"),
          "phoneInfo": .string("+1555\(1_000_000 + number)"),
        ]
      })
    let enrolled = await emulator.admin(
      "accounts:batchCreate", Self.imported(["mfaInfo": factors]))
    #expect(enrolled["error"]?[0]?["message"] == "a user has at most 256 second factors")
    let updated = await emulator.change("ann", ["mfa": ["enrollments": factors]])
    updated.expect(
      refusal: "USER_LIST_EXCEEDS_LIMIT : A user has at most 256 second factors.")
    #expect(try emulator.user("ann")?.links.count == Self.limit)
  }

  @Test func `a full list of one user accepts no more entries, and can be changed`() async throws {
    let emulator = try TestEmulator()
    let account = try await emulator.account(email: "ann@example.com")
    var user: JSONObject = ["localId": .string(account.uid)]
    user["email"] = "ann@example.com"
    user["providers"] = .array(
      (0..<Self.limit).map { ["providerId": .string("oidc.p\($0)"), "rawId": "ann"] })
    user["passkeys"] = .array(
      (0..<Self.limit).map { ["credentialId": .string("passkey\(10_000 + $0)")] })
    let seeded = await emulator.call(
      .post, "/emulator/v1/seed",
      ["version": 1, "projects": ["demo-project": ["users": [.object(user)]]]])
    try #require(seeded.status == 200, "\(seeded.text)")

    let refusal =
      "USER_LIST_EXCEEDS_LIMIT : A user has at most 256 providers, and this one would have 257."
    let linked = await emulator.post(
      #"providerId=google.com&id_token={"sub":"g1"}"#, options: account.linking)
    linked.expect(refusal: refusal)
    let byAdmin = await emulator.change(
      account.uid, ["linkProviderUserInfo": ["providerId": "google.com", "rawId": "g1"]])
    byAdmin.expect(refusal: refusal)
    let again = await emulator.post(#"providerId=oidc.p7&id_token={"sub":"ann","name":"Ann"}"#)
    #expect(again.status == 200, "\(again.text)")
    let passkey = await emulator.call(
      .post, "/identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize?key=k",
      [
        "idToken": .string(account.idToken),
        "authenticatorRegistrationResponse": ["id": "passkey99999"],
      ])
    passkey.expect(
      refusal:
        "USER_LIST_EXCEEDS_LIMIT : A user has at most 256 passkeys, and this one would have 257.")
    let removed = await emulator.change(account.uid, ["deleteProvider": ["oidc.p0", "oidc.none"]])
    #expect(removed.status == 200, "\(removed.text)")
    #expect(removed["providerUserInfo"]?.array?.count == Self.limit)
    #expect(
      await emulator.reasons(for: removed).contains("(\(account.uid)) has no oidc.none"))
  }

  @Test func `a list of one user in a seed has an end too`() async throws {
    let emulator = try TestEmulator()
    for (field, list) in [
      ("providers", Self.providers(Self.limit + 1)),
      (
        "passkeys",
        JSON.array((0...Self.limit).map { ["credentialId": .string("passkey\(10_000 + $0)")] })
      ),
    ] {
      let seeded = await emulator.call(
        .post, "/emulator/v1/seed",
        ["version": 1, "projects": ["demo-project": ["users": [["localId": "ann", field: list]]]]])
      #expect(seeded.status == 400)
      #expect(
        seeded.text.contains("\(field): the list has 257 entries, and a user has at most 256"),
        "\(seeded.text)")
    }
  }
}
