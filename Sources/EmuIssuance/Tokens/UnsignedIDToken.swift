package import EmuJOSE
package import EmuJSON
package import EmuProviders

/// An ID token that lacks nothing but its header and its signature.
///
/// It can be kept as JSON. A signature has no place on the writer's thread, so a token that a
/// transaction makes is signed when the answer is written.
package struct UnsignedIDToken: Sendable, Codable {
  /// The issuer that signs, by provider id.
  package let issuer: String
  package let claims: JSONObject
  package let algorithm: JWSAlgorithm
  /// `typ`; nil where the provider has none.
  package let type: String?
  /// What shall be wrong with header and signature.
  package let defects: [Defect]

  package init(
    issuer: String, claims: JSONObject, algorithm: JWSAlgorithm, type: String?, defects: [Defect]
  ) {
    self.issuer = issuer
    self.claims = claims
    self.algorithm = algorithm
    self.type = type
    self.defects = defects
  }

  /// Signs the token; never call it on the writer's thread, since the key may have to be made first.
  ///
  /// - Parameter makeKeyID: makes the name of a key that nobody published.
  /// - Throws: when the issuer's key cannot be made.
  package func sign(keys: KeyRing, makeKeyID: @escaping () -> String) throws -> String {
    let key = try keys.signingKey(of: issuer, algorithm: algorithm)
    let seal = TokenSeal(key: key, type: type, defects: defects, makeKeyID: makeKeyID)
    return try seal.sign(JSON.object(claims).serializedBytes())
  }
}
