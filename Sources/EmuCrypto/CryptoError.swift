/// A failed cryptographic operation.
///
/// Compared by ``code`` only, so a test can create the error it expects. A wrong signature is never
/// an error: verification returns `false`.
package struct CryptoError: Error, Sendable {
  package let code: Code
  /// One sentence for a log, without key material or passwords.
  package let message: String
  /// OpenSSL's complete error queue at the time of the failure, oldest first; often empty.
  package let openSSLErrors: [String]

  package init(_ code: Code, _ message: String, openSSLErrors: [String] = []) {
    self.code = code
    self.message = message
    self.openSSLErrors = openSSLErrors
  }
}

// MARK: - Codes

extension CryptoError {
  package enum Code: Sendable {
    /// Bytes or text that are not a key of the required kind.
    case invalidKey
    /// A key, salt, nonce or other input whose size or form the algorithm does not allow.
    case invalidInput
    /// Bytes or text that are not an X.509 certificate, or a certificate that could not be created.
    case invalidCertificate
    /// A cost parameter of a password hash outside the limits of this module.
    case costOutOfRange
    /// A stored password hash that the algorithm cannot produce.
    case invalidPasswordHash
    /// A library call that failed for another reason, such as no memory.
    case libraryFailure
  }
}

// MARK: - Conformances

extension CryptoError: Equatable {
  package static func == (left: CryptoError, right: CryptoError) -> Bool {
    left.code == right.code
  }
}

extension CryptoError: CustomStringConvertible {
  package var description: String {
    let cause = openSSLErrors.isEmpty ? "" : " [\(openSSLErrors.joined(separator: "; "))]"
    return "\(code): \(message)\(cause)"
  }
}
