import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuStore
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `control: clock` {
  private static let machine = Timestamp(milliseconds: 1_769_860_800_000)

  struct Row: Sendable, CustomTestStringConvertible {
    var calls: [(String, String)]
    var now: String
    var offset: Int64
    var frozen = false
    var testDescription: String { calls.map(\.0).joined(separator: ", ") }
  }

  static let rows: [Row] = [
    Row(calls: [], now: "2026-01-31T12:00:00.000Z", offset: 0),
    Row(
      calls: [("advance", #"{"milliseconds":1500}"#)], now: "2026-01-31T12:00:01.500Z",
      offset: 1500),
    Row(
      calls: [("advance", #"{"seconds":3600}"#), ("advance", #"{"seconds":"60"}"#)],
      now: "2026-01-31T13:01:00.000Z", offset: 3_660_000),
    Row(
      calls: [("advance", #"{"minutes":90}"#)], now: "2026-01-31T13:30:00.000Z", offset: 5_400_000),
    Row(
      calls: [("advance", #"{"days":1,"hours":2,"minutes":3,"seconds":4,"milliseconds":5}"#)],
      now: "2026-02-01T14:03:04.005Z", offset: 93_784_005),
    Row(
      calls: [("advance", #"{"days":1,"hours":-24}"#)], now: "2026-01-31T12:00:00.000Z", offset: 0),
    Row(
      calls: [("advance", #"{"days":-31}"#)], now: "2025-12-31T12:00:00.000Z",
      offset: -2_678_400_000),
    Row(
      calls: [("advance", #"{"seconds":-86400}"#)], now: "2026-01-30T12:00:00.000Z",
      offset: -86_400_000),
    Row(
      calls: [("set", #"{"now":"2030-01-01T01:00:00+01:00"}"#)],
      now: "2030-01-01T00:00:00.000Z", offset: 123_595_200_000),
    Row(
      calls: [("set", #"{"now":"2026-01-31T11:00:00Z","frozen":true}"#)],
      now: "2026-01-31T11:00:00.000Z", offset: -3_600_000, frozen: true),
    Row(
      calls: [("freeze", ""), ("advance", #"{"seconds":5}"#)],
      now: "2026-01-31T12:00:05.000Z", offset: 5000, frozen: true),
    Row(
      calls: [("freeze", "{}"), ("set", #"{"now":"2026-01-31T12:00:01Z","frozen":false}"#)],
      now: "2026-01-31T12:00:01.000Z", offset: 1000),
    Row(
      calls: [("freeze", ""), ("advance", #"{"seconds":5}"#), ("reset", "")],
      now: "2026-01-31T12:00:00.000Z", offset: 0),
  ]

  @Test(arguments: rows)
  func `operations on the clock add up, and GET returns the same`(_ row: Row) async throws {
    let emulator = try TestEmulator(machine: Self.machine)
    var last = await emulator.control(.get, "clock")
    for (name, body) in row.calls {
      last = await emulator.control(.post, "clock:\(name)", body)
      #expect(last.status == 200)
    }
    for answer in [last, await emulator.control(.get, "clock")] {
      #expect(answer.json["now"]?.string == row.now)
      #expect(answer.json["offsetMilliseconds"]?.int == row.offset)
      #expect(answer.json["frozen"]?.bool == row.frozen)
    }
    #expect(emulator.clock.now.rfc3339 == row.now)
    #expect(try emulator.store.read { try $0.clockState() } == emulator.clock.state)
  }

  static let refusals: [(String, String, String)] = [
    ("advance", "", "milliseconds"),
    ("advance", "{}", "milliseconds, seconds, minutes, hours and days add up"),
    ("advance", #"{"weeks":1}"#, "weeks"),
    ("advance", #"{"days":3000000}"#, "range"),
    ("advance", #"{"days":9223372036854775807}"#, "range"),
    ("advance", #"{"hours":9223372036854775807}"#, "range"),
    ("advance", #"{"minutes":-9223372036854775808}"#, "range"),
    ("advance", #"{"milliseconds":9223372036854775807,"seconds":1}"#, "range"),
    ("advance", #"{"days":106751991167,"hours":24}"#, "range"),
    ("advance", #"{"hours":1.5}"#, "hours"),
    ("advance", #"{"seconds":9223372036854775807}"#, "range"),
    ("advance", #"{"milliseconds":9223372036854775807}"#, "range"),
    ("advance", #"{"milliseconds":-9223372036854775808}"#, "range"),
    ("advance", #"{"seconds":-1800000000}"#, "range"),
    ("advance", #"{"seconds":253402300800}"#, "range"),
    ("set", #"{"now":"tomorrow"}"#, "RFC 3339"),
    ("set", #"{"now":"2026-13-01T00:00:00Z"}"#, "RFC 3339"),
    ("set", #"{"now":"2026-02-31T00:00:00Z"}"#, "RFC 3339"),
    ("set", #"{"now":"1969-12-31T23:59:59Z"}"#, "range"),
    ("set", #"{"now":"9999-01-01T00:00:00Z"}"#, "range"),
    ("set", #"{"now":"9999-12-31T23:59:59Z","frozen":true}"#, "range"),
    ("set", #"{"now":"2026-01-31T12:00:00Z","frozen":"yes"}"#, "frozen"),
    ("set", "{}", "now"),
    ("freeze", #"{"now":"x"}"#, "now"),
  ]

  @Test(arguments: refusals)
  func `a move of the clock that cannot be is refused and moves nothing`(
    _ name: String, _ body: String, _ word: String
  ) async throws {
    let emulator = try TestEmulator(machine: Self.machine)
    let answer = await emulator.control(.post, "clock:\(name)", body)
    #expect(answer.status == 400)
    #expect(answer.errorMessage?.contains(word) == true)
    #expect(emulator.clock.now == Self.machine)
  }

  @Test func `the clock is stored before the answer and kept when the file is opened again`()
    async throws
  {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    func open(isReopened: Bool) throws -> TestEmulator {
      try TestEmulator(isReopened: isReopened) { $0.location = .file(folder.path("clock.sqlite")) }
    }
    let first = try open(isReopened: false)
    _ = await first.control(.post, "clock:set", #"{"now":"2031-05-05T05:05:05Z","frozen":true}"#)
    try first.emulator.stop()
    let second = try open(isReopened: true)
    #expect(await second.control(.get, "clock").json["now"] == "2031-05-05T05:05:05.000Z")
    #expect(second.clock.isFrozen)
  }

  static let warnings: [(Int64, [String])] = [
    (0, []), (299, []), (-599, []),
    (301, ["Go, Java and .NET"]),
    (601, ["Go, Java and .NET", "AppAuth"]), (3600, ["Go, Java and .NET", "AppAuth"]),
    (-600, ["AppAuth", "social-core"]),
    (-3600, ["AppAuth", "social-core", "Node.js"]),
    (-3900, ["AppAuth", "social-core", "Node.js", "oauth4webapi", "Go, Java and .NET"]),
  ]

  @Test(arguments: warnings)
  func `warnings name the clients that refuse tokens at this offset`(
    _ seconds: Int64, _ clients: [String]
  ) async throws {
    let emulator = try TestEmulator(machine: Self.machine)
    emulator.clock.advance(by: .seconds(seconds))
    let warnings = await emulator.control(.get, "clock").json["warnings"]?.array ?? []
    let sentences = warnings.compactMap(\.string)
    for name in ["Go, Java and .NET", "AppAuth", "social-core", "Node.js", "oauth4webapi"] {
      #expect(sentences.contains { $0.contains(name) } == clients.contains(name), "\(name)")
    }
    // Those who renew by the machine's clock.
    #expect(sentences.contains { $0.contains("getIdToken(true)") } == (seconds >= 3600))
  }

  @Test func `moving the clock back and freezing it are warned of`() async throws {
    let emulator = try TestEmulator(machine: Self.machine)
    let back = await emulator.control(.post, "clock:advance", #"{"seconds":-1}"#)
    #expect(back.json["warnings"]?[0]?.string?.contains("went back") == true)
    let frozen = await emulator.control(.post, "clock:freeze")
    #expect(frozen.json["warnings"]?[0]?.string?.contains("is stopped") == true)
  }
}
