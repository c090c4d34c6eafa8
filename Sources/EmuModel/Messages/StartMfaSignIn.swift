/// `mfaSignIn:start`: request.
package struct StartMfaSignInRequest: Decodable, Sendable {
  package var mfaPendingCredential: String?
  package var mfaEnrollmentId: String?
  package var tenantId: String?
  package var phoneSignInInfo: PhoneRecipient?
}

/// `mfaSignIn:start`: response.
package struct StartMfaSignInResponse: Codable, Sendable {
  package var phoneResponseInfo: MfaPhoneSession

  package init(phoneResponseInfo: MfaPhoneSession) {
    self.phoneResponseInfo = phoneResponseInfo
  }
}
