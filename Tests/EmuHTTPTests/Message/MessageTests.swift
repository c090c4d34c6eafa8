import EmuHTTP
import Testing

@Suite struct `request and response` {
  @Test(
    arguments: [
      ("/", "/", nil), ("/a?b=c?d", "/a", "b=c?d"), ("/a?", "/a", ""),
      ("http://h:1/a?b", "/a", "b"), ("http://h", "/", nil), ("http://h?x", "/", "x"),
      ("*", "*", nil), ("/r?u=http://x/y", "/r", "u=http://x/y"),
      ("?key=x", "/", "key=x"),
      ("/\u{301}://h/admin?x", "/\u{301}://h/admin", "x"), ("http://h/\u{301}?b", "/\u{301}", "b"),
      ("http://h?\u{301}", "/", "\u{301}"),
    ] as [(String, String, String?)])
  func `targets split into path and query`(target: String, path: String, query: String?) {
    let split = Request.split(target: target)
    #expect(split.path == path && split.rawQuery == query)
  }

  @Test func `queries are forms`() {
    let request = Request(method: .get, path: "/", rawQuery: "key=a%20b&key=c")
    #expect(request.query.all("key") == ["a b", "c"])
    #expect(Request(method: .get, path: "/").query.isEmpty)
  }

  @Test func `header names ignore case and keep their order`() {
    var headers: Headers = ["Host": "a", "X-Two": "1"]
    headers.add("x-two", "2")
    #expect(headers["HOST"] == "a" && headers.all("X-TWO") == ["1", "2"])
    #expect(headers.map(\.name) == ["Host", "X-Two", "x-two"])
    headers["x-TWO"] = "3"
    #expect(headers.all("x-two") == ["3"])
    headers["host"] = nil
    #expect(headers.count == 1)
    // `[` and `{` differ by the bit that folds letters.
    #expect((["a[": "x"] as Headers)["a{"] == nil)
  }

  @Test(
    arguments: [
      (nil, "Origin"), ("Accept", "Accept, Origin"), ("origin", "origin"), ("*", "*"),
      ("Accept, Origin", "Accept, Origin"),
    ] as [(String?, String)])
  func `vary gains a token once`(before: String?, after: String) {
    var headers = Headers()
    headers["Vary"] = before
    headers.vary(on: "Origin")
    #expect(headers["vary"] == after)
  }

  @Test(
    arguments: [
      ("application/json; charset=utf-8", "application/json"), ("Text/HTML", "text/html"),
      (" a/b ;x", "a/b"), (nil, nil),
    ] as [(String?, String?)])
  func `content types lose their parameters`(header: String?, type: String?) {
    var request = Request(method: .post, path: "/")
    request.headers["Content-Type"] = header
    #expect(request.contentType == type)
  }

  @Test(arguments: [
    ("a b&c/d?~", "a%20b%26c%2Fd%3F~", "a%20b&c%2Fd%3F~"), ("x@y:z+", "x%40y%3Az%2B", "x@y:z+"),
    ("é", "%C3%A9", "%C3%A9"), ("", "", ""),
  ]) func `percent-encoding depends on the place`(text: String, query: String, segment: String) {
    #expect(PercentEncoding.queryComponent(text) == query)
    #expect(PercentEncoding.pathSegment(text) == segment && PercentEncoding.decode(query) == text)
    #expect(PercentEncoding.decode(segment) == text)
  }

  @Test func `a deferred answer is changed in its thunk`() async {
    let answer = Answer.later(Deferred { $0 { .text("x") } })
      .map { Response(status: .created, headers: $0.headers, body: $0.body) }
    guard case .later(let deferred) = answer else {
      Issue.record("still deferred")
      return
    }
    let response = await withCheckedContinuation { continuation in
      deferred.start { continuation.resume(returning: $0()) }
    }
    #expect(response.status == .created && response.bytes == Array("x".utf8))
  }

  @Test func `a channel passes sent bytes on, then ends`() {
    let channel = ByteChannel(limit: 4)
    let source = channel.stream.open(wake: {})
    guard case .wait = source.next() else {
      Issue.record("nothing yet")
      return
    }
    #expect(channel.send([1, 2]) && channel.send([3]))
    if case .bytes(let bytes) = source.next() { #expect(bytes == [1, 2, 3]) }
    channel.finish()
    #expect(!channel.send([4]))
    guard case .end = source.next() else {
      Issue.record("ended")
      return
    }
  }

  @Test func `a channel whose reader is too slow is ended`() {
    let channel = ByteChannel(limit: 4)
    #expect(channel.send([1, 2, 3]) && !channel.send([4, 5]) && !channel.send([6]))
  }
}

@Suite struct `The base of URLs in responses` {
  @Test(
    arguments: [
      (publicURL: nil, host: "localhost:9099", isSecure: false, "http://localhost:9099"),
      (nil, "localhost:9443", true, "https://localhost:9443"),
      (nil, nil, false, "http://localhost"),
      ("https://auth.example", "localhost:9099", false, "https://auth.example"),
      ("https://auth.example/", "localhost:9443", true, "https://auth.example"),
      ("http://auth.example/x/", "localhost:9099", false, "http://auth.example/x"),
      // A client that uses TLS is never redirected away from it.
      ("http://auth.example", "localhost:9443", true, "https://localhost:9443"),
    ] as [(publicURL: String?, host: String?, isSecure: Bool, String)])
  func `the base of URLs in responses is the public address or the requested one`(
    publicURL: String?, host: String?, isSecure: Bool, expected: String
  ) {
    var request = Request(method: .get, path: "/", isSecure: isSecure)
    if let host { request.headers.add("Host", host) }
    #expect(request.baseURL(publicURL: publicURL) == expected)
  }
}
