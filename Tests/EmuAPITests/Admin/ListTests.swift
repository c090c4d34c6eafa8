import EmuTestSupport
import Testing

/// Returns an emulator with users `u00`, `u01`, …
private func emulator(
  users count: Int, _ profile: Profile = .compatible
) async throws -> TestEmulator {
  let emulator = try TestEmulator(profile: profile)
  let users = (0..<count).map { number -> JSON in
    let name = number < 10 ? "0\(number)" : "\(number)"
    return [
      "localId": .string("u\(name)"), "email": .string("\(99 - number)@example.com"),
      "displayName": .string("N\(number % 3)"), "createdAt": .string("\(number * 7 % 5)"),
    ]
  }
  _ = await emulator.batchCreate(users)
  return emulator
}

@Suite struct `accounts:batchGet` {
  private func page(_ emulator: TestEmulator, _ query: String) async -> Reply {
    await emulator.batchGet(query)
  }

  @Test func `accounts:batchGet shows users as look-up does`() async throws {
    let emulator = try await emulator(users: 2)
    Golden.expect(await page(emulator, "").json, "admin/batchGet")
  }

  @Test(arguments: [
    (Profile.production, 25, 10, [10, 10, 5]), (.production, 20, 10, [10, 10]),
    (.production, 3, 1, [1, 1, 1]), (.production, 0, 5, [0]),
    (.compatible, 25, 10, [10, 10, 5]), (.compatible, 20, 10, [10, 10, 0]),
    (.compatible, 0, 5, [0]),
  ])
  func `accounts:batchGet returns pages, and a full last page has a token in compatible`(
    _ profile: Profile, _ count: Int, _ size: Int, _ pages: [Int]
  ) async throws {
    let emulator = try await emulator(users: count, profile)
    let found = await emulator.pages(of: "users") { token in
      await page(emulator, "maxResults=\(size)&nextPageToken=\(token)")
    }
    #expect(found.map(\.count) == pages)
    let seen = found.joined().compactMap { $0["localId"]?.string }
    #expect(seen == seen.sorted() && Set(seen).count == count)
  }

  @Test(arguments: ["": 20, "maxResults=-1": 30, "maxResults=1000": 30, "max_results=7": 7])
  func `accounts:batchGet returns as many as asked`(_ query: String, _ count: Int) async throws {
    let reply = await page(try await emulator(users: 30), query)
    #expect(reply["users"]?.array?.count == count)
    #expect((reply["nextPageToken"] == nil) == (count == 30))
  }

  @Test(arguments: Profile.allCases)
  func `accounts:batchGet returns no empty list in production`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    for query in ["", "maxResults=0", "maxResults=-1"] {
      let reply = await page(emulator, query)
      #expect(reply["users"] == (profile == .production ? nil : []), "\(query)")
    }
  }

  @Test func `accounts:batchGet refuses pages that there cannot be`() async throws {
    let emulator = try TestEmulator()
    await page(emulator, "maxResults=-2").expect(refusal: "INVALID_PAGE_SELECTION")
    await page(emulator, "maxResults=many").expect(400, ["error.status": "INVALID_ARGUMENT"])
  }

  @Test(arguments: ["", "&maxResults=-1"])
  func `accounts:batchGet starts after any page token`(_ more: String) async throws {
    let emulator = try await emulator(users: 4)
    for (token, expected) in [
      ("u01", ["u02", "u03"]), ("u01x", ["u02", "u03"]), ("a", ["u00", "u01", "u02", "u03"]),
      ("u03", []), ("***", ["u00", "u01", "u02", "u03"]),
    ] {
      let reply = await page(emulator, "nextPageToken=\(token)\(more)")
      #expect(try #require(reply["users"]?.array).compactMap { $0["localId"]?.string } == expected)
    }
    #expect(await page(emulator, "maxResults=2")["nextPageToken"] == "u01")
  }

  @Test func `accounts:batchGet loses no user to changes between two pages`() async throws {
    let emulator = try await emulator(users: 4)
    let first = await page(emulator, "maxResults=2")
    // The last user of the page is deleted, and another one is added before it.
    _ = await emulator.admin("accounts:delete", ["localId": "u01"])
    _ = await emulator.admin("accounts", ["localId": "a"])
    let token = first["nextPageToken"]?.string ?? ""
    let second = await page(emulator, "maxResults=2&nextPageToken=\(token)")
    #expect(second.uids() == ["u02", "u03"])
  }
}

@Suite struct `accounts:query` {
  private func uids(_ reply: Reply) -> [String] {
    reply["userInfo"]?.array?.compactMap { $0["localId"]?.string } ?? []
  }

  @Test func `accounts:query counts, or lists`() async throws {
    let emulator = try await emulator(users: 2)
    Golden.expect(
      await emulator.admin("accounts:query", ["returnUserInfo": false]).json, "admin/queryCount")
    Golden.expect(await emulator.admin("accounts:query").json, "admin/queryUsers")
    #expect(uids(await emulator.admin(":queryAccounts")) == ["u00", "u01"])
    let one = await emulator.admin(
      "accounts:query", ["returnUserInfo": false, "expression": [["userId": "u01"]]])
    #expect(one.json == ["recordsCount": "1"])
  }

  @Test(
    arguments: [
      ([:], ["u00", "u01", "u02", "u03", "u04"]),
      (["order": "DESC"], ["u04", "u03", "u02", "u01", "u00"]),
      (["sortBy": "USER_EMAIL"], ["u04", "u03", "u02", "u01", "u00"]),
      (["sortBy": 2, "order": 2], ["u02", "u01", "u04", "u00", "u03"]),
      (["sort_by": "CREATED_AT"], ["u00", "u03", "u01", "u04", "u02"]),
      (["offset": "1", "limit": 2], ["u01", "u02"]), (["offset": 9], []), (["limit": 0], []),
      (["expression": [["email": "97@EXAMPLE.com"]]], ["u02"]),
      (["expression": [["userId": "u03"], ["userId": "u04"]]], ["u03"]),
      (["expression": [["userId": "nobody"]]], []),
    ] as [(JSON, [String])])
  func `accounts:query sorts, cuts and filters`(_ body: JSON, _ expected: [String]) async throws {
    let emulator = try await emulator(users: 5)
    let reply = await emulator.admin("accounts:query", body)
    #expect(uids(reply) == expected)
    // With accounts in the answer, the count is theirs; without, it is that of all matches.
    #expect(reply["recordsCount"]?.string == "\(expected.count)")
  }

  @Test(arguments: [["limit": 501], ["limit": -1], ["offset": -1]] as [JSON])
  func `accounts:query refuses a part that there cannot be`(_ body: JSON) async throws {
    let reply = await (try TestEmulator()).admin("accounts:query", body)
    #expect(reply.errorMessage == "INVALID_PAGE_SELECTION")
    let production = await (try TestEmulator(profile: .production)).admin("accounts:query", body)
    let isTooMany = body["limit"] == 501
    #expect(production.errorMessage == (isTooMany ? nil : "Internal error encountered."))
  }
}

@Suite struct `accounts:batchDelete` {
  @Test func `accounts:batchDelete deletes disabled accounts, and with force all`() async throws {
    let emulator = try await emulator(users: 3)
    _ = await emulator.change("u01", ["disableUser": true])
    let reply = await emulator.admin("accounts:batchDelete", ["localIds": ["u00", "u01", "u02"]])
    Golden.expect(reply.json, "admin/batchDeleteNotDisabled")
    #expect(try emulator.user("u01") == nil)
    #expect(await emulator.userCount() == 2)
    let forced = await emulator.admin(
      "accounts:batchDelete", ["localIds": ["u00", "nobody", "u00"], "force": true])
    #expect(forced.status == 200)
    #expect(forced.json == [:])
    #expect(await emulator.userCount() == 1)
  }
}
