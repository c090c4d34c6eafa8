/// How one issuer's revocation endpoint differs from the plain one of RFC 7009.
struct RevocationRules: Sendable {
  /// Where the parameters are looked for.
  var form = TokenRules()
  /// Whether revoking a token ends the whole consent.
  var endsConsent = true
  /// Whether a signed token, which cannot be taken back, is refused instead of ignored.
  var refusesSignedTokens = false
  /// Whether a token is revoked for every holder.
  var isOpenToAnybody = false
}
