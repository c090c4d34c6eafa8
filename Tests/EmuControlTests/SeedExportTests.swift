import EmuTestSupport
import EmuTestTools
import Testing

@Suite final class `control: export of a project as a seed`: EmulatorSuite {
  private static let forms = [
    "export", "export?format=seed&plainPasswords=true", "export?format=ndjson&plainPasswords=true",
  ]

  private static func expectRoundTrip(_ first: TestEmulator, _ form: String) async throws
    -> TestEmulator
  {
    let export = await first.control(.get, form).expect(200)
    let second = try TestEmulator(
      seed: 2, machine: Timestamp(seconds: 1_900_000_000), isReopened: false)
    if form.contains("ndjson") {
      await second.importing(export.text, "format=ndjson").expect(["refused": 0])
    } else {
      await second.seed(export.text).expect(200)
      #expect(await second.seed(export.text).json == `control: counts of seeds`.unchanged)
    }
    #expect(await second.control(.get, form).text == export.text)
    return second
  }

  @Test(arguments: forms)
  func `demo.json is exported, stored and exported unchanged`(_ form: String) async throws {
    _ = await emulator.seed(try Repository.text("seed-data/demo.json"))
    let second = try await Self.expectRoundTrip(emulator, form)
    let isPlain = form.contains("plain")
    let export = await emulator.control(.get, form).text
    #expect(export.contains(#""password":"demo-password""#) == isPlain)
    #expect(export.contains("demo-password") == isPlain)
    await second.signIn("paula@example.com", "demo-password").expect(["localId": "password-user"])
  }

  @Test func `users are exported in pages, and sign in after an import`() async throws {
    _ = await emulator.seed(
      project: #"users:[{localId:"ann",email:"ann@x.test",password:"secret1"},{localId:"bob"}]"#)
    let file =
      #"{"localId":"eve","email":"eve@x.test","passwordHash":"fakeHash:salt=s:password=secret2","#
      + #""salt":"s","new":1}"#
    _ = await emulator.importing(
      #"{"accounts":{"":{"users":[\#(file)]}}}"#, "format=emulator")
    let plain = await emulator.control(.get, "export?format=accounts&plainPasswords=true")
    #expect(plain.text.contains("password=secret1") && plain.text.contains(file))
    let export = await emulator.control(.get, "export?format=accounts")
    #expect(!export.text.contains("secret") && !export.text.contains("fakeHash"), "\(export.text)")
    let second = try TestEmulator()
    await second.importing(export.text, "format=firebase").expect(["stored": 3, "refused": 0])
    for (email, password) in [("ann@x.test", "secret1"), ("eve@x.test", "secret2")] {
      #expect(await second.signIn(email, .string(password)).status == 200)
      #expect(await second.signIn(email, "wrong").status == 400)
    }
    let again = await second.control(.get, "export?format=accounts")
    for index in 0..<3 {
      #expect(again["users"]?[index]?["passwordHash"] == export["users"]?[index]?["passwordHash"])
    }
    for (uid, count) in [("ann", 1), ("none", 0)] {
      let one = await emulator.control(.get, "export?format=accounts&localId=\(uid)")
      #expect(one["users"]?.array?.compactMap { $0["localId"]?.string } == [uid].suffix(count))
    }
    #expect(await emulator.control(.get, "export?localId=ann").status == 400)
  }

  @Test(arguments: RandomRounds.seeds(normally: 40))
  func `any state is exported and stored again unchanged`(_ seed: Int) async throws {
    let first = try TestEmulator(isReopened: false)
    #expect(RandomState(seed: seed).apply(to: first.emulator) == [])
    for form in Self.forms {
      let second = try await Self.expectRoundTrip(first, form)
      guard form == Self.forms[1] else { continue }
      for uid in await first.userIDs() {
        let (before, after) = (
          try Self.comparable(first.user(uid)), try Self.comparable(second.user(uid))
        )
        #expect(before == after, "\(before)\n\(after)")
      }
      let (before, after) = (try first.currentProject(), try second.currentProject())
      #expect(before.switches == after.switches)
      #expect(before.providers == after.providers)
      #expect(before.config == after.config)
    }
  }

  private static func comparable(_ user: User?) throws -> User {
    var user = try #require(user)
    user.key = 0
    user.sessionsEndedAt = nil
    // A seed has them in its own notation, which the equal exports show.
    user.customAttributes = nil
    user.emptyFields = []
    return user
  }

  @Test func `an export of more users than fit a page has each once, by id`() async {
    let users = (0..<1200).map { #"{"localId":"u\#($0)"}"# }.joined(separator: ",")
    _ = await emulator.seed(project: "users:[\(users)]")
    let export = await emulator.control(.get, "export").json
    let ids = export["projects"]?["demo-project"]?["users"]?.array?.compactMap {
      $0["localId"]?.string
    }
    #expect(ids == (0..<1200).map { "u\($0)" }.sorted())
  }

  @Test func `an export omits the rest of a tenant that is deleted meanwhile`() async throws {
    let seeded = await emulator.seed(
      project: #"tenants:[{id:"t"}],users:[{localId:"ann"},{localId:"bob",tenantId:"t"}]"#)
    #expect(seeded.status == 200, "\(seeded.text)")
    let response = await emulator.answer(
      Request(method: .get, path: "/emulator/v1/export", headers: ["Host": emulator.host]))
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is no stream")
      return
    }
    let source = stream.open {}
    var text: [UInt8] = []
    for number in 0... {
      // The head and the users of the project are read.
      if number == 2 { await emulator.admin("v2/tenants/t", nil, method: .delete).expect(200) }
      guard case .bytes(let bytes) = source.next() else { break }
      text += bytes
    }
    source.close()
    let users = try JSON(parsing: text)["projects"]?["demo-project"]?["users"]?.array
    #expect(users?.compactMap { $0["localId"]?.string } == ["ann"])
  }

  @Test(arguments: RandomRounds.seeds(normally: 40))
  func `a random state is accepted call by call, and the same each time`(_ seed: Int) throws {
    let readings = try (0..<2).map { _ in
      let emulator = try TestEmulator(isReopened: false)
      #expect(RandomState(seed: seed).apply(to: emulator.emulator) == [])
      return try StateReading(of: emulator.emulator, project: "demo-project")
    }
    #expect(readings[0].difference(from: readings[1]) == nil)
  }
}
