/// The rejection of a ceremony.
///
/// Compared by ``code`` only, so a test can create the error it expects.
package struct WebAuthnError: Error, Sendable {
  package let code: Code
  /// One sentence without a full stop, with the cause.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package enum Code: Sendable {
    /// Client data, authenticator data, an attestation object or a key that cannot be read.
    case malformed
    /// Client data of the other ceremony.
    case wrongType
    case wrongChallenge
    /// An origin that may not use the relying party's credentials.
    case wrongOrigin
    /// Authenticator data for another relying party.
    case wrongRelyingParty
    /// The user was not present, or not verified.
    case userAbsent
    /// Backup flags that contradict each other or the registration.
    case wrongBackupState
    /// A key of an algorithm that was not offered.
    case unsupportedAlgorithm
    case unsupportedAttestation
    case invalidSignature
    /// A signature counter that did not increase: two authenticators have the credential.
    case counterRegressed
  }
}

extension WebAuthnError: Equatable {
  package static func == (left: WebAuthnError, right: WebAuthnError) -> Bool {
    left.code == right.code
  }
}

extension WebAuthnError: CustomStringConvertible {
  package var description: String { "\(code): \(message)" }
}
