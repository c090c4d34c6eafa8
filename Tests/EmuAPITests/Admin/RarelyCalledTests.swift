import EmuHTTP
import EmuJSON
import EmuModel
import EmuStore
import EmuTestSupport
import Testing

@Suite struct `Calls that no SDK makes` {
  @Test func `initializeAuth finds the project ready`() async throws {
    let emulator = try TestEmulator()
    let path = "/v2/projects/demo-project/identityPlatform:initializeAuth"
    for host in ["/identitytoolkit.googleapis.com", ""] {
      let reply = await emulator.call(
        .post, host + path, [:], headers: ["Authorization": "Bearer owner"])
      #expect(reply.status == 200)
      #expect(reply.json == [:])
    }
    #expect(await emulator.call(.post, path, [:]).status == 401)
  }

  @Test func `signOutUser names the user and ends no session`() async throws {
    let emulator = try TestEmulator()
    let user = try await emulator.signUp()
    func signOut(_ body: JSON) async -> Reply {
      await emulator.call(.post, "/identitytoolkit/v3/relyingparty/signOutUser?key=k", body)
    }
    #expect(await signOut(["localId": .string(user.uid)]).json == ["localId": .string(user.uid)])
    #expect(await signOut([:]).errorMessage == "MISSING_LOCAL_ID")
    #expect(await signOut(["localId": "nobody"]).errorMessage == "USER_NOT_FOUND")
    #expect(await emulator.refresh(user.refreshToken).status == 200)
  }

  @Test(arguments: [
    "/identitytoolkit.googleapis.com/v1/publicKeys", "/v1/sessionCookiePublicKeys",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
    "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
  ])
  func `key lists say how long they are good for`(_ path: String) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let reply = await emulator.call(.get, path)
    #expect(reply.status == 200)
    #expect(reply.headers["Cache-Control"] == "public, max-age=0, must-revalidate")
  }

  @Test(arguments: [0, 1, 500, 501, 1001])
  func `batchGet returns every user, page by page`(_ count: Int) async throws {
    let emulator = try TestEmulator()
    let store = emulator.store
    let scope = AccountScope(project: try emulator.currentProject(), tenant: nil)
    try store.write { writer in
      for number in 0..<count {
        _ = try writer.insert(
          User(uid: "u\(10_000 + number)", createdAt: TestEmulator.start), in: scope)
      }
    }
    let response = await emulator.answer(
      Request(
        method: .get, path: "/v1/projects/demo-project/accounts:batchGet",
        rawQuery: "maxResults=-1",
        headers: ["Host": "localhost:9099", "Authorization": "Bearer owner"], body: []))
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is held in memory")
      return
    }
    let source = stream.open(wake: {})
    defer { source.close() }
    var pieces: [[UInt8]] = []
    while case .bytes(let piece) = source.next() { pieces.append(piece) }
    #expect(pieces.count == count / 500 + 1)
    let answer = try JSON(parsing: pieces.flatMap { $0 })
    #expect(answer["kind"] == "identitytoolkit#DownloadAccountResponse")
    #expect(answer["nextPageToken"] == nil)
    let uids = (answer["users"]?.array ?? []).compactMap { $0["localId"]?.string }
    #expect(uids == (0..<count).map { "u\(10_000 + $0)" })
    #expect(answer["users"] != nil)
  }
}
