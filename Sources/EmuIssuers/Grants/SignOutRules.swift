/// How a sign-out goes at one provider.
struct SignOutRules: Sendable {
  /// Whether people may be sent back to where they may be sent after a sign-in; else the provider
  /// registers addresses of its own for that.
  var usesSignInAddresses = false
  /// Whether nobody need be named to send people back.
  var needsClient = true
}
