import EmuHTTPServer
import EmuTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `deferred answers over sockets` {
  private let completions = Completions()

  @Test func `deferred answers over sockets are completed together by another thread`() throws {
    try withServer { _ in
      completions.answer()
    } run: { _, port in
      let clients = try (0..<40).map { _ in try RawConnection(port: port) }
      for round in 0..<5 {
        for client in clients { try client.request("POST", "/", body: "x") }
        let open = completions.take(clients.count)
        #expect(open.count == clients.count)
        Thread.detachNewThread { for complete in open { complete { .text("round \(round)") } } }
        for client in clients { #expect(try client.reply().text == "round \(round)") }
      }
    }
  }

  @Test(arguments: [(false, 200), (true, 500)])
  func `deferred answers over sockets may complete early`(isLate: Bool, count: Int) throws {
    try withClient { request in
      .later(
        Deferred { complete in
          guard isLate else { return complete { .text(request.path) } }
          Thread.detachNewThread { complete { .text(request.path) } }
        })
    } run: { client throws in
      for index in 0..<count { #expect(try client.get("/\(index)") == "/\(index)") }
    }
  }

  @Test func `deferred answers over sockets count once, however often they are completed`() throws {
    try withClient { _ in
      .later(Deferred { complete in for text in ["1", "2"] { complete { .text(text) } } })
    } run: { client throws in
      for _ in 0..<3 { #expect(try client.get() == "1") }
    }
  }

  @Test func `deferred answers over sockets outlive a client that hangs up`() throws {
    try withServer {
      $0.path == "/" ? .ready(.text("up")) : completions.answer()
    } run: { _, port in
      var client: RawConnection? = try RawConnection(port: port)
      try client?.request("GET", "/later")
      let open = completions.take(1)
      client = nil
      for complete in open { complete { .text("no client listens") } }
      #expect(try RawConnection(port: port).get() == "up")
    }
  }

  @Test(arguments: [(Method.post, "late"), (.head, "")])
  func `deferred answers over sockets reach a client that has closed its sending side`(
    method: Method, text: String
  ) throws {
    try withServer(.with { $0.timeouts.halfClosed = .seconds(300) }) { _ in
      completions.answer()
    } run: { _, port in
      for _ in 0..<20 {
        let client = try RawConnection(port: port)
        try client.request(method.rawValue, "/", body: "x")
        client.finishSending()
        for complete in completions.take(1) { complete { .text("late") } }
        let reply = try client.reply(isHead: method == .head)
        #expect(reply.text == text && reply.headers["content-length"] == "4")
        #expect(try client.isAtEnd())
      }
    }
  }

  @Test func `deferred answers over sockets are created without a client, for the log`() throws {
    let clients = Mutex<[any RequestClient]>([])
    let created = Mutex(false)
    try withServer { request in
      if let client = request.client { clients.withLock { $0.append(client) } }
      return completions.answer()
    } run: { _, port in
      var client: RawConnection? = try RawConnection(port: port)
      try client?.request("GET", "/")
      let open = completions.take(1)
      client = nil
      while !clients.withLock({ $0[0].hasDisconnected }) { Thread.sleep(forTimeInterval: 0.01) }
      // The daemon has mostly ended the request by then.
      Thread.sleep(forTimeInterval: 0.1)
      for complete in open {
        complete {
          created.withLock { $0 = true }
          return .text("no client listens")
        }
      }
      while !created.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
      withExtendedLifetime(client) {}
    }
  }

  @Test func `deferred answers over sockets report a disconnected client`() throws {
    let clients = Mutex<[any RequestClient]>([])
    try withServer { request in
      if let client = request.client { clients.withLock { $0.append(client) } }
      return completions.answer()
    } run: { _, port in
      let staying = try RawConnection(port: port)
      try staying.request("GET", "/")
      _ = completions.take(1)
      var leaving: RawConnection? = try RawConnection(port: port)
      try leaving?.request("GET", "/")
      let open = completions.take(1)
      let all = clients.withLock { $0 }
      #expect(all.map(\.hasDisconnected) == [false, false])
      leaving = nil
      while !all[1].hasDisconnected { Thread.sleep(forTimeInterval: 0.01) }
      #expect(!all[0].hasDisconnected)
      for complete in open { complete { .text("no client listens") } }
    }
  }

  @Test func `deferred answers over sockets do not time out while others do`() throws {
    try withServer(.with { $0.timeouts.idle = .seconds(3) }) { _ in
      completions.answer()
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("GET", "/")
      let open = completions.take(1)
      // Opened later, and closed before.
      #expect(try RawConnection(port: port).isAtEnd())
      for complete in open { complete { .text("late") } }
      #expect(try client.reply().text == "late")
    }
  }
}
