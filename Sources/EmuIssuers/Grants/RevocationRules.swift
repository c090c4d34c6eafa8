/// The differences of an issuer's revocation endpoint from RFC 7009.
struct RevocationRules: Sendable {
  /// The source of the parameters.
  var form = TokenRules()
  /// True if revoking a token revokes the whole consent.
  var endsConsent = true
  /// True if a signed token, which cannot be revoked, is rejected instead of ignored.
  var refusesSignedTokens = false
  /// True if any holder may revoke a token.
  var isOpenToAnybody = false
}
