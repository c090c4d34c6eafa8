package import EmuCrypto

/// A public key as JSON (RFC 7517): RSA, EC or OKP.
///
/// It has no private members, so none can ever be written.
package struct JWK: Sendable, Equatable {
  /// The name by which tokens refer to it.
  package var kid: String?
  /// The one algorithm it is for; nil when its publisher names none.
  package var algorithm: JWSAlgorithm?
  package var publicKey: PublicKey
  /// A certificate for the key, written as `x5c` and `x5t`; not read back.
  package var certificate: X509Certificate?
  /// The issuer of the tokens that the key signs; a member of Microsoft's.
  package var issuer: String?

  /// Creates a key for a key set.
  package init(
    kid: String?, algorithm: JWSAlgorithm?, publicKey: PublicKey, issuer: String? = nil
  ) {
    self.kid = kid
    self.algorithm = algorithm
    self.publicKey = publicKey
    self.issuer = issuer
  }

  /// The key for a verifier; without `alg` it serves all algorithms of its kind.
  package var verificationKey: VerificationKey {
    VerificationKey(kid: kid, publicKey: publicKey, algorithms: algorithm.map { [$0] })
  }
}
