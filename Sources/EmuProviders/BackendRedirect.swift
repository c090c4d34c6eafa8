/// The authorization request with which the backend sends a browser to a provider.
///
/// Issuer and backend both need to know where that is.
package struct BackendRedirect: Sendable {
  /// Behind the issuer's root, such as `/login/oauth/authorize`; `{tenant}` stands for a tenant.
  package var path: String
  /// What the backend asks for, whatever the app asks for besides.
  package var scopes: [String]
  /// `response_mode`, where the provider would not send the answer as a query by itself.
  package var responseMode: String?
  /// What the domain that people are to be of is called, where the provider has a parameter for it.
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
