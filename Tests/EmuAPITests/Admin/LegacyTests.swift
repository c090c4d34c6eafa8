import EmuTestSupport
import Testing

@Suite final class `The v3 names`: EmulatorSuite {
  /// The old name, the new one, and the body; `TOKEN` is a placeholder of the ID token.
  private static let rows: [(name: String, path: String, body: JSONObject)] = [
    ("signupNewUser", "signUp", ["email": "new@example.com", "password": "secret1"]),
    ("signupNewUser", "signUp", ["email": "new@example.com"]),
    ("verifyPassword", "signInWithPassword", ["email": "ada@example.com", "password": "secret1"]),
    ("verifyPassword", "signInWithPassword", ["email": "ada@example.com", "password": "wrong"]),
    ("verifyAssertion", "signInWithIdp", ["requestUri": "http://localhost", "postBody": google]),
    (
      "createAuthUri", "createAuthUri",
      ["identifier": "ada@example.com", "continueUri": "http://localhost", "sessionId": "s"]
    ),
    ("getAccountInfo", "lookup", ["idToken": "TOKEN"]), ("getAccountInfo", "lookup", [:]),
    ("setAccountInfo", "update", ["idToken": "TOKEN", "password": "secret2"]),
    ("deleteAccount", "delete", ["idToken": "TOKEN"]),
    // A uid may be a number.
    ("verifyCustomToken", "signInWithCustomToken", ["token": #"{"uid":7}"#]),
  ]

  private static let google: JSON = "providerId=google.com&id_token=%7B%22sub%22%3A%22g%22%7D"

  /// Returns the answer of a call on a separate emulator, which generates the same ids each time.
  private func answer(_ path: String, _ body: JSONObject) async throws -> Reply {
    let emulator = try TestEmulator()
    let ada = try await emulator.signUp()
    var body = body
    if body["idToken"] != nil { body["idToken"] = .string(ada.idToken) }
    return await emulator.post("\(path)?key=fake-key", .object(body))
  }

  @Test(arguments: rows.indices)
  func `the v3 names answer as the new ones do, under every prefix`(_ row: Int) async throws {
    let (name, newName, body) = Self.rows[row]
    let path = "/v1/accounts:\(newName)"
    let expected = try await answer("/identitytoolkit.googleapis.com" + path, body)
    #expect(expected.status == 200 || expected.errorCode != nil && body["token"] == nil)
    for prefix in [
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)",
      "/identitytoolkit/v3/relyingparty/\(name)", path,
    ] {
      let reply = try await answer(prefix, body)
      #expect(reply.status == expected.status, "\(prefix)")
      #expect(reply.json == expected.json, "\(prefix)")
    }
  }

  @Test func `the v3 names import and export for an administrator`() async throws {
    func call(_ name: String, _ body: JSONObject, project: JSON = "demo-project") async -> Reply {
      await emulator.post(
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)",
        .object(body.merging(["targetProjectId": project])),
        headers: ["Authorization": "Bearer owner"])
    }
    let users: JSON = [["localId": "a"], ["localId": "b"], ["localId": "c"]]
    let imported = await call("uploadAccount", ["users": users])
    #expect(imported.json == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
    let exported = await call("downloadAccount", ["maxResults": 2])
    #expect(exported["users"]?.array?.count == 2)
    let next = exported["nextPageToken"] ?? nil
    let rest = await call("downloadAccount", ["maxResults": "2", "nextPageToken": next])
    #expect(rest.uids() == ["c"])
    await call("uploadAccount", ["users": users], project: nil)
      .expect(refusal: "INSUFFICIENT_PERMISSION")
  }
}
