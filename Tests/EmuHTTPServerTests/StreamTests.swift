import EmuTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `streams over sockets` {
  @Test func `streams over sockets reach the client piece by piece`() throws {
    let channel = ByteChannel()
    try withClient { _ in
      .ready(.stream(channel.stream, type: "text/event-stream"))
    } run: { client in
      try client.request("GET", "/")
      let head = try client.readHead()
      #expect(head.contains("Content-Type: text/event-stream"))
      for index in 0..<20 {
        channel.send(Array("data: \(index)\n\n".utf8))
        #expect(try client.readChunk() == Array("data: \(index)\n\n".utf8))
      }
      channel.finish()
      #expect(try client.readChunk() == nil)
    }
  }

  @Test func `streams over sockets of any length arrive completely`() throws {
    let sent = Mutex(0)
    try withClient { _ in
      sent.withLock { $0 = 0 }
      let stream = ResponseStream(pulling: {
        sent.withLock { count in
          count += 1
          return count > 100 ? nil : Array(repeating: UInt8(count), count: 50_001)
        }
      })
      return .ready(.stream(stream, type: "a/b"))
    } run: { client in
      for _ in 0..<2 {
        try client.request("GET", "/")
        let body = try client.reply().bytes
        #expect(body.count == 5_000_100 && body.last == 100)
      }
    }
  }

  @Test func `streams over sockets are cut when they cannot be completed`() throws {
    try withClient { _ in
      let count = Atomic(0)
      let stream = ResponseStream(pulling: {
        guard count.add(1, ordering: .relaxed).oldValue == 0 else { throw CancellationError() }
        return [65]
      })
      return .ready(.stream(stream, type: "a/b"))
    } run: { client in
      try client.request("GET", "/")
      _ = try client.readHead()
      #expect(try client.readChunk() == [65] && client.isAtEnd())
    }
  }

  @Test func `streams over sockets are closed once when the client has disconnected`() throws {
    let closed = DispatchSemaphore(value: 0)
    let channel = ByteChannel { closed.signal() }
    try withServer { _ in
      .ready(.stream(channel.stream, type: "a/b"))
    } run: { _, port in
      var client: RawConnection? = try RawConnection(port: port)
      try client?.request("GET", "/")
      _ = try client?.readHead()
      client = nil
      // The first piece may still fit into the socket's buffer; the reset comes after it.
      while channel.send([1]) { Thread.sleep(forTimeInterval: 0.001) }
      #expect(closed.wait(timeout: .now() + 300) == .success)
    }
    #expect(closed.wait(timeout: .now()) == .timedOut)
  }

  @Test func `streams over sockets are closed when only their head was requested`() throws {
    let closed = DispatchSemaphore(value: 0)
    let channel = ByteChannel { closed.signal() }
    try withClient { _ in
      .ready(.stream(channel.stream, type: "a/b"))
    } run: { client in
      try client.request("HEAD", "/")
      #expect(try client.reply(isHead: true).status == 200)
      #expect(closed.wait(timeout: .now() + 300) == .success)
    }
  }
}

@Suite struct `dropped responses over sockets` {
  @Test(arguments: [false, true])
  func `dropped responses over sockets close the connection`(isLate: Bool) throws {
    try withServer { request in
      guard request.path == "/drop" else { return .ready(.text("up")) }
      guard isLate else { return .ready(.dropped) }
      return .later(Deferred { complete in Thread.detachNewThread { complete { .dropped } } })
    } run: { _, port in
      for _ in 0..<20 {
        let client = try RawConnection(port: port)
        #expect(try client.get() == "up")
        try client.request("POST", "/drop", body: "x")
        #expect(try client.isAtEnd())
        #expect(try RawConnection(port: port).get() == "up")
      }
    }
  }

  @Test func `a truncated response over a socket ends in the middle of its body`() throws {
    try withServer { request in
      .ready(Response.text("0123456789").halved(isConnectionCut: request.path == "/cut"))
    } run: { _, port in
      let cut = try RawConnection(port: port)
      try cut.request("GET", "/cut")
      #expect(try cut.readHead()[0].contains("200") && cut.readChunk() == Array("01234".utf8))
      #expect(try cut.isAtEnd())
      let half = try RawConnection(port: port)
      #expect(try half.get("/half") == "01234")
    }
  }
}
