internal import EmuHTTP
internal import EmuJOSE

/// The public keys of an issuer's tokens.
enum PublishedKeys {
  /// Returns the keys, which the route has generated before.
  static func answer(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> Response {
    let site = IssuerSite(issuer, call)
    // An invalid issuer address has no keys either.
    _ = try issuer.issuerName(at: site)
    call.services.declareKeys(of: issuer)
    let keys = try call.services.keys.publishedKeys(of: issuer.id)
    return .published(JWKSet(try keys.map { try issuer.published($0, at: site) }).json)
  }
}
