internal import EmuCrypto
package import EmuModel

/// The verified sign-in with a credential (WebAuthn §7.2), with its new values.
package struct Assertion: Sendable, Hashable {
  /// The counter that replaces the stored one.
  package let signCount: UInt32

  /// Verifies an authenticator's response. The caller checks the credential's owner and the user
  /// handle.
  package init(
    of ceremony: Ceremony, by passkey: Passkey, clientDataJSON: [UInt8],
    authenticatorData: [UInt8], signature: [UInt8]
  ) throws(WebAuthnError) {
    guard let publicKey = passkey.publicKey else {
      throw WebAuthnError("the passkey was enrolled by its id alone, so nothing can be verified")
    }
    try ceremony.check(ClientData(json: clientDataJSON), type: "webauthn.get")
    let data = try AuthenticatorData(authenticatorData)
    try ceremony.check(data)
    guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else {
      throw WebAuthnError(
        "whether the passkey can be backed up differs from its registration")
    }
    let key = try CredentialKey(cose: publicKey)
    let message = authenticatorData + Digest.sha256.hash(clientDataJSON)
    guard key.isValidSignature(signature, for: message) else {
      throw WebAuthnError("the signature is not the passkey's")
    }
    // Step 22: an unused counter is 0 on both sides.
    guard data.signCount > passkey.signCount || (data.signCount, passkey.signCount) == (0, 0)
    else {
      throw WebAuthnError(
        "the signature counter is \(data.signCount) and was \(passkey.signCount) before: the "
          + "passkey was copied")
    }
    signCount = data.signCount
  }
}
