internal import EmuJSON
internal import EmuModel

struct UpdateRequest: Codable, Sendable {
  var idToken: String?
  var oobCode: String?
  var localId: String?
  var email: String?
  var password: String?
  var displayName: String?
  var photoUrl: String?
  var phoneNumber: String?
  var emailVerified: Bool?
  var disableUser: Bool?
  var customAttributes: String?
  /// Seconds since the epoch.
  var validSince: Int64?
  /// Milliseconds since the epoch.
  var createdAt: Int64?
  /// Milliseconds since the epoch.
  var lastLoginAt: Int64?
  var deleteAttribute: [UserAttribute]?
  var deleteProvider: [String]?
  /// Credential ids in base64.
  var deletePasskey: [String]?
  var linkProviderUserInfo: ProviderUserInfo?
  /// Replaces all second factors.
  var mfa: MfaInfo?
  var returnSecureToken: Bool?
  var tenantId: String?
  var targetProjectId: String?
  // Published, accepted and not used.
  var captchaChallenge: String?
  var captchaResponse: String?
  var delegatedProjectNumber: Int64?
  var instanceId: String?
  var provider: [String]?
  var upgradeToFederatedLogin: Bool?
}

struct UpdateResponse: Codable, Sendable {
  var kind = "identitytoolkit#SetAccountInfoResponse"
  var localId: String
  var email: String?
  var displayName: String?
  var photoUrl: String?
  var emailVerified: Bool?
  var passwordHash: String?
  /// The address that the request or its code sets, even if the user already had it.
  var newEmail: String?
  var providerUserInfo: [ProviderUserInfo]?
  @InPlace var session = SessionBody()
}

/// A part of an account that `deleteAttribute` clears.
enum UserAttribute: String, WireEnum {
  case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
  case email = "EMAIL"
  case displayName = "DISPLAY_NAME"
  case provider = "PROVIDER"
  case photoURL = "PHOTO_URL"
  case password = "PASSWORD"
  case rawUserInfo = "RAW_USER_INFO"

  static let protoName =
    "google.cloud.identitytoolkit.v1.SetAccountInfoRequest.UserAttributeName"
}
