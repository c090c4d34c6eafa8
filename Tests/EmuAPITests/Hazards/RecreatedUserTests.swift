import EmuTestSupport
import Testing

/// Users who are deleted and created again appear once in every list.
@Suite final class `Users created again`: EmulatorSuite {
  private static let count = 150

  /// Returns the expected users: uid to address.
  private static func expected(_ round: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("u\($0)", "r\(round)-\($0)@x.test") })
  }

  private static func create(_ round: Int, _ emulator: TestEmulator) async {
    let users = expected(round).map { uid, email -> JSON in
      [
        "localId": .string(uid), "email": .string(email),
        "providerUserInfo": [["providerId": "google.com", "rawId": .string("\(round)-\(uid)")]],
      ]
    }
    #expect(await emulator.admin("accounts:batchCreate", ["users": .array(users)])["error"] == [])
  }

  private static func delete(_ emulator: TestEmulator) async {
    let uids = (0..<count).map { JSON.string("u\($0)") }
    let reply = await emulator.admin(
      "accounts:batchDelete", ["localIds": .array(uids), "force": true])
    #expect(reply["errors"] == nil)
  }

  /// Compares every list with the expected users.
  private static func check(
    _ users: [String: String], _ emulator: TestEmulator, _ step: String
  ) async {
    for size in [1, 7, 100, 1000, -1] where size > 1 || step == "the last" {
      #expect(await pages(of: size, emulator) == sorted(users), "\(step): pages of \(size)")
    }
    let query = await emulator.admin("accounts:query", ["limit": 500])
    #expect(list(query["userInfo"]) == sorted(users), "\(step): accounts:query")
    #expect(await search(emulator) == sorted(users), "\(step): the console's search")
    let lines = await emulator.control(.get, "export?project=demo-project&format=ndjson")
    let exported = lines.text.split(separator: "\n").compactMap {
      try? JSON(parsing: Array($0.utf8))
    }
    #expect(list(.array(exported)) == sorted(users), "\(step): NDJSON")
    let seed = await emulator.control(.get, "export?project=demo-project")
    #expect(list(seed["projects"]?["demo-project"]?["users"]) == sorted(users), "\(step): the seed")
  }

  private static func pages(of size: Int, _ emulator: TestEmulator) async -> [String] {
    let pages = await emulator.pages(of: "users") { token in
      await emulator.batchGet("maxResults=\(size)&nextPageToken=\(token)")
    }
    return list(.array(pages.flatMap(\.self)))
  }

  private static func search(_ emulator: TestEmulator) async -> [String] {
    let pages = await emulator.pages(of: "users") { token in
      await emulator.control(
        .get, "projects/demo-project/users?search=x.test&limit=100&pageToken=\(token)")
    }
    return list(.array(pages.flatMap(\.self)))
  }

  private static func list(_ users: JSON?) -> [String] {
    (users?.array ?? [])
      .map { "\($0["localId"]?.string ?? "") \($0["email"]?.string ?? "")" }.sorted()
  }

  private static func sorted(_ users: [String: String]) -> [String] {
    users.map { "\($0) \($1)" }.sorted()
  }

  @Test func `users created again are listed once and none is left out`() async throws {
    for round in 1...3 {
      if round > 1 { await Self.delete(emulator) }
      await Self.create(round, emulator)
      await Self.check(Self.expected(round), emulator, "round \(round)")
    }
    _ = await emulator.control(.post, "snapshots", #"{"name":"s"}"#)
    _ = await emulator.control(.post, "snapshots", #"{"name":"p","project":"demo-project"}"#)
    await Self.delete(emulator)
    await Self.check([:], emulator, "deleted")
    for name in ["p", "s", "p"] {
      #expect(await emulator.control(.post, "snapshots/\(name):restore").status == 200)
      await Self.check(Self.expected(3), emulator, "snapshot \(name)")
    }
    // Other addresses and identities for the same users.
    var users = Self.expected(3)
    for number in stride(from: 0, to: Self.count, by: 10) {
      let (uid, email) = ("u\(number)", "new\(number)@x.test")
      let reply = await emulator.change(
        uid,
        [
          "email": .string(email),
          "linkProviderUserInfo": ["providerId": "google.com", "rawId": .string("new\(uid)")],
        ])
      #expect(reply.status == 200)
      users[uid] = email
    }
    await Self.check(users, emulator, "the last")
  }

  /// Texts that are equal in Swift are different keys.
  @Test func `an address and an identity in another Unicode form are others`() async throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    func create(_ uid: String, _ text: String, _ options: JSONObject = [:]) async -> Reply {
      let user: JSON = [
        "localId": .string(uid), "email": .string("\(text)@x.test"), "rawPassword": "secret1",
        "providerUserInfo": [["providerId": "google.com", "rawId": .string(text)]],
      ]
      return await emulator.admin(
        "accounts:batchCreate", .object(options.merging(["users": [user]])))
    }
    #expect(await create("ann", composed)["error"] == [])
    #expect(await create("ann", decomposed, ["allowOverwrite": true])["error"] == [])
    #expect(await emulator.signInWithPassword("\(decomposed)@x.test")["localId"] == "ann")
    #expect(await emulator.signInWithPassword("\(composed)@x.test").status == 400)
    // The old address and identity are available for another user, the new ones are not.
    #expect(await create("bob", composed)["error"] == [])
    #expect(await create("eve", decomposed)["error"]?[0]?["index"] == 0)
    let found = await emulator.admin("accounts:lookup", ["email": [.string("\(composed)@x.test")]])
    #expect(found.uids() == ["bob"])
  }
}
