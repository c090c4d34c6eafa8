/// The rules of a provider for sign-outs.
struct SignOutRules: Sendable {
  /// True if the redirect URIs of sign-ins are valid after a sign-out; otherwise the provider has
  /// separate ones.
  var usesSignInAddresses = false
  /// True if a redirect requires a named client.
  var needsClient = true
}
