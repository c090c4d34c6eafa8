import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The texts of `UserTexts` in every form of a user: a new text needs no other test.
@Suite struct `Texts of users` {
  @Test(arguments: UserTexts.fields.indices)
  func `A text is the same in the store, the API, seeds, NDJSON and files of auth:export`(
    _ index: Int
  ) async throws {
    let field = UserTexts.fields[index]
    let account: JSON = .object(["localId": "ann", field.name: "text"])
    let first = try TestEmulator()
    _ = await first.admin("accounts:batchCreate", ["users": [account]])
    for (call, body) in [
      ("accounts:lookup", ["localId": ["ann"]]), ("accounts:query", ["returnUserInfo": true]),
    ] as [(String, JSON)] {
      let found = await first.admin(call, body)
      let users = found["users"] ?? found["userInfo"]
      #expect(users?.array?.first?[field.name] == "text", "\(found.text)")
    }
    let seed = await first.control(.get, "export?format=seed").text
    let lines = await first.control(.get, "export?format=ndjson").text
    let listed = await first.admin(
      "accounts:batchGet", nil, method: .get, query: "maxResults=-1")
    for document in [seed, lines, listed.text] {
      let second = try TestEmulator()
      let reply = await second.control(.post, "projects/demo-project/import", document)
      #expect(reply.status == 200, "\(reply.text) for \(document)")
      #expect(try second.user("ann")?.texts[field] == "text", "\(document)")
      #expect(try second.user("ann")?.texts == first.user("ann")?.texts)
    }
  }

  @Test(arguments: UserTexts.fields.indices)
  func `A text beyond its limit is refused by imports and seeds`(_ index: Int) async throws {
    let field = UserTexts.fields[index]
    let long = String(repeating: "x", count: field.limit + 1)
    let user: JSON = .object(["localId": "ann", field.name: .string(long)])
    let emulator = try TestEmulator()
    let reply = await emulator.admin("accounts:batchCreate", ["users": [user]])
    #expect(
      reply["error"]
        == [
          [
            "index": 0,
            "message": .string("\(field.name) is longer than \(field.limit) characters"),
          ]
        ])
    let seeded = await emulator.control(
      .post, "seed",
      JSON.object(["version": 1, "projects": ["demo-project": ["users": [user]]]]).serialized())
    #expect(seeded.status == 400)
    #expect(
      seeded.text.contains("\(field.name): the text has more than \(field.limit) characters"),
      "\(seeded.text)")
    #expect(try emulator.user("ann") == nil)
  }
}
