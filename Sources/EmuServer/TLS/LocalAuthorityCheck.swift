internal import EmuCrypto

/// The local CA of a folder as `start` would find it, looked at without making one.
package struct LocalAuthorityCheck {
  /// The absolute path of its certificate.
  package let caFile: String
  /// When the CA ends, in seconds since the epoch.
  package let validUntil: Int64

  /// Looks at a folder; nil where nothing is, which `start` fills.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  /// - Throws: why `start` would refuse the CA, in its words, which name the next step.
  package init?(folder: String, now: Int64) throws(TLSError) {
    CryptoLibrary.prepare()
    guard LocalFile.exists(folder),
      let kept = try LocalAuthority.kept(in: folder, now: now)
    else { return nil }
    caFile = kept.authority.caFile
    validUntil = kept.validUntil
  }
}
