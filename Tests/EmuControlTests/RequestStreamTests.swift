import EmuControl
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

@Suite struct `control: stream of requests` {
  private typealias Log = `control: request log`

  /// Opens the stream, as a client does that has the request of an id.
  private static func open(
    _ emulator: TestEmulator, after last: String? = nil,
    wake: @escaping @Sendable () -> Void = {}
  ) async throws -> ResponseStream.Source {
    var headers: Headers = ["Host": emulator.host]
    headers["Last-Event-ID"] = last
    let response = await emulator.answer(
      Request(method: .get, path: "/emulator/v1/requests:stream", headers: headers))
    #expect(response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true)
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is no stream")
      return ResponseStream.Source { .end }
    }
    return stream.open(wake: wake)
  }

  private static func text(_ chunk: ResponseStream.Chunk) -> String {
    guard case .bytes(let bytes) = chunk else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the stream reports each new request until the client disconnects`() async throws {
    let emulator = try TestEmulator()
    let wakes = Atomic<Int>(0)
    let source = try await Self.open(emulator) { wakes.wrappingAdd(1, ordering: .relaxed) }
    #expect(Self.text(source.next()) == ": connected\n\n")
    Log.send(Log.request(#"{"password":"hunter22"}"#), .ready(Log.response()), to: emulator)
    #expect(wakes.load(ordering: .relaxed) == 1)
    let lines = Self.text(source.next()).split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0] == "event: request" && lines[1].hasPrefix("id: "))
    let data = try JSON(parsing: String(lines[2].dropFirst("data: ".count)))
    #expect(data["request"] == ["password": "…"])
    source.close()
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    #expect(wakes.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [(1, 2), (3, 0), (nil, 3)])
  func `a stream begins after the client's last request`(_ last: Int?, _ missed: Int) async throws {
    let emulator = try TestEmulator()
    for _ in 0..<3 { Log.send(Log.request("{}"), .ready(Log.response()), to: emulator) }
    let ids = await emulator.logged().reversed().compactMap { $0["id"]?.string }
    try #require(ids.count == 3)
    // The id of an earlier process precedes all requests of this one.
    let source = try await Self.open(emulator, after: last.map { ids[$0 - 1] } ?? "earlier")
    defer { source.close() }
    Log.send(Log.request("{}"), .ready(Log.response()), to: emulator)
    let sent = Self.text(source.next()).split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(sent.dropLast() == ids.suffix(missed).map { "id: \($0)" }[...])
    #expect(sent.count == missed + 1)
  }
}

@Suite struct `control: request printing` {
  @Test(arguments: [
    ("/emulator/v1/health", [:], nil), ("/emulator/v1/requests", [:], nil),
    ("/emulator/v1/clock", ["X-Emulator-Tool": "console"], nil),
    ("/emulator/v1/clock", [:], 200),
    ("/emulator/v1/health", ["Host": "evil.example.com"], 403),
    ("/emulator/v1/requests/none", [:], 404),
  ])
  func `what is not logged is printed when refused`(
    path: String, headers: [String: String], printed: Int?
  ) async throws {
    let lines = Mutex<[Int]>([])
    let emulator = try TestEmulator { configuration in
      configuration.requestPrinter = RequestPrinter(
        notes: { _ in true }, print: { line in lines.withLock { $0.append(line.status) } })
    }
    var request = Request(method: .get, path: path, headers: ["Host": emulator.host])
    for (name, value) in headers { request.headers[name] = value }
    _ = await emulator.answer(request)
    #expect(lines.withLock { $0 } == [printed].compactMap { $0 })
  }
}
