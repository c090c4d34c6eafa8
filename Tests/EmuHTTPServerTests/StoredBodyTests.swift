import EmuHTTPServer
import EmuTestSupport
import Testing

@Suite struct `long bodies` {
  private static let memory = 1000

  /// Returns the body's location, its length, and the sum of its bytes.
  private static func describe(_ request: Request) -> Response {
    do {
      var (count, sum) = (0, 0)
      let pieces = (request.storedBody ?? BytesBody(request.body)).pieces(of: 777)
      while let piece = try pieces() {
        count += piece.count
        sum = piece.reduce(sum) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
      }
      let place = request.storedBody.map { "file \($0.count)" } ?? "memory \(request.body.count)"
      return .text("\(place) \(count) \(sum)")
    } catch {
      return .text("\(error)", status: .internalServerError)
    }
  }

  private static func body(_ count: Int) -> String {
    String(decoding: (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 23) }, as: UTF8.self)
  }

  @Test(arguments: [0, 1, 999, 1000, 1001, 40_000, 300_000, 300_001])
  func `long bodies are stored in a file, and read as they were sent`(_ count: Int) throws {
    let configuration = HTTPServer.Configuration.with {
      $0.bodyLimits = { _, _ in BodyLimits(total: 300_000, inMemory: Self.memory) }
    }
    try withClient(configuration) {
      .ready(Self.describe($0))
    } run: { client in
      let body = Self.body(count)
      let sum = body.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
      // The connection serves another request after it, and each has its own body.
      for _ in 0..<2 {
        try client.request("POST", "/", body: body)
        let reply = try client.reply()
        if count > 300_000 {
          #expect(reply.status == 413)
        } else {
          let place = count > Self.memory ? "file" : "memory"
          #expect(reply.text == "\(place) \(count) \(count) \(sum)")
        }
      }
    }
  }

  @Test func `long bodies are in memory where a route requires it`() async throws {
    let configuration = HTTPServer.Configuration.with {
      $0.bodyLimits = { _, path in BodyLimits(inMemory: path == "/long" ? Self.memory : .max) }
    }
    try await withServer(configuration) {
      .ready(.text($0.storedBody == nil ? "memory" : "file"))
    } run: { client in
      for (path, place) in [("/long", "file"), ("/short", "memory")] {
        let reply = try await client.call(.post, path, bytes: Array(Self.body(5000).utf8))
        #expect(reply.text == place)
      }
    }
  }
}
