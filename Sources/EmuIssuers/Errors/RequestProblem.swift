internal import EmuModel

/// The problem of a request, for providers that word or number each case differently.
///
/// The engine adds the case to its own message. ``FakeIssuer/translated(_:_:)`` converts it to the
/// provider's message.
enum RequestProblem: Sendable, Hashable {
  case missing(String)
  case repeated(String)
  /// Too long, with control characters, or in a wrong form.
  case malformed
  /// The endpoint does not accept the method.
  case method(String)
  case responseType(String)
  case responseMode
  case prompt
  case scope(String)
  /// Nil if `grant_type` is missing.
  case grantType(String?)
  case challenge
  case verifier(PKCERules.VerifierProblem)
  case unknownClient(String)
  case redirectURI(String)
  case code(CodeRule.Refusal)
  case refreshToken(TokenRefusal)
  /// A scope that a renewal requests without a consent.
  case unconsented(String)
  case device(DeviceRefusal)
  case unknownPerson(String)
  case notSignedIn
  case noConsent
  case cancelled
  /// The person refused to share.
  case denied
  /// A case of one provider, by its number there, with the values of its message.
  case numbered(Int, [String: String])
  /// An unknown parameter `emulator_*`, or an unknown value of one; the message is the emulator's.
  case unknownFailure
  /// An internal error. `isPassing` is true if a retry may succeed.
  case fault(isPassing: Bool)

  enum TokenRefusal: Sendable, Hashable {
    case unknown, otherClient, expired, revoked, replaced
  }

  enum DeviceRefusal: Sendable, Hashable {
    case unknown, expired, denied, pending, hasty, revoked
  }
}
