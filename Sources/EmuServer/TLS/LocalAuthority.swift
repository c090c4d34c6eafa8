internal import EmuCrypto

/// The certificate authority of one folder, created at the first start and then reused.
///
/// Existing files are never overwritten: people have configured their machines to trust it.
package struct LocalAuthority {
  /// The absolute path of the certificate, which clients have to trust.
  let caFile: String
  private let authority: CertificateAuthority

  /// Reads the authority of a folder, or creates it where there is none.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  init(folder: String, now: Int64) throws(TLSError) {
    self = try Self.withLock(on: folder) { files throws(TLSError) in
      if let kept = try Self.kept(files, at: now) { return kept.authority }
      let made = try Self.make(at: now)
      try files.write(made)
      return LocalAuthority(caFile: files.certificate, authority: made)
    }
  }

  /// An existing authority, with its end in seconds since the epoch.
  private typealias Kept = (authority: LocalAuthority, validUntil: Int64)

  /// Reads the authority of a folder as `start` would, without making one; nil where the folder is
  /// missing or empty, which `start` fills.
  ///
  /// - Parameter now: seconds since the epoch, by the machine's clock.
  /// - Returns: the absolute path of the certificate, and its end in seconds since the epoch.
  /// - Throws: the error with which `start` would reject the authority, with the next step.
  package static func kept(
    in folder: String, now: Int64
  ) throws(TLSError) -> (caFile: String, validUntil: Int64)? {
    CryptoLibrary.prepare()
    guard LocalFile.exists(folder) else { return nil }
    let found = try withLock(on: folder) { files throws(TLSError) in try kept(files, at: now) }
    return found.map { ($0.authority.caFile, $0.validUntil) }
  }

  private init(caFile: String, authority: CertificateAuthority) {
    self.caFile = caFile
    self.authority = authority
  }

  /// Returns a new certificate for a server of some names.
  ///
  /// It begins a day ago, for clients whose clock is behind, and lasts as long as browsers accept.
  func issue(for hosts: [String], now: Int64) throws(TLSError) -> ServerCertificate {
    do throws(CryptoError) {
      let validity = try authority.certificate.validity
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

  private static func kept(
    _ files: LocalAuthorityFiles, at now: Int64
  ) throws(TLSError) -> Kept? {
    guard let authority = try files.read() else { return nil }
    let validity: ClosedRange<Int64>
    do throws(CryptoError) {
      validity = try authority.certificate.validity
    } catch {
      throw .damaged(files, error)
    }
    // The leaf has to end after it begins.
    guard validity.lowerBound <= now, now < validity.upperBound else {
      throw .notValidNow(files, validity)
    }
    return (
      LocalAuthority(caFile: files.certificate, authority: authority), validity.upperBound
    )
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
