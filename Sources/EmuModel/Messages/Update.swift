internal import EmuJSON

/// `accounts:update`: request.
package struct UpdateRequest: Codable, Sendable {
  package var idToken: String?
  package var oobCode: String?
  package var localId: String?
  package var email: String?
  package var password: String?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var emailVerified: Bool?
  package var disableUser: Bool?
  package var customAttributes: String?
  /// Seconds since the epoch.
  package var validSince: Int64?
  /// Milliseconds since the epoch.
  package var createdAt: Int64?
  /// Milliseconds since the epoch.
  package var lastLoginAt: Int64?
  package var deleteAttribute: [UserAttribute]?
  package var deleteProvider: [String]?
  /// Credential ids in base64.
  package var deletePasskey: [String]?
  package var linkProviderUserInfo: ProviderUserInfo?
  /// Replaces all second factors.
  package var mfa: MfaInfo?
  package var returnSecureToken: Bool?
  package var tenantId: String?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var captchaChallenge: String?
  package var captchaResponse: String?
  package var delegatedProjectNumber: Int64?
  package var instanceId: String?
  package var provider: [String]?
  package var upgradeToFederatedLogin: Bool?
}

/// `accounts:update`: response.
package struct UpdateResponse: Codable, Sendable {
  package var kind: String
  package var localId: String
  package var email: String?
  package var displayName: String?
  package var photoUrl: String?
  package var emailVerified: Bool?
  package var passwordHash: String?
  /// The address that the request or its code sets, even if the user already had it.
  package var newEmail: String?
  package var providerUserInfo: [ProviderUserInfo]?
  @InPlace package var session = SessionBody()

  package init(kind: String, localId: String) {
    self.kind = kind
    self.localId = localId
  }
}

/// A part of an account that `deleteAttribute` clears.
package enum UserAttribute: String, WireEnum {
  case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
  case email = "EMAIL"
  case displayName = "DISPLAY_NAME"
  case provider = "PROVIDER"
  case photoURL = "PHOTO_URL"
  case password = "PASSWORD"
  case rawUserInfo = "RAW_USER_INFO"

  package static let protoName =
    "google.cloud.identitytoolkit.v1.SetAccountInfoRequest.UserAttributeName"
}
