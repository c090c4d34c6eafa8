internal import EmuCrypto

/// The files of a local authority: `ca.pem`, which clients trust, and `ca-key.pem`.
///
/// Both are readable by their owner only: whoever has the key can be any server to those who trust
/// the certificate.
struct LocalAuthorityFiles {
  let certificate: String
  let key: String

  init(folder: String) {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    certificate = prefix + "ca.pem"
    key = prefix + "ca-key.pem"
  }

  /// The authority that is kept; nil where there is neither file.
  func read() throws(TLSError) -> CertificateAuthority? {
    switch (try text(of: certificate), try text(of: key)) {
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

  /// Makes both files, or neither.
  func write(_ authority: CertificateAuthority) throws(TLSError) {
    try create(key, authority.keyPEM)
    do throws(TLSError) {
      try create(certificate, authority.certificatePEM)
    } catch {
      LocalFile.remove(key)
      throw error
    }
  }

  private func text(of path: String) throws(TLSError) -> String? {
    do throws(LocalFile.Failure) {
      return try LocalFile.text(at: path)
    } catch  where error.isMissing {
      return nil
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
