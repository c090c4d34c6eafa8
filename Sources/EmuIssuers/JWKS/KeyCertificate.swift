internal import EmuCrypto
internal import EmuJOSE

/// Certificates around our keys, for clients that know no bare ones.
///
/// The same key always gives the same certificate, as RS256 signatures hold no randomness. The
/// emulator's clock may stand anywhere, so they are valid for as long as the format can say in its
/// short form (RFC 5280 §4.1.2.5).
enum KeyCertificate {
  /// 1970-01-01T00:00:00Z.
  private static let start: Int64 = 0
  /// 2049-12-31T23:59:59Z.
  private static let end: Int64 = 2_524_607_999

  static func make(for key: SigningKey, commonName: String) throws -> X509Certificate {
    // The first bit is cleared and the last one set: a serial number is positive.
    var serial = Array(Digest.sha256.hash(Array(key.kid.utf8)).prefix(16))
    serial[0] &= 0x7f
    serial[15] |= 1
    return try .selfSigned(
      key: key.privateKey, commonName: commonName, validFrom: start, validUntil: end,
      serial: serial)
  }
}
