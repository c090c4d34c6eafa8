/// The kind of a sign-in provider, which its id names.
package enum ProviderFamily: String, Sendable {
  /// A provider with a fixed id, such as `google.com`.
  case social
  /// An OpenID Connect provider that the project names `oidc.NAME`.
  case oidc
  /// A SAML provider that the project names `saml.NAME`.
  case saml

  package init(of id: String) {
    self = [.oidc, .saml].first { id.hasPrefix($0.prefix) } ?? .social
  }

  /// The beginning of an id; empty for a social provider.
  package var prefix: String { self == .social ? "" : rawValue + "." }
}
