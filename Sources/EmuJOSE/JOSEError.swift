package import EmuCrypto

/// An unusable key or token.
///
/// Compared by ``code`` only. A token that fails its check is not an error but a
/// ``JWTVerification``.
package struct JOSEError: Error, Sendable {
  package let code: Code
  /// One sentence for a log, without key material.
  package let message: String
  /// The error of the crypto layer, if it was called.
  package let underlying: CryptoError?

  package init(_ code: Code, _ message: String, underlying: CryptoError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  package var reason: String { underlying.map { "\(message) (\($0.message))" } ?? message }

  package enum Code: Sendable {
    /// Text that is not a token of three base64url segments with a JSON header.
    case malformedToken
    /// JSON that is not a key, or has invalid members.
    case malformedKey
    /// A key of another algorithm than the requested one.
    case wrongAlgorithm
    /// The crypto layer could not create a signature.
    case signingFailed
  }
}

extension JOSEError: Equatable {
  package static func == (left: JOSEError, right: JOSEError) -> Bool {
    left.code == right.code
  }
}

extension JOSEError: CustomStringConvertible {
  package var description: String {
    "\(code): \(message)" + (underlying.map { " (\($0))" } ?? "")
  }
}
