internal import EmuModel
internal import EmuWire

/// What a completed sign-in came to: the user as it is stored now, and the tokens of its session.
struct SignInOutcome {
  var user: User
  var tokens: SessionTokens
}

/// An answer that a sign-in ends in.
protocol SignInResponse {
  var idToken: LazyText? { get set }
  var refreshToken: String? { get set }
  /// Seconds, as text.
  var expiresIn: String? { get set }
}

extension SignInResponse {
  /// Puts in what the sign-in came to.
  mutating func take(_ outcome: SignInOutcome) { take(outcome.tokens) }

  mutating func take(_ tokens: SessionTokens) {
    idToken = tokens.idToken
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn
  }
}

extension SignUpResponse: SignInResponse {}
extension SignInWithPasswordResponse: SignInResponse {}
extension SignInWithEmailLinkResponse: SignInResponse {}
extension SignInWithPhoneNumberResponse: SignInResponse {}
extension SignInWithCustomTokenResponse: SignInResponse {}
extension SignInWithIdpResponse: SignInResponse {}
