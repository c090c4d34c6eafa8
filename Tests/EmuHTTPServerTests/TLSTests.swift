import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite struct `TLS over sockets` {
  @Test(.needs("openssl", "curl"))
  func `a second listener serves the same responder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let key = folder.appending(path: "key.pem")
    let certificate = folder.appending(path: "certificate.pem")
    _ = try run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key.path,
      "-out", certificate.path)
    var configuration = HTTPServer.Configuration()
    configuration.tls = HTTPServer.Configuration.TLS(
      port: 0, certificatePEM: try String(contentsOf: certificate, encoding: .utf8),
      keyPEM: try String(contentsOf: key, encoding: .utf8))
    let server = HTTPServer(
      configuration, responder: Answering { .ready(.text("\($0.path) \($0.isSecure)")) })
    let addresses = try server.start()
    defer { server.stop() }
    for isSecure in [false, true] {
      let port = try #require(addresses.first { $0.isSecure == isSecure }).port
      let url = "\(isSecure ? "https" : "http")://localhost:\(port)/x"
      let output = try run(
        "curl", "--silent", "--max-time", "10", "--noproxy", "*", "--cacert", certificate.path, url)
      #expect(output == "/x \(isSecure)")
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

  private func run(_ tool: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: NeedsTools.path(of: tool))
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
