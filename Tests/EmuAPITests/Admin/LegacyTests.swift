import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `The v3 names` {
  /// The old name, the new path, and the body; `TOKEN` is a placeholder of the ID token.
  private static let rows: [(name: String, path: String, body: JSONObject)] = [
    ("signupNewUser", "v1/accounts:signUp", ["email": "new@example.com", "password": "secret1"]),
    ("signupNewUser", "v1/accounts:signUp", ["email": "new@example.com"]),
    (
      "verifyPassword", "v1/accounts:signInWithPassword",
      ["email": "ada@example.com", "password": "secret1"]
    ),
    (
      "verifyPassword", "v1/accounts:signInWithPassword",
      ["email": "ada@example.com", "password": "wrong"]
    ),
    (
      "verifyAssertion", "v1/accounts:signInWithIdp",
      [
        "requestUri": "http://localhost",
        "postBody": "providerId=google.com&id_token=%7B%22sub%22%3A%22g%22%7D",
      ]
    ),
    (
      "createAuthUri", "v1/accounts:createAuthUri",
      ["identifier": "ada@example.com", "continueUri": "http://localhost", "sessionId": "s"]
    ),
    ("getAccountInfo", "v1/accounts:lookup", ["idToken": "TOKEN"]),
    ("getAccountInfo", "v1/accounts:lookup", [:]),
    ("setAccountInfo", "v1/accounts:update", ["idToken": "TOKEN", "password": "secret2"]),
    ("deleteAccount", "v1/accounts:delete", ["idToken": "TOKEN"]),
  ]

  /// Returns the answer of a call on a separate emulator, which generates the same ids each time.
  private func answer(_ path: String, _ body: JSONObject) async throws -> Reply {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    var body = body
    if body["idToken"] != nil { body["idToken"] = .string(ada.idToken) }
    return await emulator.call(.post, "\(path)?key=fake-key", .object(body))
  }

  @Test(arguments: rows.indices)
  func `the v3 names answer as the new ones do, under every prefix`(_ row: Int) async throws {
    let (name, path, body) = Self.rows[row]
    let expected = try await answer("/identitytoolkit.googleapis.com/" + path, body)
    #expect(expected.status == 200 || expected.errorCode != nil)
    for prefix in [
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)",
      "/identitytoolkit/v3/relyingparty/\(name)", "/\(path)",
    ] {
      let reply = try await answer(prefix, body)
      #expect(reply.status == expected.status, "\(prefix)")
      #expect(reply.json == expected.json, "\(prefix)")
    }
  }

  @Test func `the v3 names import and export for an administrator who names the project`()
    async throws
  {
    let emulator = try TestEmulator()
    let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
    let owner: Headers = ["Authorization": "Bearer owner"]
    let users: JSON = [["localId": "a"], ["localId": "b"], ["localId": "c"]]
    let imported = await emulator.call(
      .post, "\(base)/uploadAccount", ["targetProjectId": "demo-project", "users": users],
      headers: owner)
    #expect(imported.json == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
    let exported = await emulator.call(
      .post, "\(base)/downloadAccount", ["targetProjectId": "demo-project", "maxResults": 2],
      headers: owner)
    #expect(exported["users"]?.array?.count == 2)
    let rest = await emulator.call(
      .post, "\(base)/downloadAccount",
      [
        "targetProjectId": "demo-project", "maxResults": "2",
        "nextPageToken": exported["nextPageToken"] ?? nil,
      ], headers: owner)
    #expect(rest["users"]?.array?.compactMap { $0["localId"]?.string } == ["c"])

    let nameless = await emulator.call(
      .post, "\(base)/uploadAccount", ["users": users], headers: owner)
    #expect(nameless.errorMessage == "INSUFFICIENT_PERMISSION")
    let stranger = await emulator.call(
      .post, "\(base)/downloadAccount?key=k", ["targetProjectId": "demo-project"])
    #expect(stranger.status == 401)
  }
}
