package import EmuCrypto

/// A key or token that cannot be used.
///
/// Compared by ``code`` and nothing else. A token that merely fails its check is not an error but a
/// ``JWTVerification``.
package struct JOSEError: Error, Sendable {
  /// What kind of failure it is.
  package let code: Code
  /// One sentence for a log; holds no key material.
  package let message: String
  /// What the crypto layer said, when it was asked.
  package let underlying: CryptoError?

  /// Makes an error.
  package init(_ code: Code, _ message: String, underlying: CryptoError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The message with what the crypto layer said.
  package var reason: String { underlying.map { "\(message) (\($0.message))" } ?? message }

  /// The kinds of failure, an open set.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Text that is no token of three base64url segments with a JSON header.
    package static let malformedToken = Code(description: "malformedToken")
    /// JSON that is no key, or a key whose members make none.
    package static let malformedKey = Code(description: "malformedKey")
    /// A key asked to sign with an algorithm that is not its own.
    package static let wrongAlgorithm = Code(description: "wrongAlgorithm")
    /// A signature that the crypto layer could not make.
    package static let signingFailed = Code(description: "signingFailed")
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
