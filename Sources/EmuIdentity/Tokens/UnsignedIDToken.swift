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
  /// `typ`; nil where the provider has none.
  package let type: String?
  /// The defects of header and signature.
  package let defects: [Defect]

  /// Signs the token; must not be called on the writer's thread, since the key may have to be
  /// generated first.
  ///
  /// - Parameter makeKeyID: generates the name of an unpublished key.
  /// - Throws: when the issuer's key cannot be generated.
  package func sign(keys: KeyRing, makeKeyID: @escaping () -> String) throws -> String {
    let key = try keys.signingKey(of: issuer, algorithm: algorithm)
    let seal = TokenSeal(key: key, type: type, defects: defects, makeKeyID: makeKeyID)
    return try seal.sign(JSON.object(claims).serializedBytes())
  }
}
