import EmuHTTPServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite struct `TLS over sockets` {
  @Test(.needs("openssl", "curl")) func `a second listener serves the same responder`() throws {
    let folder = try TestFolder()
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: folder.url)
    let (certificate, key) = (
      try String(contentsOfFile: folder.path("own.pem"), encoding: .utf8),
      try String(contentsOfFile: folder.path("own-key.pem"), encoding: .utf8)
    )
    let server = HTTPServer(
      .with {
        $0.tls = HTTPServer.Configuration.TLS(port: 0, certificatePEM: certificate, keyPEM: key)
      },
      responder: Answering { .ready(.text("\($0.path) \($0.isSecure)")) })
    let addresses = try server.start()
    defer { server.stop() }
    for isSecure in [false, true] {
      let port = try #require(addresses.first { $0.isSecure == isSecure }).port
      let flags = ["--silent", "--max-time", "120", "--noproxy", "*", "--cacert"]
      let url = "\(isSecure ? "https" : "http")://localhost:\(port)/x"
      let called = try Tool.run("curl", flags + [folder.path("own.pem"), url])
      #expect(called.output == "/x \(isSecure)")
    }
  }
}
