internal import EmuJSON

struct SignInWithIdpRequest: Codable, Sendable {
  var requestUri: String?
  var postBody: String?
  var sessionId: String?
  var pendingToken: String?
  /// The account that the identity is linked to.
  var idToken: String?
  var autoCreate: Bool?
  var returnSecureToken: Bool?
  var returnIdpCredential: Bool?
  var returnRefreshToken: Bool?
  var tenantId: String?
  // Published, accepted and not used.
  var delegatedProjectNumber: Int64?
  var instanceId: String?
  var pendingIdToken: String?
  var tenantProjectNumber: Int64?
}

struct SignInWithIdpResponse: Codable, Sendable {
  var kind = "identitytoolkit#VerifyAssertionResponse"
  /// The app's value from `createAuthUri`; empty without one.
  var context: String? = ""
  var providerId: String
  var federatedId: String
  var localId: String?
  var email: String?
  var emailVerified: Bool?
  var displayName: String?
  var fullName: String?
  var firstName: String?
  var lastName: String?
  var photoUrl: String?
  var screenName: String?
  var language: String?
  var rawUserInfo: String?
  var oauthIdToken: LazyText?
  var oauthAccessToken: String?
  var oauthTokenSecret: String?
  var oauthRefreshToken: String?
  var oauthExpireIn: Int?
  var originalEmail: String?
  var pendingToken: String?
  /// Sent only when true.
  var isNewUser: Bool?
  /// Sent only when true: its mere presence is an error to the Web SDK.
  var needConfirmation: Bool?
  var verifiedProvider: [String]?
  var emailRecycled: Bool?
  /// Sent only when filled.
  var errorMessage: String?
  var tenantId: String?
  @InPlace var signIn = FirstFactorBody()
}
