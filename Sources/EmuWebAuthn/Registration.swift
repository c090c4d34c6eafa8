internal import EmuCrypto

/// The verified registration of a credential (WebAuthn §7.1).
package struct Registration: Sendable, Hashable {
  package let credentialID: [UInt8]
  /// A COSE_Key, for ``Assertion``.
  package let publicKey: [UInt8]
  package let signCount: UInt32
  /// True when the credential may be copied to other devices; it never changes.
  package let isBackupEligible: Bool

  /// Verifies an authenticator's response. The caller checks that the credential's id is new.
  ///
  /// - Parameters:
  ///   - clientDataJSON: as the client collected it.
  ///   - attestationObject: in CBOR.
  package init(
    of ceremony: Ceremony, clientDataJSON: [UInt8], attestationObject: [UInt8]
  ) throws(WebAuthnError) {
    try ceremony.check(ClientData(json: clientDataJSON), type: "webauthn.create")
    let object = try AttestationObject(attestationObject)
    let data = object.authenticatorData
    try ceremony.check(data)
    guard let attested = data.attested else {
      throw WebAuthnError("the authenticator data carry no credential")
    }
    let key = try CredentialKey(cose: attested.publicKey)
    try object.verify(clientDataHash: Digest.sha256.hash(clientDataJSON), key: key)
    credentialID = attested.id
    publicKey = attested.publicKey
    signCount = data.signCount
    isBackupEligible = data.flags.contains(.backupEligible)
  }
}
