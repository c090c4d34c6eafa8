internal import EmuIssuance
internal import EmuModel

/// A provider's credential that was found good, with everything that an answer tells of it.
///
/// Kept under a pending token, so that it can be presented again without the provider.
struct IdpCredential: Sendable, Codable {
  var profile: IdpProfile
  /// The ID token as it was presented.
  var idToken: String?
  /// The ID token that our issuer gives for a code; it is signed when the answer is written.
  var issuedIDToken: UnsignedIDToken?
  var accessToken: String?
  var tokenSecret: String?
  var refreshToken: String?
  /// Seconds.
  var expiresIn: Int?
  /// Whether the credential cannot be presented twice, so that every answer carries a pending token.
  var isSingleUse = false

  init(profile: IdpProfile) { self.profile = profile }
}

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
