import EmuTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `requests without a certain end` {
  static let post = "POST / HTTP/1.1|Host: a|"

  /// Headers of a POST that are refused.
  static let refused = [
    "Content-Length: 5|Content-Length: 6", "Content-Length: 5|Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked|Content-Length: 5", "Content-Length: 9223372036854775808",
    "Content-Length: 18446744073709551615", "Content-Length: -1", "Content-Length: +1",
    "Content-Length: x", "Content-Length: 1, 1", "Transfer-Encoding: gzip",
    "Content-Length: 1|Content-Encoding: GZip", "Content-Length: 0|content-encoding: identity, br",
    "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked|Transfer-Encoding: chunked",
    "Transfer-Encoding: identity", "Content-Length: 5|content-length: 6", "Content-Length: 5, 5",
    "Content-Length:", "Content-Length: 0x5", "Content-Length: 5;", "Content-Length: 1_0",
    "Content-Length: ５", "Content-Length: 1 0", "Transfer-Encoding:",
    "Transfer-Encoding: chunked;q=1", "Transfer-Encoding: xchunked",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunkedx|Content-Length: 5",
    "Transfer-Encoding: \u{0B}chunked",
  ]

  static let heads: [(lines: String, status: Int)] = [
    ("POST / HTTP/1.1|Host: a|Content-Length: 5|Content-Length: 05", 200),
    ("POST / HTTP/1.1|Host: a|Content-Length: 9223372036854775807", 413),
    ("GET / HTTP/1.1|Host: a|bad", 400), ("POST / HTTP/1.0|Transfer-Encoding: chunked", 400),
    ("GET / HTTP/1.1", 400), ("GET / HTTP/1.1|Host: a|Host: b", 400), ("GET / HTTP/1.0", 200),
    ("GET / HTTP/1.9|Host: a", 200), ("GET / HTTP/2.0|Host: a", 505),
  ]

  /// Lengths beyond 64 bits: the library responds itself with 413, before any responder.
  static let tooLong = ["18446744073709551616", "1000000000000000000000000000000"]

  /// Nothing follows the head, except the body of served requests: a response that waits for more
  /// does not arrive.
  @Test(
    arguments: heads + refused.map { (lines: post + $0, status: 400) }
      + tooLong.map { (lines: post + "Content-Length: \($0)", status: 413) })
  func `requests without a certain end are rejected`(head: (lines: String, status: Int)) throws {
    try withClient(answering: "reached") { client in
      try client.send(head.lines.replacing("|", with: "\r\n") + "\r\n\r\n")
      if head.status == 200, head.lines.hasPrefix("POST") { try client.send("hello") }
      let reply = try client.reply()
      #expect(reply.status == head.status)
      #expect((reply.text == "reached") == (head.status == 200))
      #expect(reply.text.contains("reached") == (head.status == 200))
      if head.status == 400 || Self.tooLong.contains(where: head.lines.hasSuffix) {
        #expect(try client.ends())
      }
    }
  }
}

/// Another reader, such as a proxy, may end these requests elsewhere (RFC 9112 §2.2, §5.1, §5.2 and §7.1).
@Suite struct `requests with doubtful lines` {
  /// The request that a reader could find in the body of another one.
  static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A request line, headers and the beginning of a body; `|` is CR LF.
  static let heads = [
    "POST / HTTP/1.1|Host: a|Content-Length : 54||",
    "POST / HTTP/1.1|Host: a|Content-Length\t: 54||",
    "POST / HTTP/1.1|Host: a|Transfer-Encoding : chunked||0||", "POST / HTTP/1.1|Host : a||",
    "POST / HTTP/1.1|Host: a|X Y: 1||",
    "POST / HTTP/1.1|Host: a|X(1): 1||", "POST / HTTP/1.1|Host: a|Content-Length||",
    "POST / HTTP/1.1|Host: a|Content-Length;: 5||", "POST / HTTP/1.1|Host: a|\u{0B}X: 1||",
    "POST / HTTP/1.1| Content-Length: 54|Host: a||", "POST / HTTP/1.1|Host: a|X: 1|\tY: 2||",
    "POST / HTTP/1.1|Host: a|X\rContent-Length: 54||", "POST / HTTP/1.1|Host: a|X\u{0}: 1||",
    "GET / HTTP/1.1\u{0}|Host: a||", "GET /a\rb HTTP/1.1|Host: a||",
    "GET /a b HTTP/1.1|Host: a||", "GET /  HTTP/1.1|Host: a||",
    "GET /a\u{1}b HTTP/1.1|Host: a||", "GET /a\u{7F} HTTP/1.1|Host: a||", "GET /|Host: a||",
    "GET / HTTP/1.1 |Host: a||",
    "GET / HTTP/1.1x|Host: a||", "GET / http/1.1|Host: a||", "GET / HTTP/1.10|Host: a||",
  ]

  /// The chunks of a body.
  static let chunks = [
    "0x5|hello|0||", "+5|hello|0||", "-5|hello|0||", " 5|hello|0||", "5 |hello|0||", "|hello|0||",
    "5|hello\n\n1|x|0||", "5;x=1\r\rhello|0||", "5\rhello|0||", "g|hello|0||", "5|hello0||",
    "5|helloXX0||", "5,5|hello|0||", "5|hello|0|x||",
  ]

  /// - Parameter isSplit: true to send each byte by itself.
  static func send(_ text: String, isSplit: Bool = false) throws -> (status: Int, wasReached: Bool)
  {
    let reached = Mutex(false)
    var status = 0
    try withClient { request in
      if request.path == "/hidden" { reached.withLock { $0 = true } }
      return .ready(.text("served"))
    } run: { client throws in
      let bytes = Array((text + hidden).replacing("|", with: "\r\n").utf8)
      // The response may arrive, and the connection end, before everything is sent.
      if isSplit {
        for byte in bytes { try? client.send([byte]) }
      } else {
        try? client.send(bytes)
      }
      client.finishSending()
      status = (try? client.reply())?.status ?? 0
      #expect(try client.ends())
    }
    return (status, reached.withLock { $0 })
  }

  @Test(arguments: heads)
  func `requests with doubtful lines in the head end the connection`(head: String) throws {
    for isSplit in [false, true] {
      let (status, wasReached) = try Self.send(head, isSplit: isSplit)
      // The library itself answers or ends the connection where it finds no request.
      #expect([0, 400].contains(status), "\(isSplit)")
      #expect(!wasReached, "\(isSplit)")
    }
  }

  @Test(arguments: chunks)
  func `requests with doubtful lines of chunks end the connection`(chunks: String) throws {
    let head = "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||"
    let (status, wasReached) = try Self.send(head + chunks)
    #expect(status == 400)
    #expect(!wasReached)
    #expect(try !Self.send(head + chunks, isSplit: true).wasReached)
  }

  /// The library reads sizes of 64 bits.
  @Test(arguments: [
    "8000000000000000", "7FFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFF", "10000000000000005",
    "100000000000000000000000000000005", "8000000000000005",
  ]) func `requests with a chunk that no memory holds never end before it`(size: String) throws {
    let head = "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||"
    for isSplit in [false, true] {
      let (status, wasReached) = try Self.send(head + size + "|hello|0||", isSplit: isSplit)
      #expect([0, 400, 413].contains(status), "\(isSplit)")
      #expect(!wasReached, "\(isSplit)")
    }
  }

  @Test(arguments: [
    "5|hello|0||", "5|hello|3|abc|0||", "000005|hello|0||", "5;a=b|hello|0||", "A|0123456789|0||",
    "5|\n\r\n\u{0}x|1|\r|0||", "0||", "5|hello|0|X: y||",
  ]) func `requests with strict lines of chunks are served, in any parts`(chunks: String) throws {
    for split in [1, 3, 7, 1000] {
      try withServer { request in
        .ready(.text(String(request.body.count)))
      } run: { _, port in
        let client = try RawConnection(port: port)
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = Array(chunks.replacing("|", with: "\r\n").utf8)[...]
        while !rest.isEmpty {
          try client.send(Array(rest.prefix(split)))
          rest = rest.dropFirst(split)
          usleep(1000)
        }
        #expect(try client.reply().status == 200, "\(split)")
      }
    }
  }

  @Test func `requests with any printable header are served one after the other`() throws {
    try withClient { request in
      .ready(.text("\(request.headers.count)"))
    } run: { client in
      let headers = [
        "!#$%&'*+-.^_`|~1: x", "Empty:", "Spaces:   ", "Tab:\tx\t", "Colon: a: b", "É: 1",
      ]
      for count in 0...5 {
        let lines = ["GET /é?a=%00&b HTTP/1.1", "Host: a"] + headers.prefix(count)
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(try client.reply().text == "\(count + 1)")
      }
    }
  }
}

@Suite struct `the size of a request's head` {
  @Test(arguments: [
    ("1,000 fields", (0..<1000).map { "a\($0)=1" }.joined(separator: "&")),
    ("8 KB of separators", String(repeating: "a&", count: 4096)),
    ("8 KB in one field", "a=" + String(repeating: "x", count: 8190)),
  ])
  func `the size of a request's head allows a query of 8 KB`(name: String, query: String) throws {
    try withClient {
      .ready(.text("\($0.rawQuery ?? "") \($0.headers.count)"))
    } run: { client in
      let headers = (0..<99).map { "X-Header-\($0): \(String(repeating: "v", count: 40))" }
      for _ in 0..<2 {
        try client.request("GET", "/p?\(query)", headers: headers)
        let reply = try client.reply()
        #expect(reply.status == 200 && reply.text == "\(query) 100")
      }
    }
  }

  @Test(arguments: [16_384, 16_385, 40_000, 4_000_000])
  func `the size of a request's head rejects a target of more than 16 KB`(length: Int) throws {
    try withClient(answering: "reached") { client in
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
  ]) func `the size of a head rejects too long headers`(name: String, headers: [String]) throws {
    try withClient(answering: "reached") { client throws in
      // The response may arrive, and the connection end, before everything is sent.
      try? client.request("GET", "/", headers: headers)
      #expect(try client.reply().status == 431)
    }
  }
}
