package import EmuCrypto

/// A key that verifies signatures, with the algorithms it may be used for.
///
/// The key determines the algorithm, never the token: a public key is never an HMAC secret, and a
/// key bound to RS256 verifies nothing else.
package struct VerificationKey: Sendable {
  /// The key material: a public key, or a secret shared with the signer.
  package enum Material: Sendable {
    case publicKey(PublicKey)
    case secret([UInt8])
  }

  /// The name by which tokens refer to it, if it has one.
  package let kid: String?
  /// The accepted values of a token's `alg`.
  package let algorithms: [JWSAlgorithm]
  package let material: Material

  /// Wraps a public key; without algorithms named it serves all of its kind.
  ///
  /// Algorithms that are not the key's kind's are dropped.
  package init(kid: String?, publicKey: PublicKey, algorithms: [JWSAlgorithm]? = nil) {
    let own = Self.algorithms(of: publicKey)
    self.kid = kid
    self.algorithms = algorithms.map { $0.filter(own.contains) } ?? own
    self.material = .publicKey(publicKey)
  }

  /// Wraps a secret for HS256, such as an OAuth client's (`client_secret_jwt`).
  ///
  /// RFC 7518 §3.2 requires 32 bytes or more. Shorter ones are accepted, since client secrets are
  /// often shorter; an empty one never verifies anything.
  package init(secret: [UInt8]) {
    kid = nil
    algorithms = [.hs256]
    material = .secret(secret)
  }

  package var isSecret: Bool { algorithms == [.hs256] }

  static func algorithms(of key: PublicKey) -> [JWSAlgorithm] {
    switch key.kind {
    case .rsa: [.rs256, .rs384, .rs512, .ps256]
    // The curve decides (RFC 7518 §3.4).
    case .ec(.p256): [.es256]
    case .ec(.p384): [.es384]
    case .ed25519: [.eddsa]
    }
  }

  /// Returns true for this key's signature with the algorithm over the bytes.
  func isValidSignature(
    _ signature: [UInt8], for input: [UInt8], algorithm: JWSAlgorithm
  ) -> Bool {
    guard algorithms.contains(algorithm) else { return false }
    switch material {
    case .publicKey(let key):
      return key.isValidSignature(signature, for: input, using: algorithm.rsaScheme)
    case .secret(let secret):
      // Everyone could use an empty secret.
      return !secret.isEmpty
        && ConstantTime.areEqual(signature, HMAC.code(for: input, key: secret, using: .sha256))
    }
  }
}
