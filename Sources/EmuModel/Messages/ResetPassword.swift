/// `accounts:resetPassword`: request.
package struct ResetPasswordRequest: Decodable, Sendable {
  package var oobCode: String?
  package var newPassword: String?
  package var email: String?
  package var oldPassword: String?
  package var tenantId: String?
}

/// `accounts:resetPassword`: response.
package struct ResetPasswordResponse: Codable, Sendable {
  package var kind: String
  package var requestType: String?
  /// Never absent: iOS aborts without it.
  package var email: String?
  package var newEmail: String?
  /// The second factor that the code removes.
  package var mfaInfo: MfaEnrollment?

  package init(kind: String, email: String) {
    self.kind = kind
    self.email = email
  }
}
