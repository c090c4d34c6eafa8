internal import EmuCrypto
internal import EmuModel

/// The reason that there is no certificate for https.
package struct TLSError: Error, Sendable, CustomStringConvertible {
  /// The problem and the next step, in a sentence or two.
  package let message: String

  package var description: String { message }

  // MARK: - Factories

  /// - Parameter what: the file or folder, as the beginning of a sentence.
  static func unusable(_ what: String, _ failure: LocalFile.Failure) -> TLSError {
    TLSError(
      message: "\(what) cannot be used (\(failure.reason)). \(accessRemedy)")
  }

  static func incomplete(present: String, missing: String) -> TLSError {
    TLSError(
      message: """
        The local CA is incomplete: \(present) is there, \(missing) is not. Put that file back, or \
        remove both. \(renewal)
        """)
  }

  static func exposed(
    _ files: LocalAuthorityFiles, _ path: String, _ reason: String
  ) -> TLSError {
    TLSError(
      message: """
        The local CA's file \(path) is not used (\(reason)). Who has the key of a CA can be any \
        server to those who trust it. Remove \(files.key) and \(files.certificate), and stop \
        trusting that CA; or, if no other person had them, make both files this user's own with mode \
        0600. \(renewal)
        """)
  }

  static func damaged(_ files: LocalAuthorityFiles, _ error: CryptoError) -> TLSError {
    TLSError(
      message: """
        The local CA in \(files.certificate) and \(files.key) is damaged (\(error.message)); it is \
        left untouched. Put the files back from a copy, or remove both. \(renewal)
        """)
  }

  static func notValidNow(
    _ files: LocalAuthorityFiles, _ validity: ClosedRange<Int64>
  ) -> TLSError {
    let first = Timestamp(seconds: validity.lowerBound).rfc3339
    let last = Timestamp(seconds: validity.upperBound).rfc3339
    return TLSError(
      message: """
        The local CA \(files.certificate) is valid from \(first) to \(last) only, and by this \
        machine's clock that is not now; it is left untouched. Set the clock right, or remove it \
        and \(files.key). \(renewal)
        """)
  }

  static func ownPair(
    _ certificate: String, _ key: String, _ error: CryptoError
  ) -> TLSError {
    TLSError(
      message: """
        \(certificate) and \(key) are not a certificate with its key (\(error.message)). Give PEM \
        files, the server's own certificate first and the key without a passphrase, with \
        --tls-cert FILE and --tls-key FILE.
        """)
  }

  static func notMade(_ what: String, _ error: CryptoError) -> TLSError {
    TLSError(
      message: "\(what) could not be made (\(error.message)). \(ownRemedy)")
  }

  private static let renewal =
    "Without them the next start makes a new CA, which every client must then be set to trust."
  private static let accessRemedy =
    "Let this user read and write it, or give a certificate of your own with --tls-cert FILE and "
    + "--tls-key FILE."
  private static let ownRemedy =
    "Give a certificate of your own with --tls-cert FILE and --tls-key FILE."
}
