import EmuModel
import Testing

@Suite struct `Continue URLs` {
  @Test(arguments: [
    ("http://localhost:3000/a?b#c", "localhost"), ("https://EXAMPLE.com", "example.com"),
    ("https://user:secret@example.com:8443/", "example.com"), ("http://[::1]:9099/", "::1"),
    ("com.example.app://link?x=1", "link"), ("https://example.com#@evil.example", "example.com"),
    ("http://bücher.example/", "bücher.example"),
    // A mark that joins a slash to one letter ends no less of the host for browsers.
    ("http://evil.example/\u{301}@localhost/", "evil.example"),
    ("http://evil.example/\u{338}.localhost", "evil.example"),
    ("http://evil.example?\u{338}@localhost/", "evil.example"),
    ("http://evil.example#\u{200D}@localhost/", "evil.example"),
    ("http://localhost@\u{301}.evil.example/", "\u{301}.evil.example"),
  ]) func `continue URLs have a host`(_ text: String, _ host: String) {
    #expect(AbsoluteURL(text)?.host == host)
  }

  @Test(arguments: [
    "", "/path", "localhost:3000", "http://", "http:///path", "mailto:ada@example.com",
    "javascript://example.com/%0Aalert(1)", "JavaScript://x", "data://x/y", "file://host/etc",
    "http://a b/", "http://example.com/\r\nSet-Cookie: a=b", "http://example.com:x/",
    "http://[::1", "1http://example.com", "http://example.com\\@evil.example",
    "http:/\u{301}/example.com", "http://\u{301}:80\u{301}/", "http://[::1]\u{301}/",
  ]) func `continue URLs are rejected without a host or with a scheme that runs code`(
    _ text: String
  ) { #expect(AbsoluteURL(text) == nil) }

  @Test(
    arguments: [
      ("http://127.0.0.1:9099", "127.0.0.1:9099", 9099, ""),
      ("http://[::1]:80/x?y", "[::1]:80", 80, "/x?y"),
      ("https://auth.example#z", "auth.example", 443, "#z"), ("http://[::1]", "[::1]", 80, ""),
      ("http://u:1@h/", "u:1@h", 80, "/"), ("http://u@h:2", "u@h:2", 2, ""),
      ("http://h:65536", "h:65536", nil, ""), ("http://h:", "h:", nil, ""),
    ] as [(String, Substring, UInt16?, Substring)])
  func `continue URLs have an authority and a port`(
    _ text: String, _ authority: Substring, _ port: UInt16?, _ rest: Substring
  ) throws {
    let url = try #require(AbsoluteURL(text))
    #expect(url.authority == authority && url.port == port && url.rest == rest)
  }

  @Test(arguments: [
    ("https://example.com/", ["example.com"], true),
    ("https://www.example.com/", ["Example.com"], true),
    ("https://badexample.com/", ["example.com"], false),
    ("https://example.com.evil.example/", ["example.com"], false),
    ("http://127.0.0.1/", ["127.0.0.1"], true), ("http://1.127.0.0.1/", ["127.0.0.1"], false),
    ("http://localhost/", [], false), ("http://localhost/", ["localhost"], true),
    ("http://app.localhost/", ["localhost"], false),
    ("http://app.localhost/", ["localhost", "app.localhost"], true),
    ("http://bücher.example/", ["bücher.example"], true),
    // Browsers map letters beyond ASCII; the rule does not know how.
    ("http://evil.example\u{FF0F}.example.com/", ["example.com"], false),
  ]) func `continue URLs belong to a domain or not`(
    _ text: String, _ domains: [String], _ belongs: Bool
  ) throws { #expect(try #require(AbsoluteURL(text)).isAuthorized(by: domains) == belongs) }
}
