import EmuServer
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `control: clock` {
  private static let machine = Timestamp(milliseconds: 1_769_860_800_000)

  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator(machine: Self.machine) }

  /// Calls of the clock with their bodies, and the time of the emulator and its offset afterwards.
  private static let rows: [[String]: (now: String, offset: Int64, frozen: Bool)] = [
    []: ("2026-01-31T12:00:00.000Z", 0, false),
    [#"advance {"milliseconds":1500}"#]: ("2026-01-31T12:00:01.500Z", 1500, false),
    [#"advance {"seconds":3600}"#, #"advance {"seconds":"60"}"#]:
      ("2026-01-31T13:01:00.000Z", 3_660_000, false),
    [#"advance {"minutes":90}"#]: ("2026-01-31T13:30:00.000Z", 5_400_000, false),
    [#"advance {"days":1,"hours":2,"minutes":3,"seconds":4,"milliseconds":5}"#]:
      ("2026-02-01T14:03:04.005Z", 93_784_005, false),
    [#"advance {"days":1,"hours":-24}"#]: ("2026-01-31T12:00:00.000Z", 0, false),
    [#"advance {"days":-31}"#]: ("2025-12-31T12:00:00.000Z", -2_678_400_000, false),
    [#"advance {"seconds":-86400}"#]: ("2026-01-30T12:00:00.000Z", -86_400_000, false),
    [#"set {"now":"2030-01-01T01:00:00+01:00"}"#]:
      ("2030-01-01T00:00:00.000Z", 123_595_200_000, false),
    [#"set {"now":"2026-01-31T11:00:00Z","frozen":true}"#]:
      ("2026-01-31T11:00:00.000Z", -3_600_000, true),
    ["freeze", #"advance {"seconds":5}"#]: ("2026-01-31T12:00:05.000Z", 5000, true),
    ["freeze {}", #"set {"now":"2026-01-31T12:00:01Z","frozen":false}"#]:
      ("2026-01-31T12:00:01.000Z", 1000, false),
    ["freeze", #"advance {"seconds":5}"#, "reset"]: ("2026-01-31T12:00:00.000Z", 0, false),
  ]

  @Test(arguments: Array(rows.keys))
  func `operations on the clock add up, and GET returns the same`(_ calls: [String]) async throws {
    let row = try #require(Self.rows[calls])
    var last = await emulator.control(.get, "clock")
    for call in calls {
      let parts = call.split(separator: " ", maxSplits: 1).map(String.init)
      last = await emulator.control(.post, "clock:\(parts[0])", parts.dropFirst().first ?? "")
      #expect(last.status == 200)
    }
    for answer in [last, await emulator.control(.get, "clock")] {
      #expect(answer["now"]?.string == row.now)
      #expect(answer["offsetMilliseconds"]?.int == row.offset)
      #expect(answer["frozen"]?.bool == row.frozen)
    }
    #expect(emulator.clock.now.rfc3339 == row.now)
    #expect(try emulator.store.read { try $0.clockState() } == emulator.clock.state)
  }

  @Test func `the clock is stored before the answer and read from the file`() async throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    func open(isReopened: Bool) throws -> TestEmulator {
      try TestEmulator(isReopened: isReopened) { $0.dataFile = folder.path("clock.sqlite") }
    }
    let first = try open(isReopened: false)
    _ = await first.control(.post, "clock:set", #"{"now":"2031-05-05T05:05:05Z","frozen":true}"#)
    try first.emulator.stop()
    let second = try open(isReopened: true)
    #expect(await second.control(.get, "clock")["now"] == "2031-05-05T05:05:05.000Z")
    #expect(second.clock.isFrozen)
  }

  static let warnings: [(Int64, [String])] = [
    (0, []), (299, []), (-599, []), (301, ["Go, Java and .NET"]),
    (601, ["Go, Java and .NET", "AppAuth"]), (3600, ["Go, Java and .NET", "AppAuth"]),
    (-600, ["AppAuth", "social-core"]),
    (-3600, ["AppAuth", "social-core", "Node.js"]),
    (-3900, ["AppAuth", "social-core", "Node.js", "oauth4webapi", "Go, Java and .NET"]),
  ]

  @Test(arguments: warnings)
  func `warnings name the clients of an offset`(seconds: Int64, clients: [String]) async throws {
    emulator.advance(.seconds(seconds))
    let warnings = await emulator.control(.get, "clock")["warnings"]?.array ?? []
    let sentences = warnings.compactMap(\.string)
    for name in ["Go, Java and .NET", "AppAuth", "social-core", "Node.js", "oauth4webapi"] {
      #expect(sentences.contains { $0.contains(name) } == clients.contains(name), "\(name)")
    }
    // Those who renew by the machine's clock.
    #expect(sentences.contains { $0.contains("getIdToken(true)") } == (seconds >= 3600))
  }

  @Test func `moving the clock back and freezing it are warned of`() async throws {
    let back = await emulator.control(.post, "clock:advance", #"{"seconds":-1}"#)
    #expect(back["warnings"]?[0]?.string?.contains("went back") == true)
    let frozen = await emulator.control(.post, "clock:freeze")
    #expect(frozen["warnings"]?[0]?.string?.contains("is stopped") == true)
  }
}
