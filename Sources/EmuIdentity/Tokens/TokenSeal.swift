internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON

/// Adds header and signature to a token's claims, with the token's defects.
struct TokenSeal {
  let key: SigningKey
  /// `typ`; nil where the provider has none.
  let type: String?
  let defects: [Defect]
  /// A new key's name in the provider's form.
  let makeKeyID: () -> String

  func sign(_ claims: [UInt8]) throws -> String {
    if defects.contains(.unsigned) { return JWTSigner.unsigned(claims: claims) }
    if defects.contains(.hmacSigned) {
      // The secret of a verifier that uses the key set's text as a secret.
      let secret = key.publicJWK.json.serializedBytes()
      return JWTSigner.sign(claims: claims, secret: secret, kid: key.kid)
    }
    let token = try JWTSigner.sign(
      claims: claims, key: try namedKey(), type: type,
      headers: defects.contains(.criticalHeader) ? ["crit": ["urn:example:unknown"]] : [:],
      namesKey: !defects.contains(.missingKey))
    return defects.contains(.badSignature) ? try Self.broken(token) : token
  }

  private func namedKey() throws -> SigningKey {
    guard defects.contains(.unknownKey) else { return key }
    return try SigningKey(
      kid: makeKeyID(), algorithm: key.algorithm, privateKey: key.privateKey)
  }

  /// The token with one bit of its signature turned over.
  private static func broken(_ token: String) throws -> String {
    let start = token.lastIndex(of: ".") ?? token.startIndex
    var signature = try CompactJWT(token).signature()
    signature[signature.count / 2] ^= 1
    return token[...start] + Base64URL.encode(signature)
  }
}
