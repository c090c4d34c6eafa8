internal import EmuJSON
internal import EmuModel

struct SignUpRequest: Codable, Sendable {
  var email: String?
  var password: String?
  var displayName: String?
  /// The account that the password is added to.
  var idToken: String?
  var captchaResponse: String?
  var clientType: ClientType?
  var recaptchaVersion: RecaptchaVersion?
  var tenantId: String?
  var returnSecureToken: Bool?
  var localId: String?
  var emailVerified: Bool?
  var disabled: Bool?
  var phoneNumber: String?
  var photoUrl: String?
  /// Second factors of the new account.
  var mfaInfo: [MfaEnrollment]?
  var targetProjectId: String?
  // Published, accepted and not used.
  var captchaChallenge: String?
  var instanceId: String?
  var tenantProjectNumber: Int64?
}

struct SignUpResponse: Codable, Sendable {
  var kind = "identitytoolkit#SignupNewUserResponse"
  var localId: String
  var email: String?
  var displayName: String?
  @InPlace var session = SessionBody()
}
