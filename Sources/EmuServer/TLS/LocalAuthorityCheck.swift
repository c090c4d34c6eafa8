internal import EmuCrypto

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Looks at the local CA of a folder without making one.
package enum LocalAuthorityCheck {
  /// The absolute path of its certificate; nil where there is none.
  package static func caFile(folder: String) -> String? {
    let path = LocalAuthorityFiles(folder: folder).certificate
    // realpath(3) fills a buffer of its own, which is ours to free.
    guard let whole = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(whole) }
    return unsafe String(cString: whole)
  }

  /// When the CA ends, in seconds since the epoch.
  ///
  /// - Throws: what is wrong with it, naming the next step.
  package static func validUntil(folder: String) throws(TLSError) -> Int64 {
    let files = LocalAuthorityFiles(folder: folder)
    guard let authority = try files.read() else {
      throw .incomplete(present: folder, missing: files.certificate)
    }
    do throws(CryptoError) {
      return try authority.certificate.validity.upperBound
    } catch {
      throw .damaged(files, error)
    }
  }
}
