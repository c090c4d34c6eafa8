internal import EmuHTTP
internal import EmuJOSE

/// The keys with which an issuer's tokens are verified.
enum PublishedKeys {
  /// The keys are there already: the route has them made first.
  static func answer(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> Response {
    let site = IssuerSite(issuer, call)
    // An address that is none has no keys either.
    _ = try issuer.issuerName(at: site)
    call.services.declareKeys(of: issuer)
    let keys = try call.services.keys.publishedKeys(of: issuer.id)
    return .published(JWKSet(try keys.map { try issuer.published($0, at: site) }).json)
  }
}
