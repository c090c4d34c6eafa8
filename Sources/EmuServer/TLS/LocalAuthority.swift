internal import EmuCrypto

/// The certificate authority of one folder, created at the first start and then reused.
///
/// Existing files are never overwritten: people have configured their machines to trust it.
package struct LocalAuthority {
  /// The absolute path of the certificate, which clients have to trust.
  package let caFile: String
  /// In seconds since the epoch.
  package let validity: ClosedRange<Int64>
  private let authority: CertificateAuthority

  /// Reads the authority of a folder, or creates it where there is none.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  init(folder: String, now: Int64) throws(TLSError) {
    self = try Self.withLock(on: folder) { files throws(TLSError) in
      if let kept = try files.read() { return try Self(kept, files, at: now) }
      let made = try Self.make(at: now)
      try files.write(made)
      return try Self(made, files, at: now)
    }
  }

  /// Reads the authority of a folder as `start` would, without making one; nil where the folder is
  /// missing or empty, which `start` fills.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  /// - Throws: the error with which `start` would reject the authority, with the next step.
  package static func kept(in folder: String, now: Int64) throws(TLSError) -> LocalAuthority? {
    CryptoLibrary.prepare()
    guard LocalFile.exists(folder) else { return nil }
    return try withLock(on: folder) { files throws(TLSError) in
      guard let kept = try files.read() else { return nil }
      return try LocalAuthority(kept, files, at: now)
    }
  }

  private init(
    _ authority: CertificateAuthority, _ files: LocalAuthorityFiles, at now: Int64
  ) throws(TLSError) {
    (caFile, self.authority) = (files.certificate, authority)
    do throws(CryptoError) {
      validity = try authority.certificate.validity
    } catch {
      throw .damaged(files, error)
    }
    // The leaf has to end after it begins.
    guard validity.lowerBound <= now, now < validity.upperBound else {
      throw .notValidNow(files, validity)
    }
  }

  /// Returns a new certificate for a server of some names.
  ///
  /// It begins a day ago, for clients whose clock is behind, and lasts as long as browsers accept.
  func issue(for hosts: [String], now: Int64) throws(TLSError) -> ServerCertificate {
    do throws(CryptoError) {
      let begin = max(validity.lowerBound, now - Self.day)
      let end = min(validity.upperBound, begin + ServerCertificate.longestValidity)
      return try authority.issueServerCertificate(
        hosts: hosts, validFrom: begin, validUntil: end)
    } catch {
      throw .notMade("The certificate for https", error)
    }
  }

  private static func make(at now: Int64) throws(TLSError) -> CertificateAuthority {
    // Two authorities on one machine must be distinguishable in trust dialogs.
    let name = "auth-emulator local CA " + Hex.encode(SystemRandom.bytes(4))
    do throws(CryptoError) {
      return try CertificateAuthority.make(
        commonName: name, validFrom: now - day, validUntil: now + 3650 * day)
    } catch {
      throw .notMade("The local CA", error)
    }
  }

  /// Calls `body` while no other process creates an authority in the folder.
  private static func withLock<T>(
    on folder: String, _ body: (LocalAuthorityFiles) throws(TLSError) -> T
  ) throws(TLSError) -> T {
    let failure = { (failure: LocalFile.Failure) in
      TLSError.unusable("The folder \(folder), where the local CA is kept,", failure)
    }
    return try LocalFile.withLock(on: folder, failing: failure) { path throws(TLSError) in
      try body(LocalAuthorityFiles(folder: path))
    }
  }

  private static let day: Int64 = 86_400
}
