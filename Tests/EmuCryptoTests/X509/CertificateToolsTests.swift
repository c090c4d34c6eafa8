import EmuCrypto
import EmuHTTPServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// Certificates before the eyes of programs that are not ours.
@Suite struct `A server certificate` {
  /// A folder with `ca.pem`, `other.pem` and `server.pem`, for the length of a closure.
  private func withFiles(
    hosts: [String], run: (_ folder: URL, _ server: ServerCertificate) throws -> Void
  ) throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let now = Int64(Date.now.timeIntervalSince1970)
    let authorities = try (1...2).map { seed in
      try CertificateAuthority.make(
        commonName: "auth-emulator CA \(seed)", validFrom: now - 60,
        validUntil: now + 3650 * 86_400)
    }
    let server = try authorities[0].issueServerCertificate(
      hosts: hosts, validFrom: now - 60, validUntil: now + 90 * 86_400)
    for (name, text) in [
      ("ca.pem", authorities[0].certificatePEM), ("other.pem", authorities[1].certificatePEM),
      ("server.pem", server.certificatePEM),
    ] { _ = try folder.write(Data(text.utf8), name) }
    try run(folder.url, server)
  }

  @Test(.needs("openssl")) func `a server certificate is what openssl verifies`() throws {
    try withFiles(hosts: ["localhost", "*.app.test", "127.0.0.1", "[::1]"]) { folder, _ in
      func verify(_ authority: String, _ arguments: String...) throws -> String {
        try Tool.run(
          "openssl",
          ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile"]
            + [folder.appending(path: authority).path] + arguments
            + [folder.appending(path: "server.pem").path]
        ).output
      }
      for good in [
        ["-verify_hostname", "localhost"], ["-verify_hostname", "x.app.test"],
        ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"],
      ] { #expect(try verify("ca.pem", good[0], good[1]).contains("server.pem: OK"), "\(good)") }
      for bad in [
        ["-verify_hostname", "app.test"], ["-verify_hostname", "example.com"],
        ["-verify_ip", "127.0.0.2"], ["-verify_ip", "::2"],
      ] { #expect(try !verify("ca.pem", bad[0], bad[1]).contains("OK"), "\(bad)") }
      #expect(try !verify("other.pem", "-verify_hostname", "localhost").contains("OK"))
      for (name, lines) in [
        (
          "ca.pem",
          [
            "CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "ASN1 OID: prime256v1",
            "ecdsa-with-SHA256",
          ]
        ),
        (
          "server.pem",
          [
            "CA:FALSE", "Digital Signature", "TLS Web Server Authentication",
            "DNS:localhost, DNS:*.app.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
          ]
        ),
      ] {
        let path = folder.appending(path: name).path
        let text = try Tool.run("openssl", ["x509", "-noout", "-text", "-in", path]).output
        for line in lines { #expect(text.contains(line), "\(name): \(line)") }
      }
    }
  }

  @Test(.needs("curl")) func `a server certificate is what curl trusts a server for`() throws {
    try withFiles(hosts: ["localhost", "127.0.0.1", "::1"]) { folder, certificate in
      var configuration = HTTPServer.Configuration()
      configuration.tls = HTTPServer.Configuration.TLS(
        port: 0, certificatePEM: certificate.certificatePEM, keyPEM: certificate.keyPEM)
      let server = HTTPServer(configuration, responder: Answering { _ in .ready(.text("hello")) })
      let port = try #require(try server.start().first { $0.isSecure }).port
      defer { server.stop() }
      for host in ["localhost", "127.0.0.1", "[::1]"] {
        for (authority, answer) in [("ca.pem", "hello"), ("other.pem", "")] {
          let output = try Tool.run(
            "curl",
            ["--silent", "--max-time", "120", "--noproxy", "*", "--capath", "/nowhere", "--cacert"]
              + [folder.appending(path: authority).path, "https://\(host):\(port)/"]
          ).output
          #expect(output == answer, "\(host) \(authority)")
        }
      }
    }
  }
}
