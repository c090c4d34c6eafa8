package import EmuCrypto
package import EmuJOSE

/// Certificates of the signing keys, for clients that do not accept bare keys.
///
/// The same key always has the same certificate, because RS256 signatures are deterministic. The
/// emulator's clock may be set to any time, so certificates have the longest validity of the short
/// form (RFC 5280 §4.1.2.5).
package enum KeyCertificate {
  /// 1970-01-01T00:00:00Z.
  private static let start: Int64 = 0
  /// 2049-12-31T23:59:59Z.
  private static let end: Int64 = 2_524_607_999

  package static func make(for key: SigningKey, commonName: String) throws -> X509Certificate {
    // The first bit is cleared and the last one set: a serial number is positive.
    var serial = Array(Digest.sha256.hash(Array(key.kid.utf8)).prefix(16))
    serial[0] &= 0x7f
    serial[15] |= 1
    return try .selfSigned(
      key: key.privateKey, commonName: commonName, validFrom: start, validUntil: end,
      serial: serial)
  }
}
