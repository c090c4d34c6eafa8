import EmuStore
import EmuTestSupport
import EmuTestTools
import Synchronization
import Testing

@Suite final class `control: snapshots`: EmulatorSuite {
  static func side(_ emulator: TestEmulator, _ name: String, users: Int, seconds: Int) async {
    let users = (0..<users).map { #"{localId:"u\#($0)",displayName:"\#(name)"}"# }
    _ = await emulator.control(.post, "reset")
    _ = await emulator.seed(project: "users:[\(users.joined(separator: ","))]")
    _ = await emulator.settings(
      #"{"recentLogin":"\#(name == "a" ? "on" : "off")"}"#, of: "demo-project")
    _ = await emulator.control(.post, "clock:advance", #"{"seconds":\#(seconds)}"#)
    await emulator.control(.post, "snapshots", #"{"name":"\#(name)"}"#).expect(200)
  }

  /// Expects what ``side(_:_:users:seconds:)`` has stored.
  private func expect(
    _ emulator: TestEmulator, _ name: String, seconds: Int64,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let isOn = try emulator.currentProject().switches.isOn(.recentLogin)
    #expect(try emulator.user("u0")?.displayName == name, sourceLocation: location)
    #expect(isOn == (name == "a"), sourceLocation: location)
    #expect(emulator.clock.state.offsetMilliseconds == seconds * 1000, sourceLocation: location)
  }

  @Test func `a snapshot of everything returns users, switches, clock and keys`() async throws {
    let emulator = try TestEmulator(isStored: true)
    let keys = await emulator.get("/issuers/apple.com/auth/keys").json
    await Self.side(emulator, "a", users: 3, seconds: 60)
    await emulator.control(.post, "issuers/apple.com/keys:rotate", #"{"retire":true}"#).expect(200)
    #expect(await emulator.get("/issuers/apple.com/auth/keys").json != keys)
    await Self.side(emulator, "b", users: 2, seconds: 7200)
    await emulator.control(.post, "snapshots/a:restore").expect(
      200, ["name": "a", "users": 3, "project": nil])
    #expect(try emulator.user("u2") != nil)
    try expect(emulator, "a", seconds: 60)
    #expect(await emulator.get("/issuers/apple.com/auth/keys").json == keys)

    #expect(await emulator.control(.post, "snapshots/b:restore", "{}").status == 200)
    #expect(try emulator.user("u2") == nil && emulator.user("u1") != nil)
    try expect(emulator, "b", seconds: 7200)
  }

  @Test func `a snapshot is listed until it is deleted or replaced by its name`() async throws {
    #expect(await emulator.control(.get, "snapshots").json == ["snapshots": []])
    await Self.side(emulator, "b", users: 1, seconds: 0)
    await Self.side(emulator, "a", users: 3, seconds: 0)
    await Self.side(emulator, "b", users: 2, seconds: 5)
    let list = await emulator.control(.get, "snapshots")["snapshots"]?.array ?? []
    #expect(list.map { $0["name"] } == ["a", "b"])
    #expect(list.map { $0["users"] } == [3, 2])
    #expect(
      list.map { $0["createdAt"] } == ["2027-01-15T08:00:00.000Z", "2027-01-15T08:00:05.000Z"])
    #expect(list.allSatisfy { ($0["bytes"]?.int ?? 0) > 0 })
    #expect(await emulator.control(.delete, "snapshots/a").json == [:])
    #expect(await emulator.control(.get, "snapshots")["snapshots"]?.array?.count == 1)
    #expect(await emulator.control(.delete, "snapshots/a").status == 404)
    #expect(await emulator.control(.post, "snapshots/a:restore").status == 404)
    #expect(try emulator.user("u1")?.displayName == "b")
  }

  @Test func `an exported snapshot is imported by another emulator, with keys`() async throws {
    let first = try TestEmulator(isStored: true)
    await Self.side(first, "a", users: 3, seconds: 60)
    let keys = await first.get("/issuers/apple.com/auth/keys").json
    let file = await first.control(.get, "snapshots/a:export")
    #expect(file.headers["Content-Type"] == "application/vnd.sqlite3")
    #expect(file.headers["Content-Disposition"] == #"attachment; filename="a.sqlite""#)

    let second = try TestEmulator()
    await second.call(.post, "/emulator/v1/snapshots/from-a:import", bytes: file.bytes).expect(
      200, ["name": "from-a", "users": 3])
    #expect(await second.control(.post, "snapshots/from-a:restore").status == 200)
    #expect(try second.user("u2") != nil)
    try expect(second, "a", seconds: 60)
    #expect(await second.get("/issuers/apple.com/auth/keys").json == keys)
    #expect(await second.control(.get, "snapshots/from-a:export").bytes == file.bytes)
  }

  /// Changes of an exported file, and the words of the refusal.
  private static let broken: [(words: String, change: @Sendable ([UInt8]) throws -> [UInt8])] = [
    ("cannot be read (is an empty database)", { _ in [] }),
    ("cannot be read", { _ in Array("no database".utf8) }),
    ("Export the snapshot again", { Array($0.prefix($0.count / 2)) }),
    (
      "Export the snapshot again",
      { file in
        var bytes = file
        // The pages after the first, which lists the tables.
        for index in 8192..<min(65_536, bytes.count) { bytes[index] = 0xA5 }
        return bytes
      }
    ),
    (
      "other tables",
      {
        try SQLiteFile.changed(
          $0, by: "CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END")
      }
    ),
  ]

  @Test(.needs("python3"), arguments: broken.indices)
  func `a file that is no whole snapshot replaces nothing`(_ index: Int) async throws {
    let (words, change) = Self.broken[index]
    await Self.side(emulator, "a", users: 3, seconds: 0)
    let file = await emulator.control(.get, "snapshots/a:export").bytes
    await emulator.call(
      .post, "/emulator/v1/snapshots/a:import", bytes: try change(file)
    ).expectRefusal(words)
    #expect(await emulator.control(.get, "snapshots/a:export").bytes == file)
    #expect(await emulator.control(.post, "snapshots/..%2Fx:import").status == 400)
    #expect(await emulator.control(.get, "snapshots/none:export").status == 404)
  }

  @Test func `a snapshot of one project leaves the others and the clock alone`() async throws {
    let seed = """
      {version:1,projects:{
        p:{users:[{localId:"x"},{localId:"in-t",tenantId:"t"}],settings:{recentLogin:"on"},
          apiKeys:["k"],tenants:[{id:"t"}]},
        q:{users:[{localId:"y"}]}}}
      """
    await emulator.seed(seed).expect(200)
    let made = await emulator.control(.post, "snapshots", #"{"name":"s","project":"p"}"#)
    #expect(made["project"] == "p" && made["users"] == 2, "\(made.json)")
    _ = await emulator.control(.post, "reset", #"{"projects":["p"]}"#)
    _ = await emulator.seed(Seed.of("q", #"users:[{localId:"later"}],tenants:[{id:"t2"}]"#))
    _ = await emulator.control(.post, "clock:advance", #"{"seconds":9}"#)
    #expect(await emulator.control(.post, "snapshots/s:restore").status == 200)
    #expect(try emulator.user("x", in: "p") != nil)
    #expect(try emulator.user("in-t", in: "p", tenant: "t") != nil)
    #expect(try emulator.user("later", in: "q") != nil && emulator.user("y", in: "q") != nil)
    #expect(try emulator.store.projectID(ofAPIKey: "k") == "p")
    #expect(try emulator.store.project("p").switches[.recentLogin] == .on)
    #expect(emulator.clock.state.offsetMilliseconds == 9_000)
  }

  private final class End: Sendable {
    let isReached = Atomic<Bool>(false)
  }

  /// Every answer contains the users of one snapshot only, and after a restore those of that
  /// snapshot.
  @Test func `a restore under traffic never shows half of each of two snapshots`() async throws {
    let emulator = try TestEmulator(isStored: true)
    await Self.side(emulator, "a", users: 20, seconds: 60)
    await Self.side(emulator, "b", users: 12, seconds: 3600)
    let end = End()
    let ids = JSON.array((0..<20).map { .string("u\($0)") })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for reader in 0..<3 {
        group.addTask {
          var answers = 0
          while !end.isReached.load(ordering: .relaxed) {
            if reader == 2 {
              await emulator.client("accounts:signUp", ["returnSecureToken": true]).expect(200)
            }
            let reply = await emulator.admin("accounts:lookup", ["localId": ids])
            let names = reply["users"]?.array?.map { $0["displayName"]?.string ?? "" } ?? []
            #expect(Set(names).count == 1 && names.count == (names[0] == "a" ? 20 : 12), "\(names)")
            answers += 1
            // An immediate answer does not suspend, and would block the thread.
            await Task.yield()
          }
          return answers
        }
      }
      for number in 0..<200 {
        let name = number.isMultiple(of: 2) ? "a" : "b"
        await emulator.control(.post, "snapshots/\(name):restore").expect(200)
        try expect(emulator, name, seconds: name == "a" ? 60 : 3600)
      }
      end.isReached.store(true, ordering: .relaxed)
      for try await answers in group { #expect(answers > 10) }
    }
  }
}
