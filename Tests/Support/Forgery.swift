package import EmuCrypto
internal import EmuJOSE
package import EmuJSON

/// Tokens that someone without the issuer's key makes out of a genuine one.
package enum Forgery: String, CaseIterable, Sendable {
  /// Other claims with the old signature.
  case tampered
  case unsigned
  /// `alg` none in another spelling.
  case unsignedInCapitals
  /// `alg` none, with the `kid` in the header.
  case unsignedWithKid
  /// `alg` none over the old signature.
  case unsignedWithSignature
  /// Signed with a shared secret, under the issuer's `kid`.
  case sharedSecret
  case emptySecret
  /// Signed by HS256 with a form of the public key as the secret.
  case publicKeyDER, publicKeyPEM, publicKeyJWK
  /// A signature without bytes under the issuer's `kid` and algorithm.
  case emptySignature
  /// Signed with a key of the signer's own, of the same kind.
  case otherKey, otherKeyWithoutKid, otherKeyUnknown
  /// Signed with a key of another kind or curve, under the issuer's `kid`.
  case otherKind, otherCurve
  /// The header has no `alg`, or one that does not exist.
  case noAlgorithm, unknownAlgorithm
  /// The header requires an extension.
  case critical
  /// The header has or names the key that signed.
  case embeddedKey, embeddedURL, embeddedCertificate

  /// The forged token.
  ///
  /// - Parameters:
  ///   - changes: claims that are added or replaced.
  ///   - key: the key with which the genuine token verifies.
  package func token(
    outOf genuine: String, changes: JSONObject = [:], verifiedBy key: PublicKey? = nil
  ) throws -> String {
    let token = try CompactJWT(genuine)
    let header = try JSON(parsing: Base64URL.decode(String(genuine.prefix { $0 != "." })) ?? [])
    var claims = JSON.claims(ofToken: genuine).object ?? [:]
    for change in changes { claims[change.key] = change.value }
    if self == .tampered { claims["admin"] = true }
    let payload = JSON.object(claims).serializedBytes()
    let kid = header["kid"]?.string
    let named = JWSAlgorithm(rawValue: header["alg"]?.string ?? "") ?? .rs256
    let algorithm = named == .hs256 ? .rs256 : named
    let signature = Base64URL.encode(try token.signature())
    let key = key ?? Self.rsa.publicKey
    func hmac(_ secret: [UInt8]) -> String {
      JWTSigner.sign(claims: payload, secret: secret, kid: kid)
    }
    func signed(
      _ algorithm: JWSAlgorithm, kid: String? = nil,
      _ more: (SigningKey) -> JSONObject = { _ in [:] }
    ) throws -> String {
      let own = try SigningKey(
        kid: kid ?? "none", algorithm: algorithm, privateKey: Self.privateKey(algorithm))
      return try JWTSigner.sign(claims: payload, key: own, headers: more(own), namesKey: kid != nil)
    }
    return switch self {
    case .tampered: Self.join(header, payload, signature)
    case .unsigned: JWTSigner.unsigned(claims: payload)
    case .unsignedInCapitals: Self.join(["alg": "None", "kid": .string(kid ?? "")], payload)
    case .unsignedWithKid: Self.join(["alg": "none", "kid": .string(kid ?? "")], payload)
    case .unsignedWithSignature: Self.join(["alg": "none"], payload, signature)
    case .sharedSecret: hmac(Array("secret".utf8))
    case .emptySecret: hmac([])
    case .publicKeyDER: hmac(key.derRepresentation)
    case .publicKeyPEM: hmac(Array(key.pemRepresentation.utf8))
    case .publicKeyJWK:
      hmac(JWK(kid: kid, algorithm: algorithm, publicKey: key).json.serializedBytes())
    case .emptySignature: Self.join(header, payload)
    case .otherKey: try signed(algorithm, kid: kid)
    case .otherKeyWithoutKid: try signed(algorithm)
    case .otherKeyUnknown: try signed(algorithm, kid: "unknown")
    case .otherKind: try signed(algorithm == .es256 ? .rs256 : .es256, kid: kid)
    case .otherCurve: try signed(.es384, kid: kid)
    case .noAlgorithm: Self.join(["kid": .string(kid ?? ""), "typ": "JWT"], payload, signature)
    case .unknownAlgorithm: Self.join(["alg": "HS1", "kid": .string(kid ?? "")], payload, "AAAA")
    case .critical: try signed(algorithm, kid: kid) { _ in ["crit": ["exp"]] }
    case .embeddedKey: try signed(algorithm) { ["jwk": $0.publicJWK.json] }
    case .embeddedURL:
      try signed(algorithm) { _ in
        ["jku": "http://localhost:9/keys", "x5u": "http://localhost:9/certificate"]
      }
    case .embeddedCertificate:
      try signed(algorithm) { own in
        ["x5c": [.string(Base64URL.encodePadded(own.privateKey.publicKey.derRepresentation))]]
      }
    }
  }

  private static func join(_ header: JSON, _ payload: [UInt8], _ signature: String = "") -> String {
    Base64URL.encode(header.serializedBytes()) + "." + Base64URL.encode(payload) + "." + signature
  }

  private static func privateKey(_ algorithm: JWSAlgorithm) throws -> PrivateKey {
    switch algorithm {
    case .rs256, .rs384, .rs512, .ps256: rsa
    default: try algorithm.makePrivateKey()
    }
  }

  /// The forger's key: generating one takes up to a third of a second.
  private static let rsa: PrivateKey = {
    do { return try JWSAlgorithm.rs256.makePrivateKey() } catch { fatalError("\(error)") }
  }()
}
