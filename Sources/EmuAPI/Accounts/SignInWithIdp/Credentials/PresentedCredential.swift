internal import EmuModel

/// What a request's credential turned out to be, as far as that needs no transaction.
enum PresentedCredential: Sendable {
  /// Claims that were read, and verified where they can be.
  case token(IdpCredential, NoncePresentation?)
  /// An earlier credential, by its pending token.
  case pending(String)
  /// An authorization code of one of our issuers.
  case code(String, IdpForm)
  /// A request token of OAuth 1.0a with its verifier.
  case verifier(token: String, verifier: String, IdpForm)
  /// An access token that is no claims: one of our issuers may have made it.
  case opaque(String, IdpForm)

  /// The pending token; nil for a credential that came itself.
  var pendingToken: String? {
    guard case .pending(let token) = self else { return nil }
    return token
  }
}

/// What the nonce rule and the replay rule are asked inside the transaction.
struct NoncePresentation: Sendable {
  /// Whether a mismatch ends the request or is only told.
  var enforcement: SwitchValue
  var verdict: NonceRule.Verdict
  /// Identifies the token; nil for one that may be presented again.
  var digest: String?
  var expiresAt: Timestamp
}
