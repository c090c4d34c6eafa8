package import EmuJSON

/// `accounts:signUp`: request.
package struct SignUpRequest: JSONRecord, Sendable {
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

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("email", &email)
    try member("password", &password)
    try member("displayName", &displayName)
    try member("idToken", &idToken)
    try member("captchaResponse", &captchaResponse)
    try member("clientType", &clientType)
    try member("recaptchaVersion", &recaptchaVersion)
    try member("tenantId", &tenantId)
    try member("returnSecureToken", &returnSecureToken)
    try member("localId", &localId)
    try member("emailVerified", &emailVerified)
    try member("disabled", &disabled)
    try member("phoneNumber", &phoneNumber)
    try member("photoUrl", &photoUrl)
    try member("mfaInfo", &mfaInfo)
    try member("targetProjectId", &targetProjectId)
    try member("captchaChallenge", &captchaChallenge)
    try member("instanceId", &instanceId)
    try member("tenantProjectNumber", &tenantProjectNumber)
  }
}

/// `accounts:signUp`: response.
package struct SignUpResponse: JSONRecord, Sendable {
  package var kind: String
  package var localId: String
  package var email: String?
  package var displayName: String?
  package var idToken: LazyText?
  package var refreshToken: LazyText?
  /// Seconds, as text.
  package var expiresIn: String?

  package init(kind: String, localId: String) {
    self.kind = kind
    self.localId = localId
  }

  package init() {
    kind = ""
    localId = ""
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("kind", &kind)
    try member("localId", &localId)
    try member("email", &email)
    try member("displayName", &displayName)
    try member("idToken", &idToken)
    try member("refreshToken", &refreshToken)
    try member("expiresIn", &expiresIn)
  }
}
