struct FinalizeMfaSignInRequest: Decodable, Sendable {
  var mfaPendingCredential: String?
  /// For an authenticator app only: a text message's session contains it.
  var mfaEnrollmentId: String?
  var tenantId: String?
  var phoneVerificationInfo: MfaPhoneVerification?
  var totpVerificationInfo: TotpVerification?

  struct TotpVerification: Decodable, Sendable {
    var verificationCode: String?
  }
}

/// `mfaSignIn:finalize`: response. There is no `expiresIn`.
struct FinalizeMfaSignInResponse: Codable, Sendable {
  var idToken: LazyText?
  var refreshToken: LazyText?
  var phoneAuthInfo: MfaPhoneAuthInfo?
}
