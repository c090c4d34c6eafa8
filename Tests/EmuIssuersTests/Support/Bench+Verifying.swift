import EmuJOSE
import EmuTestSupport
import Testing

/// A token as a client sees it that knows only the discovery document.
struct Verified {
  /// True for a signature of a published key.
  var isSigned: Bool
  /// True if a key with the token's `kid` is published.
  var hasKey: Bool
  var header: JWSHeader
  var claims: JSONObject
  var registered: RegisteredClaims
  /// The issuer in the discovery document.
  var expectedIssuer: String
}

extension Bench {
  /// Returns the path of an issuer's discovery document.
  static func discovery(of issuer: String, tenant: String = "common") -> String {
    let root = "/issuers/\(issuer)"
    let tail = "/.well-known/openid-configuration"
    if issuer == "linkedin.com" { return root + "/oauth" + tail }
    return issuer == "microsoft.com" ? "\(root)/\(tenant)/v2.0\(tail)" : root + tail
  }

  /// Verifies a token with the discovery document alone.
  func verify(_ token: String, discovery: String) async throws -> Verified {
    let document = await get(discovery).expect(200)
    let keysURL = try document.value("jwks_uri")
    let path = try #require(keysURL.hasPrefix(Self.base) ? keysURL.dropFirst(Self.base.count) : nil)
    let keys = try JWKSet(parsing: Array(await get(String(path)).text.utf8))
    let jwt = try CompactJWT(token)
    let claims = try #require(jwt.claims)
    let header = try jwt.header()
    return Verified(
      isSigned: JWTVerifier.verifies(jwt, keys: keys.verificationKeys),
      hasKey: keys.keys.contains { $0.kid == header.kid }, header: header, claims: claims,
      registered: RegisteredClaims(claims),
      expectedIssuer: document["issuer"]?.string ?? "")
  }

  /// Verifies an answer's token, and expects a valid signature.
  @discardableResult
  func verified(
    _ token: JSON?, by issuer: String, tenant: String = "common",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Verified {
    let text = try #require(token?.string, sourceLocation: sourceLocation)
    let verified = try await verify(text, discovery: Self.discovery(of: issuer, tenant: tenant))
    #expect(verified.isSigned, sourceLocation: sourceLocation)
    return verified
  }
}
