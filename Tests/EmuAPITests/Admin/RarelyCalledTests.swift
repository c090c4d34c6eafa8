import EmuTestSupport
import Testing

@Suite final class `Calls that no SDK makes`: EmulatorSuite {
  @Test func `signOutUser names the user and ends no session`() async throws {
    let user = try await emulator.signUp()
    func signOut(_ body: JSON) async -> Reply {
      await emulator.post("/identitytoolkit/v3/relyingparty/signOutUser?key=k", body)
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
    let emulator = try TestEmulator(isStored: true)
    let reply = await emulator.get(path)
    reply.expect(200).expect(headers: ["Cache-Control": "public, max-age=0, must-revalidate"])
  }

  @Test(arguments: [0, 1, 500, 501, 1001])
  func `batchGet returns every user, page by page`(_ count: Int) async throws {
    let uids = (0..<count).map { "u\(10_000 + $0)" }
    _ = await emulator.batchCreate(uids.map { ["localId": .string($0)] })
    let response = await emulator.answer(
      Request(
        method: .get, path: "/v1/projects/demo-project/accounts:batchGet",
        rawQuery: "maxResults=-1",
        headers: ["Host": "localhost:9099", "Authorization": "Bearer owner"]))
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is held in memory")
      return
    }
    let source = stream.open(wake: {})
    defer { source.close() }
    var pieces: [[UInt8]] = []
    while case .bytes(let piece) = source.next() { pieces.append(piece) }
    #expect(pieces.count == (count + 499) / 500 + 1, "one for each page, and the end")
    let answer = try JSON(parsing: pieces.flatMap { $0 })
    answer.expect(["kind": "identitytoolkit#DownloadAccountResponse", "nextPageToken": nil])
    #expect(try #require(answer["users"]?.array).compactMap { $0["localId"]?.string } == uids)
  }
}
