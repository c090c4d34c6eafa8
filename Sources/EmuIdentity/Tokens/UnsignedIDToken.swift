internal import EmuCrypto
package import EmuJOSE
package import EmuJSON

/// An ID token without header and signature.
///
/// It can be stored as JSON. The writer's thread must not sign, so a token created in a transaction
/// is signed when the response is written.
package struct UnsignedIDToken: Sendable, Codable {
  /// The issuer that signs, by provider id.
  package let issuer: String
  package let claims: JSONObject
  package let algorithm: JWSAlgorithm
  package let usesLastKey: Bool
  /// `typ`; nil where the provider has none.
  package let type: String?
  /// The defects of header and signature.
  package let defects: [Defect]

  /// Signs the token; must not be called on the writer's thread, since the key may have to be
  /// generated first.
  ///
  /// - Parameter makeKeyID: generates the name of an unpublished key.
  /// - Throws: when the issuer's key cannot be generated.
  package func sign(keys: KeyRing, makeKeyID: () -> String) throws -> String {
    var key = try keys.signingKey(of: issuer, algorithm: algorithm, usesLast: usesLastKey)
    let claims = JSON.object(claims).serializedBytes()
    if defects.contains(.unsigned) { return JWTSigner.unsigned(claims: claims) }
    if defects.contains(.hmacSigned) {
      // The secret of a verifier that uses the key set's text as a secret.
      let secret = key.publicJWK.json.serializedBytes()
      return JWTSigner.sign(claims: claims, secret: secret, kid: key.kid)
    }
    if defects.contains(.unknownKey) {
      key = try SigningKey(
        kid: makeKeyID(), algorithm: key.algorithm, privateKey: key.privateKey)
    }
    let token = try JWTSigner.sign(
      claims: claims, key: key, type: type,
      headers: defects.contains(.criticalHeader) ? ["crit": ["urn:example:unknown"]] : [:],
      namesKey: !defects.contains(.missingKey))
    return defects.contains(.badSignature) ? try Self.broken(token) : token
  }

  /// The token with one bit of its signature turned over.
  private static func broken(_ token: String) throws -> String {
    let start = token.lastIndex(of: ".") ?? token.startIndex
    var signature = try CompactJWT(token).signature()
    signature[signature.count / 2] ^= 1
    return token[...start] + Base64URL.encode(signature)
  }
}
