import EmuHTTPServer
import EmuTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `the limit of connections` {
  static func configuration(_ limit: Int) -> HTTPServer.Configuration {
    .with { $0.connectionLimit = limit }
  }

  @Test(arguments: [1, 7, 64])
  func `the limit of connections is never exceeded, and all are served`(limit: Int) throws {
    let completions = Completions()
    let open = Mutex(0)
    let most = Mutex(0)
    try withServer(Self.configuration(limit)) { _ in
      let now = open.withLock { open in
        open += 1
        return open
      }
      most.withLock { $0 = max($0, now) }
      return completions.answer()
    } run: { _, port in
      for _ in 0..<3 {
        let clients = try (0..<300).map { _ in try RawConnection(port: port) }
        for client in clients { try client.request("GET", "/") }
        let isOver = Atomic(false)
        let completing = DispatchGroup()
        completing.enter()
        Thread.detachNewThread {
          defer { completing.leave() }
          while !isOver.load(ordering: .relaxed) {
            for complete in completions.take(1, within: 0.01) {
              open.withLock { $0 -= 1 }
              complete { .text("served") }
            }
          }
        }
        for client in clients { #expect(try client.reply().text == "served") }
        isOver.store(true, ordering: .relaxed)
        completing.wait()
      }
      #expect(most.withLock { $0 } <= limit)
    }
  }

  /// Many clients keep their connections for later; that must not block others.
  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"])
  func `the limit of connections closes idle clients soon`(first: String) throws {
    try withServer(Self.configuration(5)) {
      .ready(.text($0.path))
    } run: { _, port in
      let idle = try (0..<5).map { _ in try RawConnection(port: port) }
      for client in idle where !first.isEmpty {
        try client.send(first)
        #expect(try client.reply().text == "/")
      }
      #expect(try RawConnection(port: port).get("/served") == "/served")
      withExtendedLifetime(idle) {}
    }
  }

  /// The bytes that a client sent before it disconnects, `|` for CR LF, and whether the server is then
  /// responding.
  static let leavers: [(sent: String, isAnswering: Bool)] = [
    ("", false), ("GET / HT", false), ("GET / HTTP/1.1|Ho", false),
    ("POST / HTTP/1.1|Host: a|Content-Length: 9||", false),
    ("POST / HTTP/1.1|Host: a|Content-Length: 9||half", false),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||9|ha", false),
    ("GET /later HTTP/1.1|Host: a||", true), ("GET /stream HTTP/1.1|Host: a||", true),
    ("GET / HTTP/1.1|Host: a||", false),
  ]

  @Test(arguments: leavers, [false, true])
  func `a lost slot is free`(leaver: (sent: String, isAnswering: Bool), waitsBefore: Bool) throws {
    let completions = Completions()
    let begun = DispatchSemaphore(value: 0)
    try withServer(Self.configuration(3)) { request in
      switch request.path {
      case "/later":
        defer { begun.signal() }
        return completions.answer()
      case "/stream":
        defer { begun.signal() }
        return .ready(.stream(ByteChannel().stream, type: "a/b"))
      default: return .ready(.text("served"))
      }
    } run: { _, port in
      for _ in 0..<3 {
        var clients = try (0..<3).map { _ in try RawConnection(port: port) }
        for client in clients { try client.send(leaver.sent.replacing("|", with: "\r\n")) }
        // Once with the end directly after the last byte, and once after the server has read it.
        if waitsBefore, leaver.isAnswering {
          for _ in clients { #expect(begun.wait(timeout: .now() + 300) == .success) }
        }
        clients = []
        #expect(try RawConnection(port: port).get() == "served")
      }
    }
  }

  @Test func `a client that closed its side gets its response`() throws {
    try withServer { request in
      request.path == "/now"
        ? .ready(.text("now")) : .later(Deferred { complete in complete { .text("later") } })
    } run: { _, port in
      for path in ["/now", "/later"] {
        let client = try RawConnection(port: port)
        try client.request("GET", path)
        client.finishSending()
        #expect(try client.reply().text == path.dropFirst() && client.isAtEnd())
      }
    }
  }

  /// The text is sent repeatedly, until the server ends the connection.
  @Test(arguments: [
    ("a request line", "", "G"),
    ("headers", "GET / HTTP/1.1\r\n", "X: 1\r\n"),
    ("a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n", "x"),
    ("chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
  ]) func `a full server ends slow requests`(name: String, begin: String, next: String) throws {
    let notices = Mutex<[String]>([])
    let configuration = HTTPServer.Configuration.with {
      // A connection without a complete line is an idle one.
      $0.timeouts.idle = begin.isEmpty ? .milliseconds(500) : .seconds(300)
      $0.timeouts.request = .milliseconds(500)
      $0.onNotice = { notice in notices.withLock { $0.append(notice) } }
    }
    try withClient(configuration, answering: "reached") { client in
      try client.send(begin)
      var count = 0
      // Faster than any idle timeout, and for a hundred times the limit.
      while count < 5000, (try? client.send(next)) != nil {
        count += 1
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(count < 5000)
    }
    let said = notices.withLock { $0 }
    #expect(said.count == (begin.isEmpty ? 0 : 1))
    #expect(said.allSatisfy { $0.contains("A request for / was cut off") })
  }

  @Test func `the limit of connections ends a body without an end, and says so`() throws {
    let notices = Mutex<[String]>([])
    let configuration = HTTPServer.Configuration.with {
      $0.onNotice = { notice in notices.withLock { $0.append(notice) } }
    }
    try withClient(configuration, answering: "") { client in
      try client.request("POST", "/long?query", headers: ["Transfer-Encoding: chunked"])
      let chunk = "100000\r\n" + String(repeating: "a", count: 1 << 20) + "\r\n"
      let bytes = Array(chunk.utf8)
      while (try? client.send(bytes)) != nil {}
      #expect(
        notices.withLock { $0 } == ["A request for /long was cut off: its rest is too long."])
    }
  }

  @Test func `the limit of connections ends a response that its client does not read`() throws {
    var configuration = Self.configuration(1)
    configuration.timeouts.request = .milliseconds(500)
    configuration.timeouts.bytesPerSecond = 1_000_000_000
    try withServer(configuration) {
      .ready(.bytes(Array(repeating: 65, count: $0.path == "/long" ? 50_000_000 : 5), type: "a/b"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("GET", "/long")
      #expect(try RawConnection(port: port).get() == "AAAAA")
      withExtendedLifetime(client) {}
    }
  }
}
