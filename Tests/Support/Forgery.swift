internal import EmuJOSE
package import EmuJSON

/// Tokens that someone without the issuer's key makes out of a genuine one.
package enum Forgery: String, CaseIterable, Sendable {
  /// Other claims with the old signature.
  case tampered
  /// `alg` none, with the `kid` in the header.
  case unsignedWithKid
  /// Signed with a shared secret, under the issuer's `kid`.
  case sharedSecret
  /// A signature without bytes under the issuer's `kid` and algorithm.
  case emptySignature

  /// The forged token.
  ///
  /// - Parameter changes: claims that are added or replaced.
  package func token(outOf genuine: String, changes: JSONObject = [:]) throws -> String {
    let token = try CompactJWT(genuine)
    let header = try JSON(parsing: TokenText.decoded(String(genuine.prefix { $0 != "." })))
    var claims = JSON.claims(ofToken: genuine).object ?? [:]
    for change in changes { claims[change.key] = change.value }
    let payload = JSON.object(claims).serializedBytes()
    let kid = header["kid"]?.string
    switch self {
    case .tampered:
      return Self.join(header, payload) + "." + Base64URL.encode(try token.signature())
    case .unsignedWithKid:
      return Self.join(["alg": "none", "kid": .string(kid ?? "")], payload) + "."
    case .sharedSecret:
      return JWTSigner.sign(claims: payload, secret: Array("secret".utf8), kid: kid)
    case .emptySignature:
      return Self.join(header, payload) + "."
    }
  }

  private static func join(_ header: JSON, _ payload: [UInt8]) -> String {
    Base64URL.encode(header.serializedBytes()) + "." + Base64URL.encode(payload)
  }
}
