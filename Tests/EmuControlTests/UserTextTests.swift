import EmuTestSupport
import Testing

/// The texts of `UserTexts` in every form of a user: a new text needs no other test.
@Suite final class `Texts of users`: EmulatorSuite {
  @Test(arguments: UserTexts.fields.indices)
  func `A text is the same in the store, the API and every file`(_ index: Int) async throws {
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
    let listed = await first.admin("accounts:batchGet", nil, method: .get, query: "maxResults=-1")
    for document in [seed, lines, listed.text] {
      let second = try TestEmulator()
      let reply = await second.importing(document)
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
    let reply = await emulator.admin("accounts:batchCreate", ["users": [user]])
    let message = "\(field.name) is longer than \(field.limit) characters"
    #expect(reply["error"] == [["index": 0, "message": .string(message)]])
    await emulator.seed(project: "users:[\(user.serialized())]").expect(
      400, text: "\(field.name): the text has more than \(field.limit) characters")
    #expect(try emulator.user("ann") == nil)
  }
}

@Suite final class `Numbers of claims`: EmulatorSuite {
  private static let claims =
    #"{"big":12345678901234567890,"small":0.1000000000000000055511151231257827,"e":1E+05,"one":1.0}"#

  /// A file of each format with these claims, which the given function writes.
  private static func files(_ object: String, _ text: String) -> [(format: String, text: String)] {
    [
      ("ndjson", #"{"localId":"a","customClaims":\#(object)}"#),
      ("ndjson", #"{"localId":"a","customClaims":\#(text)}"#),
      ("seed", Seed.of("demo-project", #"users:[{localId:"a",customClaims:\#(object)}]"#)),
      ("firebase", #"{"users":[{"localId":"a","customAttributes":\#(text)}]}"#),
      ("emulator", #"{"accounts":{"":{"users":[{"localId":"a","customAttributes":\#(text)}]}}}"#),
    ]
  }

  private static func stored(_ file: (format: String, text: String)) async throws -> (
    reply: Reply, claims: String?
  ) {
    let emulator = try TestEmulator()
    let reply = await emulator.importing(file.text, "format=\(file.format)")
    return (reply, try emulator.user("a")?.customAttributes)
  }

  @Test func `numbers of claims keep their digits in every format of users`() async throws {
    for file in Self.files(Self.claims, JSON.string(Self.claims).serialized()) {
      let (reply, claims) = try await Self.stored(file)
      // The notation is that of JSON's writer where the file has an object.
      let isText = file.text.contains(#"\"big"#)
      let expected =
        isText
        ? Self.claims : Self.claims.replacing("1E+05", with: "100000").replacing("1.0}", with: "1}")
      #expect(claims == expected, "\(file) \(reply.text)")
    }
  }

  @Test(arguments: ["1e400", "-1e400", "[1e309]"])
  func `numbers of claims that are too large are rejected`(_ number: String) async throws {
    let claims = "{\"n\":\(number)}"
    for file in Self.files(claims, JSON.string(claims).serialized()) {
      let (reply, stored) = try await Self.stored(file)
      #expect(stored == nil && reply.text.contains("the number is too large"), "\(reply.text)")
    }
  }

  @Test func `numbers of claims in YAML keep their digits, or are rejected`() async throws {
    for (number, isGood) in [("12345678901234567890", true), ("1e400", false)] {
      let emulator = try TestEmulator()
      let text =
        "projects:\n  demo-project:\n    users: [{localId: a, customClaims: {n: \(number)}}]"
      let reply = await emulator.control(
        .post, "seed", "version: 1\n" + text, headers: ["Content-Type": "application/yaml"])
      #expect((reply.status == 200) == isGood, "\(reply.text)")
      let stored = try emulator.user("a")?.customAttributes
      #expect(stored == (isGood ? "{\"n\":\(number)}" : nil))
      #expect(isGood || reply.text.contains("the number is too large"))
    }
  }

  @Test func `numbers of claims of people keep their digits, or are rejected`() async throws {
    let good = await emulator.control(
      .patch, "issuers/oidc.corp", #"{"claims":{"n":12345678901234567890}}"#)
    #expect(good.text.contains(#""n":12345678901234567890"#), "\(good.text)")
    let person = await emulator.control(
      .post, "issuers/oidc.corp/accounts", #"{"sub":"a","claims":{"n":12345678901234567890}}"#)
    #expect(person.text.contains(#""n":12345678901234567890"#), "\(person.text)")
    for call in ["issuers/oidc.corp", "issuers/oidc.corp/accounts"] {
      let bad = await emulator.control(
        call.hasSuffix("accounts") ? .post : .patch, call, #"{"sub":"b","claims":{"n":1e400}}"#)
      #expect(bad.status == 400 && bad.text.contains("the number is too large"), "\(bad.text)")
    }
    #expect(await emulator.control(.get, "export").text.contains(#""n":12345678901234567890"#))
  }
}
