internal import EmuHTTP

/// Where an issuer is reached: the emulator's address, and the tenant where the path names one.
struct IssuerSite: Sendable {
  /// Such as `http://localhost:9099`.
  var baseURL: String
  /// The issuer's root behind the address, such as `/issuers/apple.com`.
  var root: String
  /// As the path names it.
  var tenant: String?

  init(_ issuer: any FakeIssuer, _ call: IssuerCall) {
    baseURL = call.baseURL
    root = "/issuers/\(issuer.id)"
    tenant = call.parameters["tenant"]
  }

  /// The whole address of one of the issuer's paths.
  func url(_ path: String) -> String {
    baseURL + root
      + path.replacing("{tenant}", with: tenant.map(PercentEncoding.pathSegment) ?? "{tenant}")
  }
}
