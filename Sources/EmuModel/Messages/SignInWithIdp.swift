internal import EmuJSON

/// `accounts:signInWithIdp`: request.
package struct SignInWithIdpRequest: Codable, Sendable {
  package var requestUri: String?
  package var postBody: String?
  package var sessionId: String?
  package var pendingToken: String?
  /// The account that the identity is linked to.
  package var idToken: String?
  package var autoCreate: Bool?
  package var returnSecureToken: Bool?
  package var returnIdpCredential: Bool?
  package var returnRefreshToken: Bool?
  package var tenantId: String?
  // Published, accepted and not used.
  package var delegatedProjectNumber: Int64?
  package var instanceId: String?
  package var pendingIdToken: String?
  package var tenantProjectNumber: Int64?
}

/// `accounts:signInWithIdp`: response.
package struct SignInWithIdpResponse: Codable, Sendable {
  package var kind: String
  /// The app's value from `createAuthUri`; empty without one.
  package var context: String? = ""
  package var providerId: String
  package var federatedId: String
  package var localId: String?
  package var email: String?
  package var emailVerified: Bool?
  package var displayName: String?
  package var fullName: String?
  package var firstName: String?
  package var lastName: String?
  package var photoUrl: String?
  package var screenName: String?
  package var language: String?
  package var rawUserInfo: String?
  package var oauthIdToken: LazyText?
  package var oauthAccessToken: String?
  package var oauthTokenSecret: String?
  package var oauthRefreshToken: String?
  package var oauthExpireIn: Int?
  package var originalEmail: String?
  package var pendingToken: String?
  /// Sent only when true.
  package var isNewUser: Bool?
  /// Sent only when true: its mere presence is an error to the Web SDK.
  package var needConfirmation: Bool?
  package var verifiedProvider: [String]?
  package var emailRecycled: Bool?
  /// Sent only when filled.
  package var errorMessage: String?
  package var tenantId: String?
  @InPlace package var signIn = FirstFactorBody()

  package init(kind: String, providerId: String, federatedId: String) {
    self.kind = kind
    self.providerId = providerId
    self.federatedId = federatedId
  }
}
