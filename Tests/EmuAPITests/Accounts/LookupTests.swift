import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:lookup` {
  /// Returns an emulator with Ada, who has every field, and Bob, who has none.
  private func emulator() async throws -> TestEmulator {
    let emulator = try TestEmulator()
    let created = await emulator.admin(
      "accounts:batchCreate",
      [
        "users": [
          [
            "localId": "ada", "email": "ada@example.com", "emailVerified": true,
            "displayName": "Ada", "photoUrl": "http://x/y", "phoneNumber": "+15550100",
            "rawPassword": "secret1", "salt": "pepper", "passwordUpdatedAt": 1_700_000_000_000,
            "customAttributes": #"{"role":"admin"}"#, "screenName": "ada", "disabled": false,
            "initialEmail": "first@example.com", "createdAt": "1600000000000",
            "lastLoginAt": "1650000000000", "lastRefreshAt": "2023-01-02T03:04:05.678Z",
            "validSince": "1640000000", "emailLinkSignin": true,
            "providerUserInfo": [
              [
                "providerId": "google.com", "rawId": "g1", "email": "ada@gmail.com",
                "displayName": "A", "photoUrl": "http://g/p", "screenName": "a",
              ],
              ["providerId": "password", "rawId": "ada@example.com"],
            ],
          ],
          ["localId": "bob"],
        ]
      ])
    #expect(created["error"] == [], "\(created.json)")
    return emulator
  }

  @Test func `accounts:lookup shows an administrator every field`() async throws {
    let emulator = try await emulator()
    let reply = await emulator.admin("accounts:lookup", ["localId": ["ada", "bob"]])
    Golden.expect(reply.json, "lookup/everything")
  }

  @Test(
    arguments: [
      ["localId": ["ada"]], ["email": ["ADA@example.com"]], ["phoneNumber": ["+15550100"]],
      ["federatedUserId": [["providerId": "google.com", "rawId": "g1"]]],
      ["initialEmail": ["First@example.com"]],
      ["local_id": ["ada"]],
      ["federated_user_id": [["provider_id": "google.com", "raw_id": "g1"]]],
      ["localId": ["ada", "ada", "nobody"], "email": ["ada@example.com", "eve@example.com"]],
    ] as [JSON])
  func `accounts:lookup finds a user by any key, once`(_ body: JSON) async throws {
    let emulator = try await emulator()
    let users = try #require(await emulator.admin("accounts:lookup", body)["users"]?.array)
    #expect(users.map { $0["localId"]?.string } == ["ada"])
  }

  /// A recording of production.
  @Test func `accounts:lookup returns every user with an address that users share`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.configuration(
      .patch, "config?updateMask=signIn.allowDuplicateEmails",
      ["signIn": ["allowDuplicateEmails": true]])
    let users = ["a", "b"].map { ["localId": $0, "email": "ada@example.com"] as JSON }
    _ = await emulator.admin("accounts:batchCreate", ["users": .array(users)])
    let reply = await emulator.admin("accounts:lookup", ["email": ["ada@example.com"]])
    #expect(reply["users"]?.array?.compactMap { $0["localId"] } == ["a", "b"])
  }

  @Test(
    arguments: [
      [:], ["localId": ["ADA"]], ["email": ["first@example.com"]],
      ["federatedUserId": [["providerId": "google.com", "rawId": "g2"]]],
      ["federatedUserId": [["providerId": "github.com", "rawId": "g1"]]],
      ["federatedUserId": [["providerId": "google.com"]]], ["phoneNumber": ["+1"]],
    ] as [JSON])
  func `accounts:lookup leaves the list out when no user is found`(_ body: JSON) async throws {
    let reply = await (try await emulator()).admin("accounts:lookup", body)
    #expect(reply.status == 200)
    #expect(reply.json == ["kind": "identitytoolkit#GetAccountInfoResponse"])
  }

  @Test(arguments: [false, true])
  func `accounts:lookup shows an app its own user, with the hash redacted by clientPrivileges`(
    _ isRedacted: Bool
  ) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    try emulator.set([.clientPrivileges: isRedacted ? .on : .warn])
    let reply = await emulator.client("accounts:lookup", ["idToken": .string(ada.idToken)])
    Golden.expect(reply.json, isRedacted ? "lookup/redacted" : "lookup/own")
  }

  @Test func `accounts:lookup shows an app no other user`() async throws {
    let emulator = try await emulator()
    let own = try await emulator.signUpAnonymously()
    let reply = await emulator.client(
      "accounts:lookup", ["idToken": .string(own.idToken), "localId": ["ada"]])
    let users = try #require(reply["users"]?.array)
    #expect(users.map { $0["localId"]?.string } == [own.uid])
    #expect(
      await emulator.client("accounts:lookup", ["localId": ["ada"]]).errorMessage
        == "MISSING_ID_TOKEN")
  }

  @Test func `accounts:lookup refuses the token of a deleted, disabled or signed-out user`()
    async throws
  {
    let emulator = try TestEmulator()
    func lookup(_ user: SignedIn) async -> String? {
      await emulator.client("accounts:lookup", ["idToken": .string(user.idToken)]).errorMessage
    }
    let (gone, disabled, out) = (
      try await emulator.signUp("a@b.c"), try await emulator.signUp("b@b.c"),
      try await emulator.signUp("c@b.c")
    )
    _ = await emulator.admin("accounts:delete", ["localId": .string(gone.uid)])
    _ = await emulator.change(disabled.uid, ["disableUser": true])
    _ = await emulator.change(
      out.uid, ["validSince": .string(String(TestEmulator.start.seconds + 1))])
    #expect(await lookup(gone) == "USER_NOT_FOUND")
    #expect(await lookup(disabled) == "USER_DISABLED")
    #expect(await lookup(out) == "TOKEN_EXPIRED")
  }
}
