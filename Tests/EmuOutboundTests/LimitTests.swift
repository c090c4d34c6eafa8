import EmuHTTP
import EmuOutbound
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Limits of an outgoing call` {
  @Test func `limits of an outgoing call end a wait for an answer`() async throws {
    try await withServer { _ in
      .later(Deferred { _ in })
    } run: { client, port in
      var request = patientRequest(.get, "http://localhost:\(port)/secret?token=1")
      request.timeout = .milliseconds(100)
      let start = ContinuousClock.now
      let error = await failure(of: request, client)
      #expect(error?.code == .timedOut && error?.message.contains("localhost:\(port)") == true)
      #expect(error?.message.contains("secret") == false)
      #expect(.milliseconds(100) <= ContinuousClock.now - start)
    }
  }

  @Test func `limits of an outgoing call end a body that never ends`() async throws {
    let stream = ResponseStream { _ in ResponseStream.Source(next: { .wait }) }
    try await withServer { _ in
      .ready(.stream(stream, type: "text/plain"))
    } run: { client, port in
      var request = get(port)
      request.timeout = .milliseconds(100)
      #expect(await failure(of: request, client)?.code == .timedOut)
    }
  }

  @Test func `limits of an outgoing call end a handshake that never begins`() async throws {
    let listener = try SilentListener()
    let client = OutboundClient()
    defer { client.close() }
    var request = patientRequest(.get, "https://127.0.0.1:\(listener.port)/")
    request.connectTimeout = .milliseconds(100)
    #expect(await failure(of: request, client)?.code == .timedOut)
  }

  @Test(arguments: [
    (1000, 1000, true), (1000, 1001, false), (0, 0, true), (0, 1, false), (10, 1 << 20, false),
  ]) func `an outgoing body is limited`(limit: Int, size: Int, isAllowed: Bool) async throws {
    try await withServer { request in
      let body = [UInt8](repeating: 65, count: size)
      guard request.path == "/stream" else { return .ready(.bytes(body, type: "a/b")) }
      let stream = ResponseStream { _ in
        let rest = Rest(body)
        return ResponseStream.Source(next: { rest.next(7) })
      }
      return .ready(.stream(stream, type: "a/b"))
    } run: { client, port in
      for path in ["/bytes", "/stream"] {
        var request = get(port, "\(path)")
        request.maximumResponseBytes = limit
        if isAllowed {
          let response = try await client.response(to: request)
          #expect(response.body.count == size)
        } else {
          #expect(await failure(of: request, client)?.code == .tooLarge)
        }
      }
    }
  }

  @Test func `limits of an outgoing call apply to headers`() async throws {
    try await withServer { request in
      var response = Response.empty()
      for index in 0..<(request.path == "/many" ? 80 : 50) {
        response.headers.add("X-\(index)", String(repeating: "a", count: 1000))
      }
      return .ready(response)
    } run: { client, port in
      let few = try await client.response(to: get(port))
      #expect(few.headers["X-49"]?.count == 1000)
      let many = get(port, "/many")
      #expect(await failure(of: many, client)?.code == .tooLarge)
    }
  }

  @Test(arguments: ["\0garbage", "garbage\r\n\r\n", "HTTP/7.1 200 OK\r\n\r\n"])
  func `limits of an outgoing call include an answer that is not HTTP`(text: String) async throws {
    let listener = try SilentListener()
    let client = OutboundClient()
    defer { client.close() }
    listener.answer(text)
    let error = await failure(of: get(listener.port), client)
    #expect(error?.code == .other, "\(text)")
    #expect(error?.message.contains("is not HTTP. Check that a web server listens there.") == true)
  }

  @Test func `limits of an outgoing call do not include an address without a server`() async {
    let client = OutboundClient()
    defer { client.close() }
    // A port that another test has freed may have a server again.
    let error = await failure(of: get(1), client)
    #expect(error?.code == .cannotConnect && error?.message.contains("127.0.0.1:1") == true)
    // RFC 6761 §6.4 reserves this name, so that it never exists.
    let code = await failure(of: patientRequest(.get, "http://nobody.invalid/"), client)?.code
    // On a machine without a network the query may time out.
    #expect(code == .cannotConnect || code == .timedOut)
  }
}

/// The error a request ends with; nil for a response.
func failure(of request: OutboundRequest, _ client: OutboundClient) async -> OutboundError? {
  switch await client.result(of: request) {
  case .success: nil
  case .failure(let error): error
  }
}

func text(of request: OutboundRequest, _ client: OutboundClient) async -> String? {
  try? await client.response(to: request).text
}
