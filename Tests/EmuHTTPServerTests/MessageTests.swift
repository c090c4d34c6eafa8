import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import Testing

@Suite struct `messages over sockets` {
  @Test func `a connection is kept for several requests`() throws {
    try withServer {
      .ready(.text("\($0.method) \($0.path) \($0.rawQuery ?? "-")"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("GET", "/a%20b:c?x=%31&y")
      #expect(try client.reply().text == "GET /a%20b:c x=%31&y")
      try client.request("POST", "/p", body: "x=1")
      let reply = try client.reply()
      #expect(reply.status == 200)
      #expect(reply.text == "POST /p -")
      #expect(reply.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(reply.headers["date"] != nil)
      try client.request("PATCH", "/p?", body: "")
      #expect(try client.reply().text == "PATCH /p ")
    }
  }

  @Test func `two requests in one packet get two responses, in order`() throws {
    try withServer {
      .ready(.text($0.path))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.reply().text == "/1")
      #expect(try client.reply().text == "/2")
    }
  }

  @Test func `both loopbacks serve one port`() async throws {
    let server = HTTPServer(
      HTTPServer.Configuration(), responder: Answering { .ready(.text($0.remoteAddress ?? "")) })
    let addresses = try server.start()
    defer { server.stop() }
    #expect(Set(addresses.map(\.port)).count == 1)
    #expect(addresses[0].url == "http://127.0.0.1:\(addresses[0].port)")
    for address in addresses {
      let client = SocketTransport(port: address.port, isIPv6: address.host == "::1")
      #expect(try await client.get("/").text == address.host)
    }
  }

  @Test func `HEAD sends the length and no body`() throws {
    try withServer { _ in
      .ready(.text("twelve bytes"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("HEAD", "/")
      let reply = try client.reply(isHead: true)
      #expect(reply.headers["content-length"] == "12")
      try client.request("GET", "/")
      #expect(try client.reply().text == "twelve bytes")
    }
  }

  @Test func `a chunked body arrives completely`() throws {
    try withServer {
      .ready(.bytes($0.body, type: "a/b"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("POST", "/", headers: ["Transfer-Encoding: chunked"])
      try client.send("5\r\nhello\r\n")
      try client.send("6\r\n world\r\n0\r\n\r\n")
      #expect(try client.reply().text == "hello world")
    }
  }

  @Test func `a large body arrives completely`() async throws {
    let body = [UInt8](repeating: 65, count: 3_200_000)
    try await withServer {
      .ready(.text("\($0.storedBody?.count ?? $0.body.count)"))
    } run: { client in
      let reply = try await client.call(.post, "/", bytes: body)
      #expect(reply.text == "3200000")
    }
  }

  @Test func `headers and broken UTF-8 are received`() async throws {
    try await withServer {
      .ready(.text("\($0.headers["x-a"] ?? "") \($0.headers["X-B"] ?? "") \($0.path)"))
    } run: { client in
      let reply = try await client.get("/é", headers: ["X-A": "1", "x-b": "é"])
      #expect(reply.text == "1 é /é")
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\nbad\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
  ])
  func `malformed requests get 400 and reach no responder`(text: String) throws {
    try withServer { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.send(text)
      let reply = try client.reply()
      #expect(reply.status == 400)
      #expect(reply.text != "reached")
    }
  }

  @Test func `a header with a line break is dropped, not sent`() async throws {
    try await withServer { _ in
      .ready(Response(status: .ok, headers: ["X-A": "1\r\nX-B: 2", "X-C": "3"]))
    } run: { client in
      let reply = try await client.get("/")
      #expect(reply.headers["x-b"] == nil)
      #expect(reply.headers["x-c"] == "3")
    }
  }
}

@Suite struct `body limits over sockets` {
  static var configuration: HTTPServer.Configuration {
    var configuration = HTTPServer.Configuration()
    configuration.bodyLimits = { method, path in
      BodyLimits(total: method == .post && path == "/import" ? 100 : 4)
    }
    configuration.refuse = {
      .json(Array("\"\($1.path)\"".utf8), status: Status(rawValue: $0.status))
    }
    return configuration
  }

  @Test(arguments: [
    ("/", "1234", 200), ("/", "12345", 413), ("/import", "12345", 200),
  ])
  func `body limits over sockets apply by path, and the connection survives`(
    path: String, body: String, status: Int
  ) throws {
    try withServer(Self.configuration) {
      .ready(.text("\($0.body.count)"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      for _ in 0..<2 {
        try client.request("POST", path, body: body)
        let reply = try client.reply()
        #expect(reply.status == status)
        #expect(reply.text == (status == 200 ? "\(body.count)" : "\"\(path)\""))
      }
    }
  }

  @Test func `body limits over sockets apply to chunked bodies, which declare no size`()
    throws
  {
    try withServer(Self.configuration) { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request("POST", "/", headers: ["Transfer-Encoding: chunked"])
      for _ in 0..<3 { try client.send("3\r\nabc\r\n") }
      try client.send("0\r\n\r\n")
      #expect(try client.reply().status == 413)
    }
  }

  @Test func `body limits over sockets respond before the body when the client asks first`() throws
  {
    try withServer(Self.configuration) { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.request(
        "POST", "/", headers: ["Expect: 100-continue", "Content-Length: 99999999999"])
      #expect(try client.reply().status == 413)
    }
  }
}
