import EmuStore
import EmuTestSupport
import EmuThread
import Testing

/// A failing or busy store is not the client's fault, and delays only requests that need it.
@Suite final class `The store behind a request`: EmulatorSuite {
  @Test func `a failing store is distinguished from a deleted tenant`() async throws {
    _ = try await emulator.signUp()
    let token = Handwritten.idToken(
      uid: "ada", ["firebase": ["tenant": "t1", "sign_in_provider": "password", "identities": [:]]])
    let body: JSON = ["idToken": .string(token), "displayName": "Ada"]
    // The tenant never existed, so its users do not exist.
    #expect(await emulator.client("accounts:update", body).errorCode == "USER_NOT_FOUND")
    try emulator.store.close()
    let failed = await emulator.client("accounts:update", body)
    #expect(failed.status == 503, "\(failed.json)")
    #expect(failed.json["error"]?["status"] == "UNAVAILABLE")
  }

  @Test(arguments: [#""identifier":"ada@example.com""#, #""providerId":"google.com""#])
  func `a busy store does not delay accounts:createAuthUri`(_ member: String) async throws {
    _ = try await emulator.signUp()
    let gate = emulator.occupyWriter()
    defer { gate.update { $0 = true } }
    let request = Request(
      method: .post, path: "/v1/accounts:createAuthUri", rawQuery: "key=k",
      headers: ["Host": "localhost:9099", "Content-Type": "application/json"],
      body: Array(#"{\#(member),"continueUri":"http://localhost"}"#.utf8))
    let pending = PendingReply(emulator, request)
    #expect(pending.hasArrived)
    gate.update { $0 = true }
    pending.reply().expect(has: "sessionId")
  }

  /// The first requests for a project or tenant.
  private static let first: [(path: String, body: JSON)] = [
    ("projects/new/accounts:lookup", ["localId": ["x"]]),
    ("projects/new/accounts", ["email": "ada@example.com", "password": "secret1"]),
    ("projects/demo-project/tenants/t1/accounts:lookup", ["localId": ["x"]]),
    ("projects/new/tenants/t1/accounts", ["email": "ada@example.com", "password": "secret1"]),
  ]

  @Test(arguments: first.indices)
  func `a busy store never blocks the thread that answers`(_ row: Int) async throws {
    _ = try await emulator.signUp()
    // A thread that waited for the busy writer here would never return.
    let gate = emulator.occupyWriter()
    defer { gate.update { $0 = true } }
    let (path, body) = Self.first[row]
    let request = Request(
      method: .post, path: "/identitytoolkit.googleapis.com/v1/\(path)",
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/json",
        "Authorization": "Bearer owner",
      ], body: body.serializedBytes())
    let pending = PendingReply(emulator, request)
    #expect(!pending.hasArrived)
    gate.update { $0 = true }
    let reply = pending.reply()
    #expect(reply.status == 200, "\(reply.json)")
  }
}
