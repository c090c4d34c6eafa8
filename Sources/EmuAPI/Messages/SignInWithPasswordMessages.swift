internal import EmuJSON

struct SignInWithPasswordRequest: Decodable, Sendable {
  var email: String?
  var password: String?
  var captchaResponse: String?
  var clientType: ClientType?
  var recaptchaVersion: RecaptchaVersion?
  var tenantId: String?
  var returnSecureToken: Bool?
  // Published, accepted and not used.
  var captchaChallenge: String?
  var instanceId: String?
  var tenantProjectNumber: Int64?
  var delegatedProjectNumber: Int64?
  var idToken: String?
  var pendingIdToken: String?
}

struct SignInWithPasswordResponse: Codable, Sendable {
  var kind = "identitytoolkit#VerifyPasswordResponse"
  var localId: String
  var email: String
  var displayName: String?
  /// The picture by its v1 name, in addition to the v3 name.
  var profilePicture: String?
  var photoUrl: String?
  var registered: Bool
  /// The password requirements that are not met; sent only when there are any.
  var userNotifications: [UserNotification]?
  @InPlace var signIn = FirstFactorBody()

  struct UserNotification: Codable, Sendable {
    /// Such as `MINIMUM_PASSWORD_LENGTH`.
    var notificationCode: String
    var notificationMessage: String
  }
}
