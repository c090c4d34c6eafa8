internal import EmuJSON

/// `accounts:signInWithPassword`: request.
package struct SignInWithPasswordRequest: Decodable, Sendable {
  package var email: String?
  package var password: String?
  package var captchaResponse: String?
  package var clientType: ClientType?
  package var recaptchaVersion: RecaptchaVersion?
  package var tenantId: String?
  package var returnSecureToken: Bool?
  // Published, accepted and not used.
  package var captchaChallenge: String?
  package var instanceId: String?
  package var tenantProjectNumber: Int64?
  package var delegatedProjectNumber: Int64?
  package var idToken: String?
  package var pendingIdToken: String?
}

/// `accounts:signInWithPassword`: response.
package struct SignInWithPasswordResponse: Codable, Sendable {
  package var kind: String
  package var localId: String
  package var email: String
  package var displayName: String?
  /// The picture by its v1 name, in addition to the v3 name.
  package var profilePicture: String?
  package var photoUrl: String?
  package var registered: Bool
  /// The password requirements that are not met; sent only when there are any.
  package var userNotifications: [UserNotification]?
  @InPlace package var signIn = FirstFactorBody()

  package init(kind: String, localId: String, email: String, registered: Bool) {
    self.kind = kind
    self.localId = localId
    self.email = email
    self.registered = registered
  }

  package struct UserNotification: Codable, Sendable {
    /// Such as `MINIMUM_PASSWORD_LENGTH`.
    package var notificationCode: String
    package var notificationMessage: String

    package init(notificationCode: String, notificationMessage: String) {
      self.notificationCode = notificationCode
      self.notificationMessage = notificationMessage
    }
  }
}
