/// The PKCE challenge that the exchange of a code must satisfy (RFC 7636 §4.2).
package struct CodeChallenge: Sendable, Hashable {
  package enum Method: String, Sendable, CaseIterable {
    /// The verifier itself.
    case plain
    /// The verifier's SHA-256, base64url without padding.
    case s256 = "S256"
  }

  package var method: Method
  package var value: String

  package init(method: Method, value: String) {
    self.method = method
    self.value = value
  }
}
