internal import EmuModel

struct StartMfaEnrollmentRequest: Decodable, Sendable {
  var idToken: String?
  var tenantId: String?
  var phoneEnrollmentInfo: PhoneRecipient?
  /// Empty: its presence requests an authenticator app's secret.
  var totpEnrollmentInfo: EmptyMessage?
}

struct StartMfaEnrollmentResponse: Codable, Sendable {
  var phoneSessionInfo: MfaPhoneSession?
  var totpSessionInfo: TotpSession?

  /// The secret for an authenticator app.
  struct TotpSession: Codable, Sendable {
    /// Base32.
    var sharedSecretKey: String
    var verificationCodeLength: Int
    var hashingAlgorithm: String
    /// Seconds.
    var periodSec: Int
    var sessionInfo: String
    /// RFC 3339 with exactly three fractional digits, as iOS reads it.
    var finalizeEnrollmentTime: String
  }
}
