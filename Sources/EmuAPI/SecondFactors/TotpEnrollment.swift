internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel

/// The session in which an authenticator app is set up, with the secret.
///
/// It is sealed and not stored: the app knows the secret.
struct TotpEnrollment: SealedValue, Codable, Sendable {
  var project: String
  var tenantID: String?
  var uid: String
  /// Base32.
  var secret: String
  var startedAt: Timestamp

  static let purpose = "TOTP enrollment"

  /// The digest that marks the session as used, even after the factor was withdrawn.
  var digest: String { Digest.sha256.hex("TOTP enrollment\n" + secret) }

  var expiresAt: Timestamp { startedAt + SecondFactorRule.enrollmentLifetime }
}
