internal import EmuJSON

/// `accounts:signUp`: request.
package struct SignUpRequest: Codable, Sendable {
  package var email: String?
  package var password: String?
  package var displayName: String?
  /// The account that the password is added to.
  package var idToken: String?
  package var captchaResponse: String?
  package var clientType: ClientType?
  package var recaptchaVersion: RecaptchaVersion?
  package var tenantId: String?
  package var returnSecureToken: Bool?
  package var localId: String?
  package var emailVerified: Bool?
  package var disabled: Bool?
  package var phoneNumber: String?
  package var photoUrl: String?
  /// Second factors of the new account.
  package var mfaInfo: [MfaEnrollment]?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var captchaChallenge: String?
  package var instanceId: String?
  package var tenantProjectNumber: Int64?
}

/// `accounts:signUp`: response.
package struct SignUpResponse: Codable, Sendable {
  package var kind: String
  package var localId: String
  package var email: String?
  package var displayName: String?
  @InPlace package var session = SessionBody()

  package init(kind: String, localId: String) {
    self.kind = kind
    self.localId = localId
  }
}
