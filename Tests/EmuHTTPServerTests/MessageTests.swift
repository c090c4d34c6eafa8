import EmuHTTPServer
import EmuTestSupport
import Testing

@Suite struct `messages over sockets` {
  @Test func `a connection is kept for several requests, also sent in one packet`() throws {
    try withClient {
      .ready(.text("\($0.method) \($0.path) \($0.rawQuery ?? "-")"))
    } run: { client in
      #expect(try client.get("/a%20b:c?x=%31&y") == "GET /a%20b:c x=%31&y")
      try client.request("POST", "/p", body: "x=1")
      let reply = try client.reply()
      #expect(reply.status == 200 && reply.text == "POST /p -")
      #expect(reply.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(reply.headers["date"] != nil)
      try client.request("PATCH", "/p?", body: "")
      #expect(try client.reply().text == "PATCH /p ")
      try client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
      for path in ["/1", "/2"] { #expect(try client.reply().text == "GET \(path) -") }
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
    try withClient(answering: "twelve bytes") { client in
      try client.request("HEAD", "/")
      try client.reply(isHead: true).expect(headers: ["content-length": "12"])
      #expect(try client.get() == "twelve bytes")
    }
  }

  @Test func `a chunked body arrives completely`() throws {
    try withClient {
      .ready(.bytes($0.body, type: "a/b"))
    } run: { client in
      try client.request("POST", "/", headers: ["Transfer-Encoding: chunked"])
      try client.send("5\r\nhello\r\n")
      try client.send("6\r\n world\r\n0\r\n\r\n")
      #expect(try client.reply().text == "hello world")
    }
  }

  @Test func `headers and broken UTF-8 are received`() async throws {
    try await withServer {
      .ready(.text("\($0.headers["x-a"] ?? "") \($0.headers["X-B"] ?? "") \($0.path)"))
    } run: { client throws in
      #expect(try await client.get("/é", headers: ["X-A": "1", "x-b": "é"]).text == "1 é /é")
    }
  }

  @Test func `a header with a line break is dropped, not sent`() async throws {
    try await withServer { _ in
      .ready(Response(status: .ok, headers: ["X-A": "1\r\nX-B: 2", "X-C": "3"]))
    } run: { client in
      let reply = try await client.get("/")
      #expect(reply.headers["x-b"] == nil && reply.headers["x-c"] == "3")
    }
  }
}

@Suite struct `body limits over sockets` {
  static let configuration = HTTPServer.Configuration.with {
    $0.bodyLimits = { method, path in
      BodyLimits(total: method == .post && path == "/import" ? 100 : 4)
    }
    $0.refuse = { .json(Array("\"\($1.path)\"".utf8), status: Status(rawValue: $0.status)) }
  }

  @Test(arguments: [("/", "1234", 200), ("/", "12345", 413), ("/import", "12345", 200)])
  func `body limits over sockets apply by path`(path: String, body: String, status: Int) throws {
    try withClient(Self.configuration) {
      .ready(.text("\($0.body.count)"))
    } run: { client in
      for _ in 0..<2 {
        try client.request("POST", path, body: body)
        let reply = try client.reply()
        #expect(reply.status == status)
        #expect(reply.text == (status == 200 ? "\(body.count)" : "\"\(path)\""))
      }
    }
  }

  @Test func `body limits over sockets apply to chunked bodies, and before a body`() throws {
    for chunks in ["3\r\nabc\r\n3\r\nabc\r\n3\r\nabc\r\n0\r\n\r\n", nil] {
      try withClient(Self.configuration, answering: "reached") { client in
        let asking = ["Expect: 100-continue", "Content-Length: 99999999999"]
        let headers = chunks == nil ? asking : ["Transfer-Encoding: chunked"]
        try client.request("POST", "/", headers: headers)
        if let chunks { try client.send(chunks) }
        #expect(try client.reply().status == 413, "\(headers)")
      }
    }
  }
}
