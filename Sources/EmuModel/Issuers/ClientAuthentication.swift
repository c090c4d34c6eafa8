/// A client authentication method (RFC 6749 §2.3, RFC 7523 §2.2), by its name in discovery.
package enum ClientAuthentication: String, Sendable, CaseIterable {
  case basic = "client_secret_basic"
  case post = "client_secret_post"
  /// A token sealed with the client's secret.
  case secretToken = "client_secret_jwt"
  /// A token that the client's own key signed.
  case privateKey = "private_key_jwt"
  /// A public client, which only names itself.
  case none
}
