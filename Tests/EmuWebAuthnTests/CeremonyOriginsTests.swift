import EmuWebAuthn
import Testing

@Suite struct `Origins of a ceremony` {
  @Test(arguments: [
    ("https://example.com", "example.com", true), ("https://EXAMPLE.com:8443", "example.com", true),
    ("https://app.example.com", "example.com", true), ("http://example.com", "example.com", false),
    ("https://badexample.com", "example.com", false),
    ("https://example.com", "app.example.com", false),
    ("http://localhost:5173", "localhost", true), ("http://app.localhost", "localhost", true),
    ("https://localhost", "localhost", true), ("http://localhost.evil.com", "localhost", false),
    ("https://evil.com/@example.com", "example.com", false),
    ("https://example.com@evil.com", "example.com", false),
    ("ftp://example.com", "example.com", false), ("null", "example.com", false),
    ("", "example.com", false), ("https://example.com:port", "example.com", false),
    ("https://evil.com/\u{301}.example.com", "example.com", false),
    ("https://evil.com#\u{338}.example.com", "example.com", false),
    ("https://evil.com\r\n.example.com", "example.com", false),
    ("https://example.com:8443\u{301}", "example.com", false),
    ("android:apk-key-hash:abc", "example.com", true),
    ("ios:bundle-id:com.example", "example.com", true),
  ]) func `origins of a ceremony are those of the domain and of apps`(
    _ origin: String, _ domain: String, _ isAdmitted: Bool
  ) { #expect(Ceremony(challenge: "", relyingPartyID: domain).admits(origin) == isAdmitted) }

  @Test func `origins of a ceremony are exactly the listed ones where there is a list`() {
    let ceremony = Ceremony(
      challenge: "", relyingPartyID: "example.com", origins: ["https://example.com"])
    #expect(ceremony.admits("https://example.com"))
    #expect(!ceremony.admits("https://app.example.com"))
    #expect(!ceremony.admits("android:apk-key-hash:abc"))
  }
}
