/// The rejection of a ceremony.
///
/// Compared by ``code`` only, so a test can create the error it expects.
package struct WebAuthnError: Error, Sendable {
  /// The kind of rejection.
  package let code: Code
  /// One sentence without a full stop, with the cause.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

// MARK: - Codes

extension WebAuthnError {
  /// The kinds of rejection, an open set.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Client data, authenticator data, an attestation object or a key that cannot be read.
    package static let malformed = Code(description: "malformed")
    /// Client data of the other ceremony.
    package static let wrongType = Code(description: "wrongType")
    /// Another challenge than the issued one.
    package static let wrongChallenge = Code(description: "wrongChallenge")
    /// An origin that may not use the relying party's credentials.
    package static let wrongOrigin = Code(description: "wrongOrigin")
    /// Authenticator data for another relying party.
    package static let wrongRelyingParty = Code(description: "wrongRelyingParty")
    /// The user was not present, or not verified.
    package static let userAbsent = Code(description: "userAbsent")
    /// Backup flags that contradict each other or the registration.
    package static let wrongBackupState = Code(description: "wrongBackupState")
    /// A key of an algorithm that was not offered.
    package static let unsupportedAlgorithm = Code(description: "unsupportedAlgorithm")
    /// An attestation statement of an unsupported format.
    package static let unsupportedAttestation = Code(description: "unsupportedAttestation")
    /// A signature that is not the key's.
    package static let invalidSignature = Code(description: "invalidSignature")
    /// A signature counter that did not increase: two authenticators have the credential.
    package static let counterRegressed = Code(description: "counterRegressed")
  }
}

// MARK: - Conformances

extension WebAuthnError: Equatable {
  package static func == (left: WebAuthnError, right: WebAuthnError) -> Bool {
    left.code == right.code
  }
}

extension WebAuthnError: CustomStringConvertible {
  package var description: String { "\(code): \(message)" }
}
