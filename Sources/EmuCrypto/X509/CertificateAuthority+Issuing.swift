internal import COpenSSL

extension CertificateAuthority {
  /// Makes a P-256 key and a certificate with which a server answers for its names.
  ///
  /// - Parameters:
  ///   - hosts: one at least: DNS names, with a `*.` in front if need be, and IP literals, IPv6 ones
  ///     with or without brackets.
  ///   - validFrom: seconds since the epoch, not before the authority's own.
  ///   - validUntil: seconds since the epoch, not after the authority's own, and at most
  ///     ``ServerCertificate/longestValidity`` after `validFrom`.
  ///   - random: gives the serial number; the key comes from the system's generator.
  /// - Throws: `invalidInput` for hosts or times that cannot be, `invalidCertificate`,
  ///   `libraryFailure`.
  package func issueServerCertificate(
    hosts: [String], validFrom: Int64, validUntil: Int64, random: RandomSource
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
    let key = PrivateKey.ec(try .generate(.p256))
    let issuer = try X509Handle(der: certificate.derRepresentation)
    let builder = try CertificateBuilder(
      for: key.key, commonName: "auth-emulator", issuer: issuer.pointer, validFrom: validFrom,
      validUntil: validUntil, serial: random.serialNumber())
    try builder.add(NID_basic_constraints, "critical,CA:FALSE")
    try builder.add(NID_key_usage, "critical,digitalSignature")
    try builder.add(NID_ext_key_usage, "serverAuth")
    try builder.add(NID_subject_alt_name, names.joined(separator: ","))
    try builder.add(NID_subject_key_identifier, "hash")
    try builder.add(NID_authority_key_identifier, "keyid:always")
    return ServerCertificate(certificate: try builder.sign(with: self.key), key: key)
  }

  /// Whether a certificate can name a host.
  package static func canCertify(host: String) -> Bool {
    (try? alternativeName(host)) != nil
  }

  /// A host as OpenSSL's configuration language has it: `DNS:…` or `IP:…`.
  ///
  /// The language has commas and escapes, so nothing gets in but what a host is made of.
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

  /// RFC 1123 §2.1, with the underscore that some machines have in their names; a last label of
  /// digits makes an address, which this then is no good one of.
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
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  fileprivate var isLetterOrDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
