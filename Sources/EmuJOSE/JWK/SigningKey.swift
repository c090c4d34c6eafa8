package import EmuCrypto

/// A private key with its name, its one algorithm, and its rotation state.
package struct SigningKey: Sendable {
  /// The state of a key: signing, then only verifying.
  package enum State: String, Sendable, Hashable, CaseIterable {
    case active
    /// Still published, until the last token it signed has run out; signs no more.
    case retired
  }

  /// The name in token headers and key sets.
  package let kid: String
  /// The one algorithm it signs with.
  package let algorithm: JWSAlgorithm
  package var state: State
  package let privateKey: PrivateKey

  /// Binds a key to an algorithm.
  ///
  /// - Throws: when the key is of another family or curve.
  package init(
    kid: String, algorithm: JWSAlgorithm, privateKey: PrivateKey, state: State = .active
  ) throws(JOSEError) {
    guard VerificationKey.algorithms(of: privateKey.publicKey).contains(algorithm) else {
      throw JOSEError("the key cannot sign \(algorithm.rawValue)")
    }
    self.kid = kid
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.state = state
  }

  /// The public half as it appears in a key set.
  package var publicJWK: JWK {
    JWK(kid: kid, algorithm: algorithm, publicKey: privateKey.publicKey)
  }

  /// The public half, bound to the same algorithm.
  package var verificationKey: VerificationKey {
    VerificationKey(kid: kid, publicKey: privateKey.publicKey, algorithms: [algorithm])
  }

  func sign(_ input: [UInt8]) throws(JOSEError) -> [UInt8] {
    do throws(CryptoError) {
      return try privateKey.sign(input, using: algorithm.rsaScheme)
    } catch {
      throw JOSEError("the token could not be signed (\(error.message))")
    }
  }
}
