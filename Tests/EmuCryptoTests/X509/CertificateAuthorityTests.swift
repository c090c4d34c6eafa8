import EmuCrypto
import Testing

@Suite struct `The certificate authority` {
  static let day: Int64 = 86_400
  static let start: Int64 = 1_750_000_000

  private let authority: CertificateAuthority

  init() throws { authority = try Self.make() }

  private static func make() throws -> CertificateAuthority {
    try .make(
      commonName: "auth-emulator test CA", validFrom: start, validUntil: start + 3650 * day)
  }

  private static func issue(
    _ hosts: [String] = ["localhost"], by authority: CertificateAuthority, from: Int64 = 0,
    until: Int64 = day
  ) throws -> ServerCertificate {
    try authority.issueServerCertificate(
      hosts: hosts, validFrom: start + from, validUntil: start + until)
  }

  @Test func `the certificate authority certifies itself for its validity`() throws {
    #expect(authority.certificate.isSigned(by: try authority.certificate.publicKey))
    #expect(try authority.certificate.validity == Self.start...(Self.start + 3650 * Self.day))
  }

  @Test func `the certificate authority signs certificates, each with its own key`() throws {
    let certificates = try (1...2).map { _ in try Self.issue(by: authority) }
    for issued in certificates {
      #expect(issued.certificate.isSigned(by: try authority.certificate.publicKey))
      #expect(try issued.certificate.publicKey == issued.key.publicKey)
      #expect(try issued.certificate.validity == Self.start...(Self.start + Self.day))
    }
    #expect(certificates[0].key.publicKey != certificates[1].key.publicKey)
  }

  @Test func `the certificate authority is the same one after a restart`() throws {
    let read = try CertificateAuthority(
      certificatePEM: authority.certificatePEM, keyPEM: authority.keyPEM)
    #expect(read.certificate == authority.certificate)
    let issued = try Self.issue(by: read)
    #expect(issued.certificate.isSigned(by: try authority.certificate.publicKey))
  }

  @Test(arguments: [
    [], [""], ["."], ["a..b"], ["-a"], ["a-"], ["a b"], ["localhost."],
    ["localhost", "a,DNS:evil"], ["1.2.3.4, DNS:evil"], ["1.2.3.4 "], ["1.2.3"], ["1.2.3.256"],
    ["::g"], ["[::1"], ["fe80::1%lo"], ["http://localhost"], ["localhost:9099"], ["*"], ["*."],
    ["a.*.b"], ["é.example"], ["a\u{0}b"], [String(repeating: "a", count: 64)],
    [String(repeating: "a.", count: 127) + "aa"],
  ]) func `the certificate authority certifies only hosts`(hosts: [String]) throws {
    #expect(throws: CryptoError(.invalidInput, "")) { try Self.issue(hosts, by: authority) }
  }

  @Test(arguments: [
    (0, 397 * day, true), (3253 * day, 3650 * day, true), (0, 397 * day + 1, false),
    (-1, day, false), (3650 * day, 3650 * day + 1, false), (day, day, false), (day, 0, false),
  ]) func `the authority limits certificates`(from: Int64, until: Int64, isAllowed: Bool) throws {
    let issue = { try Self.issue(by: authority, from: from, until: until) }
    if isAllowed {
      #expect(throws: Never.self) { try issue() }
    } else {
      #expect(throws: CryptoError(.invalidInput, "")) { try issue() }
    }
  }
}
