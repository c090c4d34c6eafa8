/// `mfaSignIn:finalize`: request.
package struct FinalizeMfaSignInRequest: Decodable, Sendable {
  package var mfaPendingCredential: String?
  /// For an authenticator app only: a text message's session contains it.
  package var mfaEnrollmentId: String?
  package var tenantId: String?
  package var phoneVerificationInfo: MfaPhoneVerification?
  package var totpVerificationInfo: TotpVerification?

  package struct TotpVerification: Decodable, Sendable {
    package var verificationCode: String?
  }
}

/// `mfaSignIn:finalize`: response. There is no `expiresIn`.
package struct FinalizeMfaSignInResponse: Codable, Sendable {
  package var idToken: LazyText?
  package var refreshToken: LazyText?
  package var phoneAuthInfo: MfaPhoneAuthInfo?

  package init() {}
}
