internal import COpenSSL

extension CertificateAuthority {
  /// Generates a P-256 key and a server certificate for it.
  ///
  /// - Parameters:
  ///   - hosts: one at least: DNS names, with an optional `*.` prefix, and IP literals, IPv6 ones
  ///     with or without brackets.
  ///   - validFrom: seconds since the epoch, not before the authority's own.
  ///   - validUntil: seconds since the epoch, not after the authority's own, and at most
  ///     ``ServerCertificate/longestValidity`` after `validFrom`.
  /// - Throws: `invalidInput` for invalid hosts or times, `invalidCertificate`, `libraryFailure`.
  package func issueServerCertificate(
    hosts: [String], validFrom: Int64, validUntil: Int64
  ) throws(CryptoError) -> ServerCertificate {
    guard !hosts.isEmpty else {
      throw CryptoError(.invalidInput, "a server certificate names one host at least")
    }
    var names: [String] = []
    for host in hosts { names.append(try Self.alternativeName(host)) }
    let validity = try certificate.validity
    guard validity.contains(validFrom), validity.contains(validUntil) else {
      throw CryptoError(.invalidInput, "the certificate would outlive its authority's")
    }
    guard validUntil - validFrom <= ServerCertificate.longestValidity else {
      throw CryptoError(.invalidInput, "browsers refuse server certificates of over 397 days")
    }
    let key = try PrivateKey.generate(.ec(.p256))
    let issuer = try X509Handle(der: certificate.derRepresentation)
    let builder = try CertificateBuilder(
      for: key.key, commonName: "auth-emulator", issuer: issuer.pointer, validFrom: validFrom,
      validUntil: validUntil, serial: Self.serialNumber())
    try builder.add(NID_basic_constraints, "critical,CA:FALSE")
    try builder.add(NID_key_usage, "critical,digitalSignature")
    try builder.add(NID_ext_key_usage, "serverAuth")
    try builder.add(NID_subject_alt_name, names.joined(separator: ","))
    try builder.add(NID_subject_key_identifier, "hash")
    try builder.add(NID_authority_key_identifier, "keyid:always")
    return ServerCertificate(certificate: try builder.sign(with: self.key), key: key)
  }

  package static func canCertify(host: String) -> Bool {
    (try? alternativeName(host)) != nil
  }

  /// Returns a host in OpenSSL's configuration language: `DNS:…` or `IP:…`.
  ///
  /// The language has commas and escapes, so only the characters of a host are accepted.
  private static func alternativeName(_ host: String) throws(CryptoError) -> String {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    let address = isBracketed ? String(host.dropFirst().dropLast()) : host
    if address.utf8.allSatisfy({ $0.isHexDigit || $0 == dot || $0 == colon }),
      let parsed = a2i_IPADDRESS(address)
    {
      ASN1_OCTET_STRING_free(parsed)
      return "IP:\(address)"
    }
    guard isName(host) else {
      throw CryptoError(.invalidInput, "\(host) is neither a DNS name nor an IP address")
    }
    return "DNS:\(host.lowercased())"
  }

  /// Returns true for a name of RFC 1123 §2.1, with the underscore of some machine names. A last
  /// label of digits would be an invalid address.
  private static func isName(_ host: String) -> Bool {
    let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
    let labels = name.utf8.split(separator: dot, omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.last?.allSatisfy(\.isDigit) == false
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
          && label.allSatisfy { $0.isLetterOrDigit || $0 == hyphen || $0 == underscore }
      }
  }

  private static let dot = UInt8(ascii: ".")
  private static let colon = UInt8(ascii: ":")
  private static let hyphen = UInt8(ascii: "-")
  private static let underscore = UInt8(ascii: "_")
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

/// A server's certificate with its key, for a TLS listener.
package struct ServerCertificate: Sendable {
  /// The longest time for which browsers accept one, 397 days in seconds.
  package static let longestValidity: Int64 = 397 * 86_400

  /// The certificate; its authority's is not part of it, as clients have that already.
  package let certificate: X509Certificate
  package let key: PrivateKey

  package var certificatePEM: String { certificate.pemRepresentation }
  package var keyPEM: String { key.pemRepresentation }
}
