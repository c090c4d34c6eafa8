/// `mfaEnrollment:start`: request.
package struct StartMfaEnrollmentRequest: Decodable, Sendable {
  package var idToken: String?
  package var tenantId: String?
  package var phoneEnrollmentInfo: PhoneRecipient?
  /// Empty: its presence requests an authenticator app's secret.
  package var totpEnrollmentInfo: EmptyMessage?
}

/// `mfaEnrollment:start`: response.
package struct StartMfaEnrollmentResponse: Codable, Sendable {
  package var phoneSessionInfo: MfaPhoneSession?
  package var totpSessionInfo: TotpSession?

  package init() {}

  /// The secret for an authenticator app.
  package struct TotpSession: Codable, Sendable {
    /// Base32.
    package var sharedSecretKey: String
    package var verificationCodeLength: Int
    package var hashingAlgorithm: String
    /// Seconds.
    package var periodSec: Int
    package var sessionInfo: String
    /// RFC 3339 with exactly three fractional digits, as iOS reads it.
    package var finalizeEnrollmentTime: String

    package init(
      sharedSecretKey: String, verificationCodeLength: Int, hashingAlgorithm: String,
      periodSec: Int, sessionInfo: String, finalizeEnrollmentTime: String
    ) {
      self.sharedSecretKey = sharedSecretKey
      self.verificationCodeLength = verificationCodeLength
      self.hashingAlgorithm = hashingAlgorithm
      self.periodSec = periodSec
      self.sessionInfo = sessionInfo
      self.finalizeEnrollmentTime = finalizeEnrollmentTime
    }
  }
}
