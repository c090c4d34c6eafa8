internal import EmuCrypto

/// Signing in with a credential (WebAuthn §7.2): what is new once everything was found right.
package struct Assertion: Sendable, Hashable {
  /// The counter to store in place of the one before.
  package let signCount: UInt32

  /// What is kept of a credential since its registration.
  package struct Credential: Sendable, Hashable {
    /// A COSE_Key.
    package var publicKey: [UInt8]
    package var signCount: UInt32
    package var isBackupEligible: Bool

    package init(publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool) {
      self.publicKey = publicKey
      self.signCount = signCount
      self.isBackupEligible = isBackupEligible
    }
  }

  /// Verifies an authenticator's answer. Whose credential it is, and whether the user handle agrees, is
  /// for the caller to check.
  ///
  /// - Throws: every code of ``WebAuthnError`` but `unsupportedAttestation`.
  package init(
    of ceremony: Ceremony, by credential: Credential, clientDataJSON: [UInt8],
    authenticatorData: [UInt8], signature: [UInt8]
  ) throws(WebAuthnError) {
    try ceremony.check(ClientData(json: clientDataJSON), type: "webauthn.get")
    let data = try AuthenticatorData(authenticatorData)
    try ceremony.check(data)
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw WebAuthnError(
        .wrongBackupState, "whether the passkey can be backed up differs from its registration")
    }
    let key = try CredentialKey(cose: credential.publicKey)
    let message = authenticatorData + Digest.sha256.hash(clientDataJSON)
    guard key.isValidSignature(signature, for: message) else {
      throw WebAuthnError(.invalidSignature, "the signature is not the passkey's")
    }
    // Step 22: a counter that is not used stays 0 on both sides.
    guard data.signCount > credential.signCount || (data.signCount, credential.signCount) == (0, 0)
    else {
      throw WebAuthnError(
        .counterRegressed,
        "the signature counter is \(data.signCount) and was \(credential.signCount) before: the "
          + "passkey was copied")
    }
    signCount = data.signCount
  }
}
