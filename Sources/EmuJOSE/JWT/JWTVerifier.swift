/// Checks tokens' signatures, and only those.
package enum JWTVerifier {
  /// Checks a token's signature against the possible keys.
  ///
  /// With a `kid`, only the keys of that name count, of which there may be several, and keys
  /// without a name. Without one, every key whose algorithms include the token's counts. An
  /// unsigned token is never valid here: callers that accept those check ``CompactJWT/isUnsigned``
  /// first.
  package static func verify(_ token: String, keys: [VerificationKey]) -> JWTVerification {
    do throws(JOSEError) {
      return verify(try CompactJWT(token), keys: keys)
    } catch {
      return .malformed(error.message)
    }
  }

  /// Checks the signature of a token that has already been split.
  package static func verify(_ token: CompactJWT, keys: [VerificationKey]) -> JWTVerification {
    let header: JWSHeader
    let signature: [UInt8]
    do throws(JOSEError) {
      header = try token.header()
      signature = try token.signature()
      _ = try token.payload()
    } catch {
      return .malformed(error.message)
    }
    guard !header.isCritical else {
      return .malformed("the header has critical extensions, and none is understood here")
    }
    guard let algorithm = header.algorithm, algorithm != .none else {
      return .algorithmNotAllowed
    }
    let named = header.kid.map { kid in keys.filter { $0.kid == kid || $0.kid == nil } } ?? keys
    guard !named.isEmpty else { return .unknownKey }
    let candidates = named.filter { $0.algorithms.contains(algorithm) }
    guard !candidates.isEmpty else { return .algorithmNotAllowed }
    let input = token.signingInput
    for key in candidates
    where key.isValidSignature(signature, for: input, algorithm: algorithm) {
      return .valid(kid: key.kid)
    }
    return .badSignature
  }

  /// Returns true for a signature of one of the keys.
  ///
  /// - Parameter keys: nil where the signer's keys are unknown; any signature is accepted then, under a
  ///   header that one of them could have.
  package static func accepts(_ token: CompactJWT, keys: [VerificationKey]?) -> Bool {
    let result = verify(token, keys: keys ?? [])
    return result.isValid || keys == nil && result == .unknownKey && !token.hasEmptySignature
  }
}

/// The result of checking a token's signature; its claims are not checked.
package enum JWTVerification: Sendable, Hashable {
  /// One of the keys made the signature; its name, if it has one.
  case valid(kid: String?)
  /// The keys that the token may mean did not make this signature.
  case badSignature
  /// No key has the name in the token, or there is no key at all.
  case unknownKey
  /// The token's `alg` is unknown, `none`, or not the key's.
  case algorithmNotAllowed
  /// The text is not a token, or its header requires an extension; the text is the reason.
  case malformed(String)

  package var isValid: Bool {
    if case .valid = self { true } else { false }
  }
}
