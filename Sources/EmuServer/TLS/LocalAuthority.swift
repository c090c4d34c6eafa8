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
    let folderFailure = { (failure: LocalFile.Failure) in
      TLSError.unusable("The folder \(folder), where the local CA is kept,", failure)
    }
    self = try LocalFile.withLock(on: folder, failing: folderFailure) { path throws(TLSError) in
      let files = LocalAuthorityFiles(folder: path)
      if let kept = try files.read() {
        try Self.check(kept, files, at: now)
        return LocalAuthority(caFile: files.certificate, authority: kept)
      }
      let made = try Self.make(at: now)
      try files.write(made)
      return LocalAuthority(caFile: files.certificate, authority: made)
    }
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

  private static func check(
    _ authority: CertificateAuthority, _ files: LocalAuthorityFiles, at now: Int64
  ) throws(TLSError) {
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
  }

  private static let day: Int64 = 86_400
}
