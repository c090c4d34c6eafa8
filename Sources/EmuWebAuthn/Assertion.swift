internal import EmuCrypto

/// The verified sign-in with a credential (WebAuthn §7.2), with its new values.
package struct Assertion: Sendable, Hashable {
  /// The counter that replaces the stored one.
  package let signCount: UInt32

  /// The stored data of a credential since its registration.
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

  /// Verifies an authenticator's response. The caller checks the credential's owner and the user
  /// handle.
  package init(
    of ceremony: Ceremony, by credential: Credential, clientDataJSON: [UInt8],
    authenticatorData: [UInt8], signature: [UInt8]
  ) throws(WebAuthnError) {
    try ceremony.check(ClientData(json: clientDataJSON), type: "webauthn.get")
    let data = try AuthenticatorData(authenticatorData)
    try ceremony.check(data)
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw WebAuthnError(
        "whether the passkey can be backed up differs from its registration")
    }
    let key = try CredentialKey(cose: credential.publicKey)
    let message = authenticatorData + Digest.sha256.hash(clientDataJSON)
    guard key.isValidSignature(signature, for: message) else {
      throw WebAuthnError("the signature is not the passkey's")
    }
    // Step 22: an unused counter is 0 on both sides.
    guard data.signCount > credential.signCount || (data.signCount, credential.signCount) == (0, 0)
    else {
      throw WebAuthnError(
        "the signature counter is \(data.signCount) and was \(credential.signCount) before: the "
          + "passkey was copied")
    }
    signCount = data.signCount
  }
}
