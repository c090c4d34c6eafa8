internal import EmuCrypto

/// The files of a local authority: `ca.pem`, which clients trust, and `ca-key.pem`.
///
/// Only their owner can read either: the key can impersonate any server to clients that trust the
/// certificate.
struct LocalAuthorityFiles {
  let certificate: String
  let key: String

  init(folder: String) {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    certificate = prefix + "ca.pem"
    key = prefix + "ca-key.pem"
  }

  /// Returns the stored authority; nil without both files.
  func read() throws(TLSError) -> CertificateAuthority? {
    switch (
      try text(of: certificate, LocalFile.reliable), try text(of: key, LocalFile.secret)
    ) {
    case (nil, nil): return nil
    case (nil, _): throw .incomplete(present: key, missing: certificate)
    case (_, nil): throw .incomplete(present: certificate, missing: key)
    case (let certificatePEM?, let keyPEM?):
      do throws(CryptoError) {
        return try CertificateAuthority(certificatePEM: certificatePEM, keyPEM: keyPEM)
      } catch {
        throw .damaged(self, error)
      }
    }
  }

  /// Creates both files, or neither.
  func write(_ authority: CertificateAuthority) throws(TLSError) {
    try create(key, authority.keyPEM)
    do throws(TLSError) {
      try create(certificate, authority.certificatePEM)
    } catch {
      LocalFile.remove(key)
      throw error
    }
  }

  /// - Parameter forbidden: the permissions that others must not have.
  private func text(of path: String, _ forbidden: UInt32) throws(TLSError) -> String? {
    do throws(LocalFile.Failure) {
      let bytes = try LocalFile.ownBytes(at: path, forbidden: forbidden)
      return String(decoding: bytes, as: UTF8.self)
    } catch  where error.isMissing {
      return nil
    } catch  where error.isRefusal {
      throw .exposed(self, path, error.reason)
    } catch {
      throw .unusable("The local CA's file \(path)", error)
    }
  }

  private func create(_ path: String, _ text: String) throws(TLSError) {
    do throws(LocalFile.Failure) {
      try LocalFile.create(path, text)
    } catch {
      throw .unusable("The local CA's file \(path)", error)
    }
  }
}
