import EmuCrypto
import EmuHTTP
import EmuHTTPServer
import EmuOutbound
import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) final class `An outgoing call over TLS`: FolderSuite {
  /// Returns the path of a file with the certificates of authorities.
  private func file(_ authorities: CertificateAuthority...) throws -> String {
    let text = authorities.map(\.certificatePEM).joined()
    return try folder.write(Data(text.utf8), Digest.sha256.hex(text))
  }

  private func authority(_ seed: UInt64) throws -> CertificateAuthority {
    let now = Int64(Date.now.timeIntervalSince1970)
    return try .make(
      commonName: "test CA \(seed)", validFrom: now - 60, validUntil: now + 86_400)
  }

  private func certificate(
    _ authority: CertificateAuthority, from: Int64 = -60, until: Int64 = 3600
  ) throws -> HTTPServer.Configuration.TLS {
    let now = Int64(Date.now.timeIntervalSince1970)
    let made = try authority.issueServerCertificate(
      hosts: ["localhost"], validFrom: now + from, validUntil: now + until)
    return .init(port: 0, certificatePEM: made.certificatePEM, keyPEM: made.keyPEM)
  }

  @Test func `an outgoing call over TLS trusts the given authority, and no other`() async throws {
    let (ours, other) = (try authority(1), try authority(2))
    try await withServer(tls: certificate(ours)) {
      .ready(.text("\($0.isSecure)"))
    } run: { client, port in
      var request = patientRequest(.get, "https://localhost:\(port)/")
      #expect(await failure(of: request, client)?.code == .tls)
      request.trustedCertificates = try file(other)
      #expect(await failure(of: request, client)?.code == .tls)
      request.trustedCertificates = try file(ours)
      #expect(await text(of: request, client) == "true")
      // A connection made under one trust is not lent to another.
      request.trustedCertificates = nil
      #expect(await failure(of: request, client)?.code == .tls)
      request.trustedCertificates = try file(other, ours)
      #expect(await text(of: request, client) == "true")
    }
  }

  @Test func `an outgoing call over TLS trusts no certificate for another host`() async throws {
    let ours = try authority(1)
    try await withServer(tls: certificate(ours)) { _ in
      .ready(.empty())
    } run: { client, port in
      var request = patientRequest(.get, "https://127.0.0.1:\(port)/")
      request.trustedCertificates = try file(ours)
      let error = await failure(of: request, client)
      #expect(error?.code == .tls && error?.message.contains("127.0.0.1:\(port)") == true)
    }
  }

  @Test(arguments: [(Int64(-50), Int64(-10)), (3600, 7200)])
  func `an outgoing call over TLS trusts no expired one`(from: Int64, until: Int64) async throws {
    let ours = try authority(1)
    let tls = try certificate(ours, from: from, until: until)
    try await withServer(tls: tls) { _ in
      .ready(.empty())
    } run: { client, port in
      var request = patientRequest(.get, "https://localhost:\(port)/")
      request.trustedCertificates = try file(ours)
      #expect(await failure(of: request, client)?.code == .tls)
    }
  }

  @Test func `an outgoing call over TLS requires TLS of the server`() async throws {
    try await withServer { _ in
      .ready(.empty())
    } run: { client, port in
      let request = patientRequest(.get, "https://localhost:\(port)/")
      #expect(await failure(of: request, client)?.code == .tls)
    }
  }
}
