/// `mfaEnrollment:finalize`: request.
package struct FinalizeMfaEnrollmentRequest: Decodable, Sendable {
  package var idToken: String?
  package var displayName: String?
  package var tenantId: String?
  package var phoneVerificationInfo: MfaPhoneVerification?
  package var totpVerificationInfo: TotpVerification?

  package struct TotpVerification: Decodable, Sendable {
    package var sessionInfo: String?
    package var verificationCode: String?
  }
}

/// `mfaEnrollment:finalize`: response. There is no `expiresIn`.
package struct FinalizeMfaEnrollmentResponse: Codable, Sendable {
  package var idToken: LazyText
  package var refreshToken: LazyText
  package var phoneAuthInfo: MfaPhoneAuthInfo?
  package var totpAuthInfo: EmptyMessage?

  package init(idToken: LazyText, refreshToken: LazyText) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
