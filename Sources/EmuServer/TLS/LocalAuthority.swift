internal import EmuCrypto

/// The certificate authority of one folder: made at the first start, the same one ever after.
///
/// Nothing that is there already is ever written over: people have told their machines to trust it.
struct LocalAuthority {
  /// The absolute path of the certificate, which clients have to trust.
  let caFile: String
  private let authority: CertificateAuthority

  /// Reads the authority of a folder, or makes it where there is none.
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

  /// An authority that was there already, with its end in seconds since the epoch.
  typealias Kept = (authority: LocalAuthority, validUntil: Int64)

  /// Reads the authority of a folder; nil where there is none.
  ///
  /// - Throws: what keeps it from being used now.
  static func kept(in folder: String, now: Int64) throws(TLSError) -> Kept? {
    try withLock(on: folder) { files throws(TLSError) in try kept(files, at: now) }
  }

  private init(caFile: String, authority: CertificateAuthority) {
    self.caFile = caFile
    self.authority = authority
  }

  /// A new certificate for a server of some names.
  ///
  /// It begins a day ago, for clients whose clock is behind, and lasts as long as browsers take it.
  func issue(for hosts: [String], now: Int64) throws(TLSError) -> ServerCertificate {
    do throws(CryptoError) {
      let validity = try authority.certificate.validity
      let begin = max(validity.lowerBound, now - Self.day)
      let end = min(validity.upperBound, begin + ServerCertificate.longestValidity)
      return try authority.issueServerCertificate(
        hosts: hosts, validFrom: begin, validUntil: end, random: .system)
    } catch {
      throw .notMade("The certificate for https", error)
    }
  }

  private static func make(at now: Int64) throws(TLSError) -> CertificateAuthority {
    // Two authorities on one machine must not look alike where people are asked to trust them.
    let name = "auth-emulator local CA " + RandomSource.system.text(8, from: .hexadecimal)
    do throws(CryptoError) {
      return try CertificateAuthority.make(
        commonName: name, validFrom: now - day, validUntil: now + 3650 * day, random: .system)
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

  /// Calls back while nobody else makes an authority in the folder.
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
