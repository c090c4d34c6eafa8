internal import EmuModel
internal import EmuWire

/// The result of a sign-in.
struct SignInResult {
  /// The stored user.
  var user: User
  var step: Step

  enum Step {
    case signedIn(SessionTokens)
    /// The first factor is valid, and a second one is required.
    case secondFactor(SecondFactorChallenge)
  }

  /// Returns the tokens of a sign-in that no second factor follows.
  ///
  /// - Throws: `INTERNAL_ERROR` if one is required nevertheless: a response without the challenge
  ///   would look like a success.
  func tokens() throws(APIError) -> SessionTokens {
    guard case .signedIn(let tokens) = step else { throw .internalError }
    return tokens
  }
}

/// The data with which an app requests a second factor.
struct SecondFactorChallenge {
  /// The credential that the app returns with the second factor.
  var pendingCredential: String
  var factors: [SecondFactor]
}

/// A response with the tokens of a sign-in.
protocol SignInResponse {
  var idToken: LazyText? { get set }
  var refreshToken: LazyText? { get set }
  /// Seconds, as text.
  var expiresIn: String? { get set }
}

/// A response of a sign-in that may require a second factor.
protocol FirstFactorResponse: SignInResponse {
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MfaEnrollment]? { get set }
}

extension SignInResponse {
  mutating func take(_ tokens: SessionTokens) {
    idToken = tokens.idToken
    guard tokens.form != .legacy else { return }
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn
  }

  /// Sets the tokens of a sign-in that requires no second factor.
  ///
  /// - Throws: `INTERNAL_ERROR`.
  mutating func take(_ outcome: SignInResult) throws(APIError) { take(try outcome.tokens()) }
}

extension FirstFactorResponse {
  /// Sets the tokens, or the challenge of the second factor.
  mutating func take(_ outcome: SignInResult) {
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
