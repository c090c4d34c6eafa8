import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import Testing

@Suite struct `requests without a certain end` {
  static let heads: [(lines: String, status: Int)] = [
    ("POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 6", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 05", 200),
    ("POST / HTTP/1.1|Host: a|Content-Length: 5|Transfer-Encoding: chunked", 400),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 5", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: 9223372036854775807", 413),
    ("POST / HTTP/1.1|Host: a|Content-Length: 9223372036854775808", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: 18446744073709551615", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: -1", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: +1", 400),
    ("POST / HTTP/1.1|Host: a|Content-Length: 1, 1", 400),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: gzip", 400),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: gzip, chunked", 400),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: chunked", 400),
    ("POST / HTTP/1.1|Host: a|Transfer-Encoding: identity", 400),
    ("POST / HTTP/1.0|Transfer-Encoding: chunked", 400),
    ("GET / HTTP/1.1", 400),
    ("GET / HTTP/1.1|Host: a|Host: b", 400),
    ("GET / HTTP/1.0", 200),
  ]

  /// Nothing follows the head, except the body of served requests: a response that waits for more
  /// does not arrive.
  @Test(arguments: heads)
  func `requests without a certain end are rejected immediately, whatever follows`(
    head: (lines: String, status: Int)
  ) throws {
    try withServer { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.send(head.lines.replacing("|", with: "\r\n") + "\r\n\r\n")
      if head.status == 200, head.lines.hasPrefix("POST") { try client.send("hello") }
      let reply = try client.reply()
      #expect(reply.status == head.status)
      #expect((reply.text == "reached") == (head.status == 200))
      if head.status == 400 { #expect(try client.ends()) }
    }
  }

  /// The library counts in 64 bits and responds itself with 413, before any responder.
  @Test(arguments: ["18446744073709551616", "1000000000000000000000000000000"])
  func `requests without a certain end are rejected where the length exceeds 64 bits`(
    length: String
  )
    throws
  {
    try withServer { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
      let reply = try client.reply()
      #expect(reply.status == 413)
      #expect(!reply.text.contains("reached"))
      #expect(try client.ends())
    }
  }
}

@Suite struct `the size of a request's head` {
  @Test(arguments: [
    ("1,000 fields", (0..<1000).map { "a\($0)=1" }.joined(separator: "&")),
    ("8 KB of separators", String(repeating: "a&", count: 4096)),
    ("8 KB in one field", "a=" + String(repeating: "x", count: 8190)),
  ])
  func `the size of a request's head allows a query of 8 KB beside a hundred headers`(
    name: String, query: String
  ) throws {
    try withServer {
      .ready(.text("\($0.rawQuery ?? "") \($0.headers.count)"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      let headers = (0..<99).map { "X-Header-\($0): \(String(repeating: "v", count: 40))" }
      for _ in 0..<2 {
        try client.request("GET", "/p?\(query)", headers: headers)
        let reply = try client.reply()
        #expect(reply.status == 200)
        #expect(reply.text == "\(query) 100")
      }
    }
  }

  @Test(arguments: [16_384, 16_385, 40_000, 4_000_000])
  func `the size of a request's head rejects a target of more than 16 KB with 414`(length: Int)
    throws
  {
    try withServer { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      try? client.request("GET", "/" + String(repeating: "a", count: length - 1))
      let reply = try client.reply()
      #expect(reply.status == (length > 16_384 ? 414 : 200))
      #expect((reply.text == "reached") == (length <= 16_384))
    }
  }

  @Test(arguments: [
    ("one of 40 KB", ["X: " + String(repeating: "v", count: 40_000)]),
    ("one of 4 MB", ["X: " + String(repeating: "v", count: 4_000_000)]),
    ("a thousand", (0..<1000).map { "X-\($0): \(String(repeating: "v", count: 40))" }),
    ("thousands of the smallest", Array(repeating: "a:b", count: 4000)),
  ])
  func `the size of a request's head rejects too long headers with 431`(
    name: String, headers: [String]
  ) throws {
    try withServer { _ in
      .ready(.text("reached"))
    } run: { _, port in
      let client = try RawConnection(port: port)
      // The response may arrive, and the connection end, before everything is sent.
      try? client.request("GET", "/", headers: headers)
      #expect(try client.reply().status == 431)
    }
  }
}
