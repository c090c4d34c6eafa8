import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite struct `TLS over sockets` {
  @Test(.needs("openssl", "curl"))
  func `a second listener serves the same responder`() throws {
    let folder = try TestFolder()
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: folder.url)
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }
    var configuration = HTTPServer.Configuration()
    configuration.tls = HTTPServer.Configuration.TLS(
      port: 0, certificatePEM: try text("own.pem"), keyPEM: try text("own-key.pem"))
    let server = HTTPServer(
      configuration, responder: Answering { .ready(.text("\($0.path) \($0.isSecure)")) })
    let addresses = try server.start()
    defer { server.stop() }
    for isSecure in [false, true] {
      let port = try #require(addresses.first { $0.isSecure == isSecure }).port
      let url = "\(isSecure ? "https" : "http")://localhost:\(port)/x"
      let called = try Tool.run(
        "curl",
        [
          "--silent", "--max-time", "120", "--noproxy", "*", "--cacert", folder.path("own.pem"),
          url,
        ])
      #expect(called.output == "/x \(isSecure)")
    }
  }

  @Test func `a certificate that cannot be read is a failed start`() {
    var configuration = HTTPServer.Configuration()
    configuration.tls = HTTPServer.Configuration.TLS(port: 0, certificatePEM: "x", keyPEM: "y")
    let error = #expect(throws: ServerError.self) {
      try HTTPServer(configuration, responder: Answering { _ in .ready(.empty()) }).start()
    }
    #expect(error?.code == .startFailed)
  }
}
