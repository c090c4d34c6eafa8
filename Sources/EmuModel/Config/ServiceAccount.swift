/// A service account whose custom tokens a project accepts.
package struct ServiceAccount: Sendable, Hashable, Codable {
  /// The e-mail address, which is `iss` and `sub` of the tokens.
  package var clientEmail: String
  /// The public key: `-----BEGIN PUBLIC KEY-----` or a certificate, in PEM.
  package var publicKey: String
}
