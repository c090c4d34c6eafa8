internal import EmuJSON
internal import EmuModel

/// The tokens of a sign-in, among the members of a response.
struct SessionBody: Codable, Sendable {
  var idToken: LazyText?
  var refreshToken: LazyText?
  /// Seconds, as text.
  var expiresIn: String?
}

/// The tokens of a sign-in, or the challenge of the second factor that it requires.
struct FirstFactorBody: Codable, Sendable {
  @InPlace var session = SessionBody()
  /// Replaces the tokens where a second factor is required; sent only when filled.
  var mfaPendingCredential: String?
  var mfaInfo: [MfaEnrollment]?
}
