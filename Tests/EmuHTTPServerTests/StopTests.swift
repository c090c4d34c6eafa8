import EmuTestSupport
import Foundation
import Synchronization
import Testing

@testable import EmuHTTPServer

@Suite struct `start and stop` {
  private static func closes(_ reply: Reply) -> Bool {
    reply.headers["connection"]?.lowercased() == "close"
  }

  @Test func `a response in progress still arrives`() throws {
    let completions = Completions()
    try withServer(.patient) {
      $0.path == "/now" ? .ready(.text("now")) : completions.answer()
    } run: { server, port in
      let idle = try RawConnection(port: port)
      let client = try RawConnection(port: port)
      try client.request("GET", "/")
      let open = completions.take(1)
      let other = try RawConnection(port: port)
      let stopped = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        server.stop()
        stopped.signal()
      }
      // A server that stops closes each connection after its response.
      repeat { try other.request("GET", "/now") } while try !Self.closes(other.reply())
      #expect(stopped.wait(timeout: .now()) == .timedOut)
      for complete in open { complete { .text("in time") } }
      let reply = try client.reply()
      #expect(reply.text == "in time")
      #expect(Self.closes(reply))
      #expect(stopped.wait(timeout: .now() + 300) == .success)
      #expect(try idle.isAtEnd())
      #expect(throws: (any Error).self) { try RawConnection(port: port) }
    }
  }

  @Test func `a response that never comes is cut off`() throws {
    let completions = Completions()
    try withServer(.with { $0.drainTimeout = .milliseconds(50) }) { _ in
      completions.answer()
    } run: { server, port in
      let client = try RawConnection(port: port)
      try client.request("GET", "/path?query")
      let open = completions.take(1)
      #expect(server.stop() == ["/path"])
      #expect(try client.isAtEnd())
      for complete in open { complete { .text("too late, and harmless") } }
    }
  }

  @Test func `a stream with nothing to send ends immediately`() throws {
    let channel = ByteChannel()
    try withServer(.patient) { _ in
      .ready(.stream(channel.stream, type: "a/b"))
    } run: { server, port in
      let client = try RawConnection(port: port)
      try client.request("GET", "/")
      _ = try client.readHead()
      channel.send([65])
      #expect(try client.readChunk() == [65])
      let start = ContinuousClock.now
      server.stop()
      #expect(ContinuousClock.now - start < .seconds(600))
      #expect(try client.readChunk() == nil)
    }
  }

  /// The bytes that a client sent before it neither sends nor reads; `|` is CR LF.
  @Test(arguments: [
    "", "GET / HT", "GET / HTTP/1.1|Ho", "POST / HTTP/1.1|Host: a|Content-Length: 9||half",
    "GET /long HTTP/1.1|Host: a||", "GET /stream HTTP/1.1|Host: a||",
  ]) func `a client that does nothing is not waited for`(sent: String) throws {
    let endless = Array(repeating: UInt8(65), count: 16_000_000)
    try withServer(.patient) { request in
      switch request.path {
      case "/long": .ready(.bytes(endless, type: "a/b"))
      case "/stream":
        .ready(.stream(ResponseStream(pulling: { endless }), type: "a/b"))
      default: .ready(.text("served"))
      }
    } run: { server, port in
      let clients = try (0..<4).map { _ in try RawConnection(port: port) }
      for client in clients { try client.send(sent.replacing("|", with: "\r\n")) }
      // By now the server has met them.
      #expect(try RawConnection(port: port).get() == "served")
      let start = ContinuousClock.now
      server.stop()
      #expect(ContinuousClock.now - start < .seconds(600))
      withExtendedLifetime(clients) {}
    }
  }

  @Test func `under load every response is complete or absent`() throws {
    for _ in 0..<5 {
      let completions = Completions()
      try withServer(.patient) {
        $0.path == "/now" ? .ready(.text("now")) : completions.answer()
      } run: { server, port in
        let answered = Mutex(0)
        let broken = Mutex(0)
        let clients = DispatchGroup()
        for index in 0..<8 {
          clients.enter()
          Thread.detachNewThread {
            defer { clients.leave() }
            guard let client = try? RawConnection(port: port) else { return }
            let path = index.isMultiple(of: 2) ? "/now" : "/later"
            while (try? client.request("GET", path)) != nil, let reply = try? client.reply() {
              if reply.text != path.dropFirst() { broken.withLock { $0 += 1 } }
              answered.withLock { $0 += 1 }
            }
          }
        }
        let isStopping = Atomic(false)
        clients.enter()
        Thread.detachNewThread {
          defer { clients.leave() }
          while !isStopping.load(ordering: .relaxed) {
            for complete in completions.take(1, within: 0.01) { complete { .text("later") } }
          }
        }
        while answered.withLock({ $0 }) < 200 { Thread.sleep(forTimeInterval: 0.001) }
        let start = ContinuousClock.now
        server.stop()
        #expect(ContinuousClock.now - start < .seconds(600))
        isStopping.store(true, ordering: .relaxed)
        #expect(clients.wait(timeout: .now() + 300) == .success)
        #expect(broken.withLock { $0 } == 0)
      }
    }
  }

  @Test func `a second stop does nothing`() throws {
    try withServer { _ in
      .ready(.empty())
    } run: { server, _ in
      for _ in 0..<2 { server.stop() }
    }
  }

  private static func error(_ change: (inout HTTPServer.Configuration) -> Void) -> ServerError? {
    #expect(throws: ServerError.self) {
      try HTTPServer(.with(change), responder: Answering { _ in .ready(.empty()) }).start()
    }
  }

  @Test(arguments: [
    ("no such name", ServerError.Code.invalidHost), ("*", .invalidHost),
    ("192.0.2.1", .addressNotAvailable),
  ])
  func `hosts that cannot be bound are rejected`(host: String, code: ServerError.Code) {
    #expect(Self.error { $0.address = .host(host) }?.code == code)
  }

  @Test func `a certificate that cannot be read is a failed start`() {
    let error = Self.error {
      $0.tls = HTTPServer.Configuration.TLS(port: 0, certificatePEM: "x", keyPEM: "y")
    }
    #expect(error?.code == .startFailed)
  }

  @Test func `an address that the system lists twice is bound once`() throws {
    let addresses = try SocketAddress.resolve("127.0.0.1")
    let listeners = try Listener.listen(on: addresses + addresses, port: 0, isSecure: false)
    defer { listeners.forEach { $0.close() } }
    #expect(listeners.map(\.bound.host) == ["127.0.0.1"])
  }

  @Test(arguments: ["0.0.0.0", "::", "localhost", "127.0.0.1"])
  func `hosts are names or literals`(host: String) throws {
    try withClient(.with { $0.address = .host(host) }) {
      .ready(.text($0.remoteAddress ?? ""))
    } run: { client throws in
      #expect(try client.get() == "127.0.0.1")
    }
  }
}
