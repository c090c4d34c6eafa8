internal import EmuHTTP
internal import EmuJSON

/// Instance discovery: returns the names of an authority, if it is one of Microsoft's.
///
/// Here, exactly the authorities at the emulator's address are valid.
enum MicrosoftInstance {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let query = call.request.query
    for name in ["api-version", "authorization_endpoint"] where query.first(name) == nil {
      throw OAuthError(
        .invalidRequest, reason: "The parameter \(name) is missing.", problem: .missing(name))
    }
    let endpoint = query.first("authorization_endpoint") ?? ""
    let root = call.baseURL + "/issuers/microsoft.com/"
    guard endpoint.hasPrefix(root),
      let tenant = endpoint.dropFirst(root.count).split(separator: "/").first
    else {
      throw MicrosoftError(
        50049, reason: "authorization_endpoint is not below \(root).")
    }
    let name = JSON.string(host(of: call.baseURL))
    return .ready(
      .published([
        "tenant_discovery_endpoint": .string(
          "\(root)\(tenant)/v2.0/.well-known/openid-configuration"),
        "api-version": "1.1",
        "metadata": [["preferred_network": name, "preferred_cache": name, "aliases": [name]]],
      ]))
  }

  /// Returns an address without its scheme, such as `localhost:9099`.
  static func host(of address: String) -> String {
    address.firstRange(of: "://").map { String(address[$0.upperBound...]) } ?? address
  }
}
