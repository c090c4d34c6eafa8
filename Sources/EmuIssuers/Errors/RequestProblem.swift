internal import EmuModel

/// What is wrong with a request, for providers that word or number each case on their own.
///
/// The engine names the case beside its own words; ``FakeIssuer/worded(_:_:)`` makes of it what the
/// provider would say.
enum RequestProblem: Sendable, Hashable {
  case missing(String)
  case repeated(String)
  /// Too long, with control characters, or in the wrong form.
  case malformed
  /// The request came by another method than the endpoint takes.
  case method(String)
  case responseType(String)
  case responseMode
  case prompt
  case scope(String)
  /// Nil where `grant_type` is missing.
  case grantType(String?)
  case challenge
  case verifier(PKCE.VerifierProblem)
  case unknownClient(String)
  case redirectURI(String)
  case code(CodeRule.Refusal)
  case refreshToken(TokenRefusal)
  /// A scope that a renewal asks for and that was never consented to.
  case unconsented(String)
  case device(DeviceRefusal)
  case unknownPerson(String)
  case nobodySignedIn
  case noConsent
  /// The person gave up.
  case cancelled
  /// The person would not share.
  case denied
  /// A case that only one provider has, by its number there, with what its words name.
  case numbered(Int, [String: String])
  /// A failure that was asked for, and that there is not; in the emulator's own words.
  case unknownFailure
  /// A fault of our own, and whether it may be gone the next time.
  case fault(isPassing: Bool)

  /// Why a refresh token is good for nothing.
  enum TokenRefusal: Sendable, Hashable {
    case unknown, otherClient, expired, revoked, replaced
  }

  /// Why a device gets no tokens.
  enum DeviceRefusal: Sendable, Hashable {
    case unknown, expired, denied, pending, hasty, revoked
  }
}
