internal import EmuModel
internal import EmuWire

/// What a sign-in came to.
struct SignInOutcome {
  /// The user as it is stored now.
  var user: User
  var step: Step

  enum Step {
    case signedIn(SessionTokens)
    /// The first factor was right, and a second one is due.
    case secondFactor(SecondFactorChallenge)
  }

  /// The tokens of a sign-in whose first factor no second one follows.
  ///
  /// - Throws: `INTERNAL_ERROR` when one is asked for all the same: an answer without room for the
  ///   question would look like a success.
  func tokens() throws(APIError) -> SessionTokens {
    guard case .signedIn(let tokens) = step else { throw .internalError }
    return tokens
  }
}

/// What an app needs to ask for a second factor.
struct SecondFactorChallenge {
  /// What the app brings back with the second factor.
  var pendingCredential: String
  var factors: [SecondFactor]
}

/// An answer that a sign-in ends in.
protocol SignInResponse {
  var idToken: LazyText? { get set }
  var refreshToken: LazyText? { get set }
  /// Seconds, as text.
  var expiresIn: String? { get set }
}

/// An answer of a sign-in after which a second factor may be due.
protocol FirstFactorResponse: SignInResponse {
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MfaEnrollment]? { get set }
}

extension SignInResponse {
  mutating func take(_ tokens: SessionTokens) {
    idToken = tokens.idToken
    guard tokens.form == .secure else { return }
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn
  }

  /// Puts in what a sign-in came to that asks for no second factor.
  ///
  /// - Throws: `INTERNAL_ERROR`.
  mutating func take(_ outcome: SignInOutcome) throws(APIError) { take(try outcome.tokens()) }
}

extension FirstFactorResponse {
  /// Puts in what the sign-in came to: tokens, or what the second factor is asked for with.
  mutating func take(_ outcome: SignInOutcome) {
    switch outcome.step {
    case .signedIn(let tokens): take(tokens)
    case .secondFactor(let challenge):
      mfaPendingCredential = challenge.pendingCredential
      mfaInfo = challenge.factors.map { MfaEnrollment($0, for: .firstFactor) }
    }
  }
}

extension SignUpResponse: SignInResponse {}
extension UpdateResponse: SignInResponse {}
extension SignInWithPhoneNumberResponse: SignInResponse {}
extension SignInWithCustomTokenResponse: SignInResponse {}
extension SignInWithPasswordResponse: FirstFactorResponse {}
extension SignInWithEmailLinkResponse: FirstFactorResponse {}
extension SignInWithIdpResponse: FirstFactorResponse {}
