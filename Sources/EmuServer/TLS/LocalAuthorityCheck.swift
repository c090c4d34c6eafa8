internal import EmuCrypto

/// The local CA of a folder as `start` would find it, looked at without making one.
package struct LocalAuthorityCheck {
  /// The absolute path of its certificate.
  package let caFile: String
  /// The expiry of the CA, in seconds since the epoch.
  package let validUntil: Int64

  /// Checks a folder; nil where it is missing or empty, which `start` fills.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  /// - Throws: the error with which `start` would reject the CA, with the next step.
  package init?(folder: String, now: Int64) throws(TLSError) {
    CryptoLibrary.prepare()
    guard LocalFile.exists(folder),
      let kept = try LocalAuthority.kept(in: folder, now: now)
    else { return nil }
    caFile = kept.authority.caFile
    validUntil = kept.validUntil
  }
}
