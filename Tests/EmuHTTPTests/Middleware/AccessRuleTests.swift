import EmuHTTP
import Testing

@Suite struct `host and origin rules` {
  @Test(
    arguments: [
      (nil, true), ("localhost", true), ("localhost:9099", true), ("LOCALHOST.", true),
      ("127.0.0.1:9099", true), ("10.0.2.2", true), ("192.168.1.20:80", true), ("[::1]:9099", true),
      ("[fe80::1]", true), ("emulator", true), ("app.localhost", true), ("mac.local:1", true),
      ("host.docker.internal:9099", true), ("x.test", true), ("nas.home.arpa.", true),
      ("", false), ("evil.example", false), ("evil.com.", false), ("localhost.evil.com", false),
      ("127.0.0.1.evil.com", false), ("256.0.0.1", false), ("1.2.3", false), ("test.", true),
      ("mylocal", true), ("notlocal.notlocal", false), ("[evil.com]", false), ("[::1", false),
      ("[::1]evil.com", false), ("::1", false), ("a@localhost", false), ("localhost:x", false),
      ("evil.com:80@localhost", false), ("home.arpa", false), ("+1.2.3.4", false),
      ("1..2.3", false),
    ] as [(String?, Bool)])
  func `only host names that others cannot own are served`(host: String?, isAdmitted: Bool) {
    #expect(HostRule().admits(host) == isAdmitted)
  }

  @Test(arguments: [
    ("dev.example", true), ("DEV.example:1", true), ("a.dev.example", false), ("example", true),
    ("corp.example", true), ("a.b.corp.example", true), ("xcorp.example", false),
  ]) func `allowed hosts are exact or suffixes`(host: String, isAdmitted: Bool) {
    let rule = HostRule(allowed: ["Dev.Example:8080", ".corp.example"])
    #expect(rule.admits(host) == isAdmitted)
    #expect(HostRule(allowed: ["*"]).admits(host))
  }

  @Test(
    arguments: [
      (nil, true), ("http://localhost:5173", true), ("https://127.0.0.1", true),
      ("http://[::1]:3000", true), ("capacitor://localhost", true), ("ionic://localhost", true),
      ("https://app.example:8443", true), ("https://app.example", false), ("null", false),
      ("https://web.example", true), ("https://web.example:443", true),
      ("http://web.example", false), ("https://web.example:80", false),
      ("https://evil.com", false), ("capacitor://evil", false), ("file://", false), ("", false),
      ("http://", false), ("http://localhost@evil.com", false), ("moz-extension://x", false),
    ] as [(String?, Bool)])
  func `privileged calls are accepted from known origins`(origin: String?, isAdmitted: Bool) {
    let rule = OriginRule(
      hosts: HostRule(), allowed: ["https://App.example:8443/", "https://web.example:443"])
    #expect(rule.admits(origin) == isAdmitted)
  }

  @Test(arguments: [
    // Loopback, and the unspecified address, which reaches this machine.
    ("127.0.0.1", true), ("127.255.255.254", true), ("0.0.0.0", true), ("[::1]", true),
    ("[::]", true), ("[0:0:0:0:0:0:0:1]", true), ("[::ffff:127.0.0.1]", true),
    // Private.
    ("10.0.2.2", true), ("10.255.255.255", true), ("172.16.0.1", true), ("172.31.255.255", true),
    ("192.168.0.1", true), ("[fc00::1]", true), ("[fdff:1::2]", true),
    ("[::ffff:192.168.0.1]", true), ("[::FFFF:C0A8:1]", true),
    // Link-local.
    ("169.254.169.254", true), ("[fe80::1]", true), ("[febf::1]", true),
    // Public, and neighbours of the ranges above.
    ("1.2.3.4", false), ("8.8.8.8", false), ("126.255.255.255", false), ("128.0.0.1", false),
    ("9.255.255.255", false), ("11.0.0.1", false), ("172.15.0.1", false), ("172.32.0.1", false),
    ("192.167.0.1", false), ("192.169.0.1", false), ("169.253.0.1", false), ("0.0.0.1", false),
    ("100.64.0.1", false), ("255.255.255.255", false), ("127.0.0.1.", true), ("1.2.3.4.", false),
    ("[2001:db8::1]", false), ("[::2]", false), ("[fec0::1]", false), ("[fbff::1]", false),
    ("[::ffff:1.2.3.4]", false), ("[::ffff:0102:0304]", false), ("[::1.2.3.4]", false),
    ("[ff02::1]", false),
    // Texts that only look like an address.
    ("[::1::]", false), ("[:::1]", false), ("[fe80:1]", false), ("[::ffff:10.0.0]", false),
    ("[fe80::12345]", false), ("[1:2:3:4:5:6:7:8:9]", false),
  ]) func `an address is an accepted origin if it is local`(address: String, isAdmitted: Bool) {
    for origin in ["http://\(address)", "https://\(address):8080", "HTTP://\(address)/"] {
      // No flag for hosts makes an address an origin.
      for hosts in [HostRule(), HostRule(allowed: ["*", address])] {
        #expect(OriginRule(hosts: hosts).admits(origin) == isAdmitted, "\(origin)")
      }
    }
    let allowed = OriginRule(hosts: HostRule(), allowed: ["http://\(address):8080"])
    #expect(allowed.admits("http://\(address):8080"))
    #expect(OriginRule(hosts: HostRule(), allowed: ["*"]).admits("http://\(address)"))
    #expect(allowed.admits("http://\(address)") == isAdmitted)
  }

  @Test(arguments: ["1.2.3.4", "[2001:db8::1]:9099", "10.0.0.1", "[::1]"])
  func `every address is accepted as a host`(address: String) {
    #expect(HostRule().admits(address))
  }

  @Test func `the star accepts every origin but null`() {
    let rule = OriginRule(hosts: HostRule(), allowed: ["*"])
    #expect(rule.admits("https://evil.com") && !rule.admits("null") && !rule.admits("NULL"))
  }

  /// The loads of a page by GET without an `Origin`; a stranger may have another name of a public domain.
  @Test(
    arguments: [
      ("localhost:9099", "same-site", "iframe", true), ("[::1]:9099", "same-site", "image", true),
      ("a.localhost", "same-site", "embed", true), ("10.0.0.1", "same-site", "script", true),
      ("auth.example.com", "same-site", "iframe", false),
      ("auth.example.com", "same-site", "empty", false), ("8.8.8.8", "same-site", "object", false),
      ("auth.example.com", "same-site", "document", true),
      ("auth.example.com", "same-origin", "iframe", true),
      ("auth.example.com", "none", "document", true), ("auth.example.com", nil, nil, true),
      ("localhost", "cross-site", "iframe", false), ("localhost", "cross-site", "worker", false),
      ("localhost", "cross-site", nil, false), ("localhost", "cross-site", "document", true),
    ] as [(String, String?, String?, Bool)])
  func `a page of another site cannot load a privileged call`(
    host: String, site: String?, destination: String?, isAccepted: Bool
  ) {
    var request = Request(method: .get, path: "/", headers: ["Host": host])
    request.headers["Sec-Fetch-Site"] = site
    request.headers["Sec-Fetch-Dest"] = destination
    let hosts = HostRule(allowed: [".example.com"])
    #expect((OriginRule(hosts: hosts).refusal(of: request) == nil) == isAccepted)
    #expect(OriginRule(hosts: hosts, allowed: ["*"]).refusal(of: request) == nil)
  }

  @Test(arguments: [
    ("null", "Serve the page from an http address"), ("", "Serve the page from an http address"),
    ("file://", "Serve the page from an http address"),
    ("https://evil.com", "--allowed-origin https://evil.com"),
  ]) func `the refusal of an origin has a next step that works`(origin: String, step: String) {
    let request = Request(method: .get, path: "/", headers: ["Origin": origin])
    #expect(OriginRule(hosts: HostRule()).refusal(of: request)?.contains(step) == true)
  }
}
