/// The ability to sign people in by OAuth 1.0a, with request tokens (RFC 5849 §2).
package struct RequestTokenSignIn: Sendable {
  /// The scope of a consent, since OAuth 1.0a has no scopes; separated by spaces.
  package let scope: String

  package init(scope: String) { self.scope = scope }
}
