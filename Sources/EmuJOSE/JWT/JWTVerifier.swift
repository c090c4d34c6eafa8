/// Checks tokens' signatures, and only those.
package enum JWTVerifier {
  /// Returns true for a signature of one of the keys.
  ///
  /// With a `kid`, only the keys of that name count, of which there may be several, and keys
  /// without a name. Without one, every key whose algorithms include the token's counts. An
  /// unsigned token is never valid here: callers that accept those check ``CompactJWT/isUnsigned``
  /// first.
  package static func verifies(_ token: CompactJWT, keys: [VerificationKey]) -> Bool {
    guard let (kid, algorithm, signature) = parts(of: token) else { return false }
    let input = token.signingInput
    return keys.contains { key in
      (kid == nil || key.kid == nil || key.kid == kid)
        && key.isValidSignature(signature, for: input, algorithm: algorithm)
    }
  }

  /// Returns true for a signature of one of the keys.
  ///
  /// - Parameter keys: nil where the signer's keys are unknown; any signature is accepted then, under a
  ///   header that one of them could have.
  package static func accepts(_ token: CompactJWT, keys: [VerificationKey]?) -> Bool {
    keys.map { verifies(token, keys: $0) }
      ?? (parts(of: token) != nil && !token.hasEmptySignature)
  }

  /// Returns the parts that a check needs; nil for a token that no key can have signed.
  private static func parts(
    of token: CompactJWT
  ) -> (kid: String?, algorithm: JWSAlgorithm, signature: [UInt8])? {
    guard let header = try? token.header(), !header.isCritical,
      let algorithm = header.algorithm, algorithm != .none,
      let signature = try? token.signature(), (try? token.payload()) != nil
    else { return nil }
    return (header.kid, algorithm, signature)
  }
}
