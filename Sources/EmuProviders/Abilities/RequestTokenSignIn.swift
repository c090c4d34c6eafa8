/// The ability to sign people in by OAuth 1.0a, with request tokens (RFC 5849 §2).
package struct RequestTokenSignIn: Sendable {
  /// What a consent covers, since OAuth 1.0a has no scopes; separated by spaces.
  package let scope: String

  package init(scope: String) { self.scope = scope }
}
