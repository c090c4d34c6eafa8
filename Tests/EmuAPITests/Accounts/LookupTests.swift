import EmuTestSupport
import Testing

@Suite struct `accounts:lookup` {
  /// Returns an emulator with Ada, who has every field, and Bob, who has none.
  private func emulator() async throws -> TestEmulator {
    let emulator = try TestEmulator()
    let google: JSON = [
      "providerId": "google.com", "rawId": "g1", "email": "ada@gmail.com", "displayName": "A",
      "photoUrl": "http://g/p", "screenName": "a",
    ]
    let ada: JSON = [
      "localId": "ada", "email": "ada@example.com", "emailVerified": true, "displayName": "Ada",
      "photoUrl": "http://x/y", "phoneNumber": "+15550100", "rawPassword": "secret1",
      "salt": "pepper", "passwordUpdatedAt": 1_700_000_000_000, "screenName": "ada",
      "customAttributes": #"{"role":"admin"}"#, "initialEmail": "first@example.com",
      "disabled": false, "createdAt": "1600000000000", "lastLoginAt": "1650000000000",
      "lastRefreshAt": "2023-01-02T03:04:05.678Z", "validSince": "1640000000",
      "emailLinkSignin": true,
      "providerUserInfo": [google, ["providerId": "password", "rawId": "ada@example.com"]],
    ]
    let created = await emulator.batchCreate([ada, ["localId": "bob"]])
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
    try emulator.configure(["signIn": ["allowDuplicateEmails": true]])
    let users = ["a", "b"].map { ["localId": $0, "email": "ada@example.com"] as JSON }
    _ = await emulator.batchCreate(users)
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
  func `accounts:lookup redacts hashes by clientPrivileges`(_ isRedacted: Bool) async throws {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    try emulator.set([.clientPrivileges: isRedacted ? .on : .warn])
    Golden.expect(await emulator.lookup(ada).json, isRedacted ? "lookup/redacted" : "lookup/own")
  }

  @Test func `accounts:lookup shows an app no other user`() async throws {
    let emulator = try await emulator()
    let own = try await emulator.signUpAnonymously()
    let reply = await emulator.client("accounts:lookup", as: own, ["localId": ["ada"]])
    #expect(try #require(reply["users"]?.array).map { $0["localId"]?.string } == [own.uid])
    await emulator.client("accounts:lookup", ["localId": ["ada"]])
      .expect(refusal: "MISSING_ID_TOKEN")
  }
}
