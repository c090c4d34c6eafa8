import EmuCrypto
import Testing

@Suite struct `The certificate authority` {
  static let day: Int64 = 86_400
  static let start: Int64 = 1_750_000_000

  private func make() throws -> CertificateAuthority {
    try .make(
      commonName: "auth-emulator test CA", validFrom: Self.start,
      validUntil: Self.start + 3650 * Self.day, random: .seeded(1))
  }

  @Test func `the certificate authority certifies itself for its validity`() throws {
    let authority = try make()
    #expect(authority.certificate.isSigned(by: try authority.certificate.publicKey))
    #expect(
      try authority.certificate.validity == Self.start...(Self.start + 3650 * Self.day))
  }

  @Test
  func `the certificate authority signs the certificates it issues, each with its own key`()
    throws
  {
    let authority = try make()
    let certificates = try (1...2).map { seed in
      try authority.issueServerCertificate(
        hosts: ["localhost"], validFrom: Self.start, validUntil: Self.start + Self.day,
        random: .seeded(seed))
    }
    for issued in certificates {
      #expect(issued.certificate.isSigned(by: try authority.certificate.publicKey))
      #expect(try issued.certificate.publicKey == issued.key.publicKey)
      #expect(try issued.certificate.validity == Self.start...(Self.start + Self.day))
    }
    #expect(certificates[0].key.publicKey != certificates[1].key.publicKey)
  }

  @Test func `the certificate authority is the same one after a restart`() throws {
    let authority = try make()
    let read = try CertificateAuthority(
      certificatePEM: authority.certificatePEM, keyPEM: authority.keyPEM)
    #expect(read.certificate == authority.certificate)
    let issued = try read.issueServerCertificate(
      hosts: ["localhost"], validFrom: Self.start, validUntil: Self.start + 1, random: .seeded(2))
    #expect(issued.certificate.isSigned(by: try authority.certificate.publicKey))
  }

  @Test func `the certificate authority is not read from files that do not belong together`() throws
  {
    let authority = try make()
    let other = try make()
    let leaf = try authority.issueServerCertificate(
      hosts: ["localhost"], validFrom: Self.start, validUntil: Self.start + 1, random: .seeded(2))
    #expect(throws: CryptoError(.invalidKey, "")) {
      try CertificateAuthority(certificatePEM: authority.certificatePEM, keyPEM: other.keyPEM)
    }
    #expect(throws: CryptoError(.invalidCertificate, "")) {
      try CertificateAuthority(certificatePEM: leaf.certificatePEM, keyPEM: leaf.keyPEM)
    }
    #expect(throws: CryptoError(.invalidInput, "")) {
      try CertificateAuthority(certificatePEM: "", keyPEM: authority.keyPEM)
    }
  }

  @Test(arguments: [
    [], [""], ["."], ["a..b"], ["-a"], ["a-"], ["a b"], ["localhost."],
    ["localhost", "a,DNS:evil"],
    ["1.2.3.4, DNS:evil"], ["1.2.3.4 "], ["1.2.3"], ["1.2.3.256"], ["::g"], ["[::1"],
    ["fe80::1%lo"],
    ["http://localhost"], ["localhost:9099"], ["*"], ["*."], ["a.*.b"], ["é.example"], ["a\u{0}b"],
    [String(repeating: "a", count: 64)], [String(repeating: "a.", count: 127) + "aa"],
  ])
  func `the certificate authority certifies only hosts`(hosts: [String]) throws {
    let authority = try make()
    #expect(throws: CryptoError(.invalidInput, "")) {
      try authority.issueServerCertificate(
        hosts: hosts, validFrom: Self.start, validUntil: Self.start + 1, random: .seeded(2))
    }
  }

  @Test(arguments: [
    (from: 0, until: 397 * day, isAllowed: true),
    (from: 3253 * day, until: 3650 * day, isAllowed: true),
    (from: 0, until: 397 * day + 1, isAllowed: false),
    (from: -1, until: day, isAllowed: false),
    (from: 3650 * day, until: 3650 * day + 1, isAllowed: false),
    (from: day, until: day, isAllowed: false),
    (from: day, until: 0, isAllowed: false),
  ])
  func `the certificate authority limits certificates to its own validity and to the maximum`(
    from: Int64, until: Int64, isAllowed: Bool
  ) throws {
    let authority = try make()
    let issue = {
      try authority.issueServerCertificate(
        hosts: ["localhost"], validFrom: Self.start + from, validUntil: Self.start + until,
        random: .seeded(2))
    }
    if isAllowed {
      #expect(throws: Never.self) { try issue() }
    } else {
      #expect(throws: CryptoError(.invalidInput, "")) { try issue() }
    }
  }
}
