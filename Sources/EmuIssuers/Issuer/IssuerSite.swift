internal import EmuHTTP

/// The address of an issuer: the emulator's, and the tenant of the path, if any.
struct IssuerSite: Sendable {
  /// Such as `http://localhost:9099`.
  var baseURL: String
  /// The issuer's root path, such as `/issuers/apple.com`.
  var root: String
  var tenant: String?

  /// - Parameter tenant: nil for the tenant of the call's path.
  init(_ issuer: any FakeIssuer, _ call: IssuerCall, tenant: String? = nil) {
    baseURL = call.baseURL
    root = "/issuers/\(issuer.id)"
    self.tenant = tenant ?? call.parameters["tenant"]
  }

  /// Returns the complete address of one of the issuer's paths.
  func url(_ path: String) -> String {
    baseURL + root
      + path.replacing("{tenant}", with: tenant.map(PercentEncoding.pathSegment) ?? "{tenant}")
  }
}
