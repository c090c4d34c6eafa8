import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `GET /emulator/v1/projects/{project}/users` {
  private static let path = "projects/demo-project/users"

  private func uids(_ reply: Reply) -> [String] {
    (reply["users"]?.array ?? []).compactMap { $0["localId"]?.string }
  }

  private func seeded(_ users: [JSON]) async throws -> TestEmulator {
    let emulator = try TestEmulator()
    let document: JSON = [
      "version": 1, "projects": ["demo-project": ["users": .array(users)]],
    ]
    let reply = await emulator.control(.post, "seed", document.serialized())
    try #require(reply.status == 200, "\(reply.json)")
    return emulator
  }

  @Test func `pages of users begin with the newest and end without a token`() async throws {
    let emulator = try await seeded((1...5).map { ["localId": .string("u\($0)")] })
    var found: [String] = []
    var token = ""
    for _ in 1...3 {
      let page = await emulator.control(.get, Self.path + "?limit=2" + token)
      found += uids(page)
      guard let next = page["nextPageToken"]?.string else { break }
      token = "&pageToken=\(next)"
    }
    #expect(found == ["u5", "u4", "u3", "u2", "u1"])
    let last = await emulator.control(.get, Self.path + "?limit=5")
    #expect(uids(last).count == 5 && last["nextPageToken"] == nil)
  }

  @Test(arguments: [
    ("ANN@EXAMPLE.COM", ["ann"]), ("example", ["eve", "ann"]), ("+1555", ["phil"]),
    (" 1555", ["phil"]), ("lovelace", ["eve"]), ("Ann", ["ann"]), ("g-110", ["gus"]),
    ("work@corp.test", ["gus"]), ("_", ["a_b"]), ("%", ["a_b"]), ("50%", ["a_b"]),
    ("nobody", []), ("a'b\"", []), ("back\\slash", ["ann"]),
  ])
  func `a search finds identifiers, addresses, numbers, names and a provider's id`(
    _ text: String, _ expected: [String]
  ) async throws {
    let emulator = try await seeded([
      ["localId": "ann", "email": "ann@example.com", "displayName": "back\\slash"],
      ["localId": "phil", "phoneNumber": "+15555550100"],
      [
        "localId": "gus",
        "providers": [["providerId": "google.com", "rawId": "g-110", "email": "work@corp.test"]],
      ],
      ["localId": "eve", "email": "eve@example.com", "displayName": "Eve Lovelace"],
      ["localId": "a_b", "displayName": "50% off"],
    ])
    let escaped = PercentEncoding.queryComponent(text)
    let reply = await emulator.control(.get, Self.path + "?search=\(escaped)")
    #expect(uids(reply) == expected, "\(reply.json)")
  }

  @Test func `users whose identifier begins with the text come first, and once`() async throws {
    let emulator = try await seeded([
      ["localId": "first", "email": "kim@example.com"],
      ["localId": "second", "displayName": "Kim"],
      ["localId": "kim"],
      ["localId": "third", "email": "not-kim@example.com"],
    ])
    var found: [String] = []
    var token: String?
    repeat {
      let page = await emulator.control(
        .get, Self.path + "?search=kim&limit=1" + (token.map { "&pageToken=\($0)" } ?? ""))
      found += uids(page)
      token = page["nextPageToken"]?.string
    } while token != nil
    #expect(found == ["kim", "first", "third", "second"])
  }

  @Test func `a tenant and another project have separate users`() async throws {
    let emulator = try await seeded([["localId": "ann"]])
    let body: JSON = ["localId": "tim"]
    _ = await emulator.control(.get, "projects/demo-project/tenants/acme/users")
    let made = await emulator.call(
      .post, "/v1/projects/demo-project/tenants/acme/accounts", body,
      headers: ["Authorization": "Bearer owner"])
    #expect(made.status == 200, "\(made.json)")
    #expect(
      uids(await emulator.control(.get, "projects/demo-project/tenants/acme/users")) == ["tim"])
    #expect(uids(await emulator.control(.get, Self.path)) == ["ann"])
    #expect(uids(await emulator.control(.get, "projects/other/users")).isEmpty)
  }

  @Test func `one user is read by its uid, and all are counted`() async throws {
    let emulator = try await seeded([["localId": "ann"], ["localId": "bob"]])
    let one = await emulator.control(.get, Self.path + "?localId=bob")
    #expect(uids(one) == ["bob"])
    #expect(one["count"] == nil)
    #expect(await emulator.control(.get, Self.path + "?localId=none").status == 400)
    let counted = await emulator.control(.get, Self.path + "?count=true&limit=1")
    #expect(counted["count"] == 2 && uids(counted).count == 1)
  }

  @Test(arguments: ["limit=0", "limit=101", "pageToken=x", "pageToken=0"])
  func `a page that there cannot be is refused`(_ query: String) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.control(.get, Self.path + "?" + query)
    #expect(reply.status == 400)
    #expect(reply.errorMessage?.hasPrefix("INVALID_PAGE_SELECTION") == true)
  }
}
