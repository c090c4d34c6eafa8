internal import EmuJSON

/// The tokens of a sign-in, among the members of a response.
package struct SessionBody: Codable, Sendable {
  package var idToken: LazyText?
  package var refreshToken: LazyText?
  /// Seconds, as text.
  package var expiresIn: String?

  package init() {}
}

/// The tokens of a sign-in, or the challenge of the second factor that it requires.
package struct FirstFactorBody: Codable, Sendable {
  @InPlace package var session = SessionBody()
  /// Replaces the tokens where a second factor is required; sent only when filled.
  package var mfaPendingCredential: String?
  package var mfaInfo: [MfaEnrollment]?

  package init() {}
}
