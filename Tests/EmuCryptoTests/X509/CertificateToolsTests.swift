import EmuCrypto
import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// Certificates before the eyes of programs that are not ours.
@Suite struct `A server certificate` {
  /// A folder with `ca.pem`, `other.pem` and `server.pem`, for the length of a closure.
  private func withFiles(
    hosts: [String],
    run: (_ folder: URL, _ server: ServerCertificate) throws -> Void
  ) throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let now = Int64(Date.now.timeIntervalSince1970)
    let authorities = try (1...2).map { seed in
      try CertificateAuthority.make(
        commonName: "auth-emulator CA \(seed)", validFrom: now - 60,
        validUntil: now + 3650 * 86_400, random: .seeded(UInt64(seed)))
    }
    let server = try authorities[0].issueServerCertificate(
      hosts: hosts, validFrom: now - 60, validUntil: now + 90 * 86_400, random: .seeded(3))
    for (name, text) in [
      ("ca.pem", authorities[0].certificatePEM), ("other.pem", authorities[1].certificatePEM),
      ("server.pem", server.certificatePEM),
    ] {
      _ = try folder.write(Data(text.utf8), name)
    }
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
      ] {
        #expect(try verify("ca.pem", good[0], good[1]).contains("server.pem: OK"), "\(good)")
      }
      for bad in [
        ["-verify_hostname", "app.test"], ["-verify_hostname", "example.com"],
        ["-verify_ip", "127.0.0.2"], ["-verify_ip", "::2"],
      ] {
        #expect(try !verify("ca.pem", bad[0], bad[1]).contains("OK"), "\(bad)")
      }
      #expect(try !verify("other.pem", "-verify_hostname", "localhost").contains("OK"))
      let authority = try Tool.run(
        "openssl",
        ["x509", "-noout", "-text", "-in", folder.appending(path: "ca.pem").path]
      ).output
      for line in [
        "CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "ASN1 OID: prime256v1",
        "ecdsa-with-SHA256",
      ] {
        #expect(authority.contains(line), "\(line)")
      }
      let text = try Tool.run(
        "openssl",
        ["x509", "-noout", "-text", "-in", folder.appending(path: "server.pem").path]
      ).output
      for line in [
        "CA:FALSE", "Digital Signature", "TLS Web Server Authentication",
        "DNS:localhost, DNS:*.app.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
      ] {
        #expect(text.contains(line), "\(line)")
      }
    }
  }

  @Test(.needs("curl")) func `a server certificate is what curl trusts a server for`() throws {
    try withServer { folder, port in
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

  @Test(.needs("python3")) func `a server certificate is what Python trusts a server for`() throws {
    // From Python 3.13 on, this flag is set by default (RFC 5280's rules to the letter).
    let script = """
      import http.client, ssl, sys
      context = ssl.create_default_context(cafile=sys.argv[1])
      context.verify_flags |= ssl.VERIFY_X509_STRICT
      connection = http.client.HTTPSConnection("localhost", sys.argv[2], timeout=120, context=context)
      try:
        connection.request("GET", "/")
        print(connection.getresponse().read().decode(), end="")
      except ssl.SSLCertVerificationError:
        print("refused", end="")
      """
    try withServer { folder, port in
      for (authority, answer) in [("ca.pem", "hello"), ("other.pem", "refused")] {
        let path = folder.appending(path: authority).path
        let output = try Tool.run("python3", ["-c", script, path, "\(port)"]).output
        #expect(output == answer)
      }
    }
  }

  private func withServer(run: (_ folder: URL, _ port: UInt16) throws -> Void) throws {
    try withFiles(hosts: ["localhost", "127.0.0.1", "::1"]) { folder, certificate in
      var configuration = HTTPServer.Configuration()
      configuration.tls = HTTPServer.Configuration.TLS(
        port: 0, certificatePEM: certificate.certificatePEM, keyPEM: certificate.keyPEM)
      let server = HTTPServer(configuration, responder: Answering { _ in .ready(.text("hello")) })
      let addresses = try server.start()
      defer { server.stop() }
      try run(folder, try #require(addresses.first { $0.isSecure }).port)
    }
  }
}
