/// The authorization request with which the backend sends a browser to a provider.
///
/// Issuer and backend share it.
package struct BackendRedirect: Sendable {
  /// The path after the issuer's root, such as `/login/oauth/authorize`; `{tenant}` is replaced by
  /// a tenant.
  package var path: String
  /// The scopes that the backend always requests.
  package var scopes: [String]
  /// `response_mode`, where the provider's default is not a query.
  package var responseMode: String?
  /// The parameter for the required domain of people, where the provider has one.
  package var domainParameter: String?

  package init(
    _ path: String, scopes: [String], responseMode: String? = nil, domainParameter: String? = nil
  ) {
    self.path = path
    self.scopes = scopes
    self.responseMode = responseMode
    self.domainParameter = domainParameter
  }
}
