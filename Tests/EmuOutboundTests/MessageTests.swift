import EmuHTTP
import EmuOutbound
import Testing

@Suite struct `An outgoing call` {
  static let echo: @Sendable (Request) -> Answer = { request in
    var response = Response.bytes(request.body, type: "text/plain", status: .created)
    response.headers.add("X-Method", request.method.rawValue)
    response.headers.add("X-Target", request.path + (request.rawQuery.map { "?\($0)" } ?? ""))
    for (name, value) in request.headers {
      response.headers.add("X-Sent-\(name)", value.isEmpty ? "(empty)" : value)
    }
    return .ready(response)
  }

  @Test func `an outgoing call returns status, headers and body`() async throws {
    try await withServer { _ in
      var response = Response.text("hello", status: .accepted)
      response.headers.add("Set-Cookie", "a=1")
      response.headers.add("Set-Cookie", "b=2")
      response.headers.add("X-Space", "a:  b ")
      return .ready(response)
    } run: { client, port in
      let response = try await client.response(
        to: patientRequest(.get, "http://localhost:\(port)/"))
      #expect(response.status == .accepted && response.text == "hello")
      #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(response.headers.all("set-cookie") == ["a=1", "b=2"])
      #expect(response.headers["X-Space"] == "a:  b")
    }
  }

  @Test(arguments: [
    (Method.get, ""), (.post, ""), (.post, "a=b"), (.put, ""), (.put, "x"), (.patch, "{}"),
    (.delete, ""), (.delete, "x"), (.get, "x"), (Method(rawValue: "PROPFIND"), ""),
  ]) func `an outgoing call sends its method and body`(method: Method, body: String) async throws {
    try await withServer(Self.echo) { client, port in
      let response = try await client.response(
        to: patientRequest(
          method, "http://127.0.0.1:\(port)/a%20b?c=d&e#f", body: Array(body.utf8)))
      #expect(response.headers["X-Method"] == method.rawValue)
      #expect(response.headers["X-Target"] == "/a%20b?c=d&e" && response.text == body)
      let hasBody = !body.isEmpty || [.post, .put].contains(method)
      #expect(response.headers["X-Sent-Content-Length"] == (hasBody ? "\(body.count)" : nil))
    }
  }

  @Test func `an outgoing call gets no body for a HEAD`() async throws {
    try await withServer(Self.echo) { client, port in
      let request = patientRequest(.head, "http://127.0.0.1:\(port)/")
      let response = try await client.response(to: request)
      #expect(response.headers["X-Method"] == "HEAD" && response.body.isEmpty)
    }
  }

  @Test func `an outgoing call sends the given headers and no unexpected ones`() async throws {
    try await withServer(Self.echo) { client, port in
      var request = patientRequest(.post, "http://127.0.0.1:\(port)/", body: [1])
      let bare = try await client.response(to: request)
      #expect(
        Set(bare.headers.map(\.name).filter { $0.hasPrefix("X-Sent-") }) == [
          "X-Sent-Host", "X-Sent-User-Agent", "X-Sent-Accept", "X-Sent-Content-Length",
        ])
      #expect(bare.headers["X-Sent-User-Agent"] == "auth-emulator")
      request.headers = [
        "Content-Type": "application/json", "User-Agent": "other", "X-Two": "1", "X-Two": "2",
        "X-Empty": "", "Authorization": "Bearer a:b",
      ]
      let full = try await client.response(to: request)
      #expect(full.headers["X-Sent-Content-Type"] == "application/json")
      #expect(full.headers.all("X-Sent-User-Agent") == ["other"])
      #expect(full.headers.all("X-Sent-X-Two") == ["1", "2"])
      #expect(full.headers["X-Sent-X-Empty"] == "(empty)")
      #expect(full.headers["X-Sent-Authorization"] == "Bearer a:b")
    }
  }

  @Test func `an outgoing call carries a megabyte each way`() async throws {
    let body = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await withServer(Self.echo) { client, port in
      let response = try await client.response(
        to: patientRequest(.post, "http://127.0.0.1:\(port)/", body: body))
      #expect(response.body == body)
    }
  }

  @Test(arguments: [400, 404, 500, 503]) func `an outgoing call returns any status`(
    status: Int
  ) async throws {
    try await withServer { _ in
      .ready(.text("why", status: Status(rawValue: status)))
    } run: { client, port in
      let response = try await client.response(to: get(port))
      #expect(response.status.rawValue == status && response.text == "why")
    }
  }

  @Test(arguments: [
    "", "localhost", "localhost:80", "//localhost/", "/path", "ftp://localhost/",
    "file:///etc/hosts", "gopher://localhost/", "http://", "http://a b/",
    "http://localhost/\r\nX: y", "http://localhost/\u{0}", "http://localhost:99999/",
    "http://[::1/", "javascript:alert(1)",
  ]) func `an outgoing call goes to http and https only`(url: String) async {
    let client = OutboundClient()
    defer { client.close() }
    #expect(await failure(of: patientRequest(.get, url), client)?.code == .invalidURL)
  }

  @Test(arguments: [
    ("GET", "X: y", "z"), ("GET", "", "z"), ("GET", "X-A", "a\r\nX-B: b"), ("GET", "X-A", "a\u{0}"),
    ("GET", "Content-Length", "5"), ("GET", "transfer-encoding", "chunked"),
    ("GET / HTTP/1.1\r\nX", "X-A", "a"), ("", "X-A", "a"),
  ]) func `an outgoing value breaks no message`(method: String, name: String, value: String) async {
    let client = OutboundClient()
    defer { client.close() }
    var request = patientRequest(Method(rawValue: method), "http://127.0.0.1:1/")
    request.headers.add(name, value)
    #expect(await failure(of: request, client)?.code == .invalidRequest)
  }
}
