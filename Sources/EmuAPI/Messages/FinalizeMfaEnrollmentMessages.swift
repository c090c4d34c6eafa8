internal import EmuModel

struct FinalizeMfaEnrollmentRequest: Decodable, Sendable {
  var idToken: String?
  var displayName: String?
  var tenantId: String?
  var phoneVerificationInfo: MfaPhoneVerification?
  var totpVerificationInfo: TotpVerification?

  struct TotpVerification: Decodable, Sendable {
    var sessionInfo: String?
    var verificationCode: String?
  }
}

/// `mfaEnrollment:finalize`: response. There is no `expiresIn`.
struct FinalizeMfaEnrollmentResponse: Codable, Sendable {
  var idToken: LazyText
  var refreshToken: LazyText
  var phoneAuthInfo: MfaPhoneAuthInfo?
  var totpAuthInfo: EmptyMessage?
}
