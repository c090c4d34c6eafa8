internal import EmuCrypto

/// The signatures of passkeys, by their numbers in the IANA registry of COSE algorithms.
package enum SignatureAlgorithm: Int64, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = -7
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = -257
  /// Ed25519.
  case edDSA = -8

  /// Returns true for the key's signature over the message; false for a key of another kind.
  ///
  /// WebAuthn §6.5.5: an ECDSA signature is in DER.
  func isValid(_ signature: [UInt8], for message: [UInt8], by key: PublicKey) -> Bool {
    let kind: KeyKind =
      switch self {
      case .es256: .ec(.p256)
      case .rs256: .rsa
      case .edDSA: .ed25519
      }
    return key.kind == kind && key.isValidDERSignature(signature, for: message)
  }
}
