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
  func `only names that strangers cannot own are served`(host: String?, isAdmitted: Bool) {
    #expect(HostRule().admits(host) == isAdmitted)
  }

  @Test(arguments: [
    ("dev.example", true), ("DEV.example:1", true), ("a.dev.example", false), ("example", true),
    ("corp.example", true), ("a.b.corp.example", true), ("xcorp.example", false),
  ])
  func `allowed hosts are exact or suffixes`(host: String, isAdmitted: Bool) {
    let rule = HostRule(allowed: ["Dev.Example:8080", ".corp.example"])
    #expect(rule.admits(host) == isAdmitted)
    #expect(HostRule(allowed: ["*"]).admits(host))
  }

  @Test(
    arguments: [
      (nil, true), ("http://localhost:5173", true), ("https://127.0.0.1", true),
      ("http://[::1]:3000", true), ("capacitor://localhost", true), ("ionic://localhost", true),
      ("https://app.example:8443", true), ("https://app.example", false), ("null", false),
      ("https://evil.com", false), ("capacitor://evil", false), ("file://", false), ("", false),
      ("http://", false), ("http://localhost@evil.com", false), ("moz-extension://x", false),
    ] as [(String?, Bool)])
  func `privileged calls come from known origins`(origin: String?, isAdmitted: Bool) {
    let rule = OriginRule(hosts: HostRule(), allowed: ["https://App.example:8443/"])
    #expect(rule.admits(origin) == isAdmitted)
  }

  @Test func `the star admits every origin but null`() {
    let rule = OriginRule(hosts: HostRule(), allowed: ["*"])
    #expect(rule.admits("https://evil.com"))
    #expect(!rule.admits("null"))
    #expect(!rule.admits("NULL"))
  }

  @Test func `a refused host is told the flag`() {
    let pipeline = Pipeline([HostGuard(HostRule())], around: Echo())
    let refused = pipeline.response(
      to: Request(method: .get, path: "/", headers: ["host": "a.com"]))
    #expect(refused?.status == .forbidden)
    #expect(refused?.text.contains("--allowed-host") == true)
    let served = pipeline.response(to: Request(method: .get, path: "/", headers: ["host": "a"]))
    #expect(served?.status == .ok)
  }

  @Test func `an origin matters to privileged requests only, and the API words the refusal`() {
    let pipeline = Pipeline(
      [
        OriginGuard(
          OriginRule(hosts: HostRule()), isPrivileged: { $0.headers["Authorization"] != nil },
          refusal: { _ in .json(Array("{}".utf8), status: .forbidden) })
      ], around: Echo())
    var request = Request(method: .get, path: "/", headers: ["Origin": "https://evil.com"])
    #expect(pipeline.response(to: request)?.status == .ok)
    request.headers["authorization"] = "Bearer owner"
    #expect(pipeline.response(to: request)?.status == .forbidden)
    #expect(pipeline.response(to: request)?.text == "{}")
    request.headers["Origin"] = nil
    #expect(pipeline.response(to: request)?.status == .ok)
  }
}
