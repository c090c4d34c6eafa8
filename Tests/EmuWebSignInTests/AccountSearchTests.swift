import EmuTestSupport
import Testing

/// The search of the web sign-in page where a provider has more accounts than the page lists.
@Suite struct `Web sign-in search` {
  /// 120 people of google.com, and 120 users with a link to a person whom it does not know.
  private func crowd() async throws -> WebApp {
    let emulator = try TestEmulator()
    let people = (1000..<1120).map { number -> JSON in
      [
        "sub": .string("\(number)"), "email": .string("p\(number)@example.com"),
        "name": .string(number == 1005 ? "Jörg" : "Person \(number)"),
      ]
    }
    let users = (2000..<2120).map { number -> JSON in
      [
        "localId": .string("u\(number)"),
        "displayName": .string(number == 2005 ? "Zoë" : "User \(number)"),
        "email": .string("u\(number)@example.com"),
        "providers": [["providerId": "google.com", "rawId": .string("\(number)")]],
      ]
    }
    let document: JSON = [
      "version": 1,
      "projects": [
        "demo-project": ["people": ["google.com": .array(people)], "users": .array(users)]
      ],
    ]
    let reply = await emulator.control(.post, "seed", document.serialized())
    try #require(reply.status == 200, "\(reply.json)")
    return WebApp.web(emulator, "google.com")
  }

  private func ids(_ page: Reply) -> [String] {
    page.text.matches(of: /name="(?:person|link)" value="(\d+)"/).map { String($0.1) }
  }

  @Test func `a long list has a search, and says that there are more`() async throws {
    let app = try await crowd()
    let page = await app.open()
    let listed: [String] = [1000..<1100, 2000..<2100].flatMap { numbers in numbers.map { "\($0)" } }
    #expect(ids(page) == listed)
    #expect(page.text.contains("There are more than 100 accounts."))
    await WebApp.web(try TestEmulator(), "google.com").open().expect(lacking: "search-input")
  }

  @Test(
    arguments: [
      ("1119", 1119..<1120), ("P1118@EXAMPLE", 1118..<1119), ("person 111", 1110..<1120),
      ("2119", 2119..<2120), ("u2118@", 2118..<2119), ("user 211", 2110..<2120),
      ("jÖRG", 1005..<1006), ("ZOË", 2005..<2006),
      ("%", 0..<0), ("_", 0..<0), ("*", 0..<0), ("<b>", 0..<0),
    ] as [(String, Range<Int>)])
  func `a search finds accounts by each field`(text: String, numbers: Range<Int>) async throws {
    let page = await (try await crowd()).choose(["action": "search", "search": text]).expect(200)
    #expect(ids(page) == numbers.map { "\($0)" })
    #expect(page.text.contains("No account has this text.") == numbers.isEmpty)
    #expect(!page.text.contains("<b>"))
  }

  @Test func `a whole id comes first, and an empty search lists all again`() async throws {
    let app = try await crowd()
    // Also in the addresses of the others.
    _ = await app.emulator.control(
      .post, "issuers/google.com/accounts?project=demo-project", #"{"sub":"1","email":"x@y.test"}"#)
    let page = await app.choose(["action": "search", "search": "1"])
    #expect(ids(page).first == "1" && ids(page).count > 100)
    #expect(ids(await app.choose(["action": "search", "search": ""])).count == 200)
  }
}
