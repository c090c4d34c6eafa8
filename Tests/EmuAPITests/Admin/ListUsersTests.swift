import EmuTestSupport
import Testing

@Suite struct `GET /emulator/v1/projects/{project}/users` {
  private static let path = "projects/demo-project/users"

  /// Returns the uids of every page of a list.
  private func pages(_ emulator: TestEmulator, _ query: String) async -> [[String]] {
    await emulator.pages(of: "users") { token in
      await emulator.control(
        .get, Self.path + query + (token.isEmpty ? "" : "&pageToken=\(token)"))
    }.map { page in page.compactMap { $0["localId"]?.string } }
  }

  private func seeded(_ users: [JSON]) async throws -> TestEmulator {
    let emulator = try TestEmulator()
    let document: JSON = ["version": 1, "projects": ["demo-project": ["users": .array(users)]]]
    let reply = await emulator.control(.post, "seed", document.serialized())
    try #require(reply.status == 200, "\(reply.json)")
    return emulator
  }

  @Test func `pages of users begin with the newest and end without a token`() async throws {
    let emulator = try await seeded((1...5).map { ["localId": .string("u\($0)")] })
    #expect(await pages(emulator, "?limit=2") == [["u5", "u4"], ["u3", "u2"], ["u1"]])
    let last = await emulator.control(.get, Self.path + "?limit=5")
    #expect(last.uids().count == 5 && last["nextPageToken"] == nil)
  }

  @Test(arguments: [
    ("ANN@EXAMPLE.COM", ["ann"]), ("example", ["eve", "ann"]), ("+1555", ["phil"]),
    (" 1555", ["phil"]), ("lovelace", ["eve"]), ("Ann", ["ann"]), ("g-110", ["gus"]),
    ("work@corp.test", ["gus"]), ("_", ["a_b"]), ("%", ["a_b"]), ("50%", ["a_b"]),
    ("nobody", []), ("a'b\"", []), ("back\\slash", ["ann"]), ("éVÉ", ["eve"]), ("Ég", ["eve"]),
    ("*", ["a_b"]), ("[a?]", ["a_b"]), ("?", ["a_b"]), ("[o]", []),
  ])
  func `a search finds a user's identifiers`(_ text: String, _ expected: [String]) async throws {
    let emulator = try await seeded([
      ["localId": "ann", "email": "ann@example.com", "displayName": "back\\slash"],
      ["localId": "phil", "phoneNumber": "+15555550100"],
      [
        "localId": "gus",
        "providers": [["providerId": "google.com", "rawId": "g-110", "email": "work@corp.test"]],
      ],
      ["localId": "eve", "email": "eve@example.com", "displayName": "Eve Lovelace, Évég"],
      ["localId": "a_b", "displayName": "50% off [a?]*"],
    ])
    let escaped = PercentEncoding.queryComponent(text)
    let reply = await emulator.control(.get, Self.path + "?search=\(escaped)")
    #expect(reply.uids() == expected, "\(reply.json)")
  }

  @Test func `users whose identifier begins with the text come first, and once`() async throws {
    let emulator = try await seeded([
      ["localId": "first", "email": "kim@example.com"],
      ["localId": "second", "displayName": "Kim"], ["localId": "kim"],
      ["localId": "third", "email": "not-kim@example.com"],
    ])
    let found = await pages(emulator, "?search=kim&limit=1")
    #expect(found.flatMap(\.self) == ["kim", "first", "third", "second"])
  }

  @Test(arguments: [1, 7, 30])
  func `a page of a search has no more users than its limit`(_ limit: Int) async throws {
    let numbers = 1...30
    let emulator = try await seeded(
      numbers.map { ["localId": .string("user\($0)"), "email": .string("user\($0)@example.com")] })
    let pages = await pages(emulator, "?search=user&limit=\(limit)")
    #expect(pages.allSatisfy { $0.count <= limit }, "\(pages.map(\.count))")
    #expect(pages.joined().sorted() == numbers.map { "user\($0)" }.sorted())
  }

  @Test func `a tenant and another project have separate users`() async throws {
    let emulator = try await seeded([["localId": "ann"]])
    let ofTenant = "projects/demo-project/tenants/acme/users"
    _ = await emulator.control(.get, ofTenant)
    #expect(await emulator.admin("accounts", ["localId": "tim"], tenant: "acme").status == 200)
    #expect(await emulator.control(.get, ofTenant).uids() == ["tim"])
    #expect(await emulator.control(.get, Self.path).uids() == ["ann"])
    #expect(await emulator.control(.get, "projects/other/users").uids().isEmpty)
  }

  @Test func `one user is read by its uid, and all are counted`() async throws {
    let emulator = try await seeded([["localId": "ann"], ["localId": "bob"]])
    let one = await emulator.control(.get, Self.path + "?localId=bob")
    #expect(one.uids() == ["bob"])
    #expect(one["count"] == nil)
    #expect(await emulator.control(.get, Self.path + "?localId=none").uids().isEmpty)
    let counted = await emulator.control(.get, Self.path + "?count=true&limit=1")
    #expect(counted["count"] == 2 && counted.uids().count == 1)
    let refused = await emulator.control(.get, Self.path + "?count=perhaps")
    #expect(refused.status == 400)
    #expect(refused.errorMessage?.contains("count") == true, "\(refused.json)")
  }

  @Test(arguments: [
    ("provider=google.com", ["gus"]), ("provider=password", ["ann"]), ("provider=none", ["dan"]),
    ("provider=phone", ["phil"]), ("state=disabled", ["phil"]), ("state=verified", ["ann"]),
    ("state=unverified", ["gus"]), ("state=enabled&order=oldest", ["ann", "gus", "dan"]),
    ("factor=any", ["ann"]), ("factor=phone", ["ann"]), ("factor=totp", []),
    ("factor=none&order=oldest", ["phil", "gus", "dan"]),
    ("claim=plan", ["gus", "ann"]), ("claim=plan%3Dpro", ["ann"]), ("claim=beta%3Dtrue", ["gus"]),
    ("claim=level%3D7", ["gus"]), ("claim=pla", []), ("claim=%25", []),
    ("signedInSince=2027-01-01T00:00:00Z", ["ann"]),
    ("notSignedInSince=2027-01-01T00:00:00Z", ["dan", "gus", "phil"]),
    ("notSignedInSince=2028-01-01T00:00:00Z&state=verified", ["ann"]),
    ("search=example.com&provider=google.com", ["gus"]), ("search=ann&state=disabled", []),
    ("search=ann&provider=password", ["ann"]),
  ])
  func `a list is filtered by what users have`(_ query: String, _ expected: [String]) async throws {
    let emulator = try await seeded([
      [
        "localId": "ann", "email": "ann@example.com", "emailVerified": true, "password": "secret1",
        "customClaims": ["plan": "pro"], "mfa": [["phone": "+15555550111"]],
        "lastLoginAt": "2027-01-10T00:00:00Z",
      ],
      ["localId": "phil", "phoneNumber": "+15555550100", "disabled": true],
      [
        "localId": "gus", "email": "gus@example.com",
        "customClaims": ["plan": "free", "beta": true, "level": 7],
        "providers": [["providerId": "google.com", "rawId": "g-110"]],
      ],
      ["localId": "dan"],
    ])
    let reply = await emulator.control(.get, Self.path + "?" + query)
    #expect(reply.uids() == expected, "\(reply.json)")
  }

  @Test func `a filter is applied to every page, in either order`() async throws {
    let emulator = try await seeded(
      (1...6).map { ["localId": .string("u\($0)"), "disabled": .bool($0 % 2 == 0)] })
    for (order, expected) in [("oldest", ["u2", "u4", "u6"]), ("newest", ["u6", "u4", "u2"])] {
      let found = await pages(emulator, "?state=disabled&limit=1&order=\(order)")
      #expect(found.flatMap(\.self) == expected)
    }
  }

  @Test(arguments: [
    "state=gone", "factor=sms", "order=name", "signedInSince=today", "notSignedInSince=2027",
    "limit=0", "limit=101", "pageToken=x", "pageToken=0", "pageToken=\(Int64.min)",
  ])
  func `a field with a value that it does not have is rejected`(_ query: String) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.control(.get, Self.path + "?" + query)
    #expect(reply.status == 400)
    let name = query.prefix { $0 != "=" }
    #expect(reply.errorMessage?.contains("\(name): the value must be") == true, "\(reply.json)")
  }
}
