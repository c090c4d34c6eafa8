import EmuHTTP
import EmuOutbound
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Redirects of an outgoing call` {
  /// `/n` redirects to `/n-1` and so on to `/0`, which returns the request; `?status=` sets the
  /// status.
  static let chain: @Sendable (Request) -> Answer = { request in
    let status = Status(rawValue: Int(request.query.first("status") ?? "") ?? 302)
    if let location = request.query.first("to") {
      return .ready(.redirect(to: location, status: status))
    }
    guard let left = Int(request.path.dropFirst()), left > 0 else {
      let authorization = request.headers["Authorization"] ?? "none"
      let body = String(decoding: request.body, as: UTF8.self)
      return .ready(.text("\(request.method) \(body) \(authorization)"))
    }
    var response = Response.redirect(to: "/\(left - 1)?status=\(status.rawValue)", status: status)
    response.headers.add("X-On-The-Way", "\(left)")
    response.body = .bytes(Array("This page has moved.".utf8))
    return .ready(response)
  }

  @Test func `redirects of an outgoing call are followed only on request`() async throws {
    try await withServer(Self.chain) { client, port in
      let response = try await client.response(to: get(port, "/1"))
      #expect(response.status == .found && response.headers["Location"] == "/0?status=302")
      #expect(response.text == "This page has moved.")
    }
  }

  @Test func `redirects of an outgoing call are followed five times`() async throws {
    try await withServer(Self.chain) { client, port in
      var request = get(port, "/5", followsRedirects: true)
      let response = try await client.response(to: request)
      #expect(response.status == .ok && response.text == "GET  none")
      #expect(response.headers["X-On-The-Way"] == nil)
      request.url = "http://127.0.0.1:\(port)/6"
      #expect(await failure(of: request, client)?.code == .tooManyRedirects)
    }
  }

  @Test(arguments: [
    (301, "GET "), (302, "GET "), (303, "GET "), (307, "POST body"), (308, "POST body"),
  ])
  func `redirects of an outgoing call may keep a POST`(status: Int, expected: String) async throws {
    try await withServer(Self.chain) { client, port in
      var request = patientRequest(
        .post, "http://127.0.0.1:\(port)/2?status=\(status)", body: Array("body".utf8))
      request.followsRedirects = true
      #expect(await text(of: request, client) == "\(expected) none")
    }
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1:1/", "dict://127.0.0.1:1/",
  ]) func `redirects of an outgoing call are to http or https`(location: String) async throws {
    try await withServer(Self.chain) { client, port in
      let request = get(port, "/?to=\(location)", followsRedirects: true)
      #expect(await failure(of: request, client)?.code == .invalidURL)
    }
  }

  @Test func `redirects of an outgoing call drop credentials when the host changes`() async throws {
    try await withServer(Self.chain) { client, port in
      for (host, expected) in [("127.0.0.1", "GET  Bearer x"), ("localhost", "GET  none")] {
        var request = get(port, "/?to=http://\(host):\(port)/0", followsRedirects: true)
        request.headers["Authorization"] = "Bearer x"
        #expect(await text(of: request, client) == expected)
      }
    }
  }
}
