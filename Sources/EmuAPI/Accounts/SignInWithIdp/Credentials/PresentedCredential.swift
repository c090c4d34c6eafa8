internal import EmuModel

/// The credential of a request, read as far as possible without a transaction.
enum PresentedCredential: Sendable {
  /// Claims, verified if possible.
  case token(IdpCredential, NoncePresentation?)
  /// An earlier credential, by its pending token.
  case pending(String)
  /// An authorization code of a local issuer.
  case code(String, IdpForm)
  /// A request token of OAuth 1.0a with its verifier.
  case verifier(token: String, verifier: String, IdpForm)
  /// An access token without claims, possibly of a local issuer.
  case opaque(String, IdpForm)

  /// The pending token; nil for any other credential.
  var pendingToken: String? {
    guard case .pending(let token) = self else { return nil }
    return token
  }
}

/// The input of the nonce rule and the replay rule inside the transaction
/// (docs/reference/sign-in-with-idp.md#nonce).
struct NoncePresentation: Sendable {
  /// Determines if a mismatch rejects the request or is only reported; nil for an assertion, which
  /// has no nonce.
  var enforcement: SwitchValue?
  /// The `nonce` claim of the token.
  var claim: String?
  /// The nonce of the request, whose SHA-256 the claim must be.
  var raw: String?
  /// The digest of the token; nil for one that may be presented again.
  var digest: String?
  var expiresAt: Timestamp
}
