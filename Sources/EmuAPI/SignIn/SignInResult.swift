internal import EmuModel

struct SignInResult {
  /// The stored user.
  var user: User
  var step: Step

  enum Step {
    case signedIn(SessionTokens)
    /// The first factor is valid, and a second one is required.
    ///
    /// - `pendingCredential`: the credential that the app returns with the second factor.
    case secondFactor(pendingCredential: String, [SecondFactor])
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

extension SessionBody {
  init(_ tokens: SessionTokens) {
    self.init()
    idToken = tokens.idToken
    guard tokens.form != .legacy else { return }
    refreshToken = tokens.refreshToken
    expiresIn = tokens.expiresIn
  }

  /// Creates the tokens of a sign-in that requires no second factor.
  ///
  /// - Throws: `INTERNAL_ERROR`.
  init(_ outcome: SignInResult) throws(APIError) { self.init(try outcome.tokens()) }
}

extension FirstFactorBody {
  /// Creates the tokens, or the challenge of the second factor.
  init(_ outcome: SignInResult) {
    self.init()
    switch outcome.step {
    case .signedIn(let tokens): session = SessionBody(tokens)
    case .secondFactor(let pendingCredential, let factors):
      mfaPendingCredential = pendingCredential
      mfaInfo = factors.map { MfaEnrollment($0, for: .firstFactor) }
    }
  }
}
