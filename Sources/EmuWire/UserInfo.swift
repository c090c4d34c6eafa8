package import EmuJSON

/// An account as `lookup`, `batchGet` and `query` show it and `batchCreate` accepts it.
package struct UserInfo: PlainRecord, Sendable {
  package static let names = JSONNames(of: Self.self)

  package var localId: String?
  package var email: String?
  package var emailVerified: Bool?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var screenName: String?
  package var passwordHash: String?
  package var salt: String?
  /// An extension of the official emulator for imports: the password itself.
  package var rawPassword: String?
  package var version: Int?
  /// Milliseconds since the epoch.
  package var passwordUpdatedAt: Double?
  /// Seconds since the epoch, as text.
  package var validSince: TextualInteger?
  package var disabled: Bool?
  package var customAuth: Bool?
  /// JSON text.
  package var customAttributes: String?
  package var emailLinkSignin: Bool?
  package var initialEmail: String?
  /// Milliseconds since the epoch, as text.
  package var createdAt: TextualInteger?
  /// Milliseconds since the epoch, as text.
  package var lastLoginAt: TextualInteger?
  /// RFC 3339.
  package var lastRefreshAt: String?
  package var tenantId: String?
  package var providerUserInfo: [ProviderUserInfo]?
  package var mfaInfo: [MfaEnrollment]?
  // Published as set by the server alone, which never receives them.
  package var dateOfBirth: String?
  package var language: String?
  package var timeZone: String?
  package var passkeyInfo: [PasskeyInfo]?

  package init() {}

  /// Creates an account of a response; properties that are set one by one would be copied at the
  /// end.
  package init(
    localId: String?, email: String?, emailVerified: Bool?, displayName: String?, photoUrl: String?,
    phoneNumber: String?, screenName: String?, passwordHash: String?, salt: String?, version: Int?,
    passwordUpdatedAt: Double?, validSince: TextualInteger?, disabled: Bool?, customAuth: Bool?,
    customAttributes: String?, emailLinkSignin: Bool?, initialEmail: String?,
    createdAt: TextualInteger?, lastLoginAt: TextualInteger?, lastRefreshAt: String?,
    tenantId: String?, providerUserInfo: [ProviderUserInfo]?, mfaInfo: [MfaEnrollment]?,
    passkeyInfo: [PasskeyInfo]?
  ) {
    self.localId = localId
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoUrl = photoUrl
    self.phoneNumber = phoneNumber
    self.screenName = screenName
    self.passwordHash = passwordHash
    self.salt = salt
    self.version = version
    self.passwordUpdatedAt = passwordUpdatedAt
    self.validSince = validSince
    self.disabled = disabled
    self.customAuth = customAuth
    self.customAttributes = customAttributes
    self.emailLinkSignin = emailLinkSignin
    self.initialEmail = initialEmail
    self.createdAt = createdAt
    self.lastLoginAt = lastLoginAt
    self.lastRefreshAt = lastRefreshAt
    self.tenantId = tenantId
    self.providerUserInfo = providerUserInfo
    self.mfaInfo = mfaInfo
    self.passkeyInfo = passkeyInfo
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("localId", &localId)
    try member("email", &email)
    try member("emailVerified", &emailVerified)
    try member("displayName", &displayName)
    try member("photoUrl", &photoUrl)
    try member("phoneNumber", &phoneNumber)
    try member("screenName", &screenName)
    try member("passwordHash", &passwordHash)
    try member("salt", &salt)
    try member("rawPassword", &rawPassword)
    try member("version", &version)
    try member("passwordUpdatedAt", &passwordUpdatedAt)
    try member("validSince", &validSince)
    try member("disabled", &disabled)
    try member("customAuth", &customAuth)
    try member("customAttributes", &customAttributes)
    try member("emailLinkSignin", &emailLinkSignin)
    try member("initialEmail", &initialEmail)
    try member("createdAt", &createdAt)
    try member("lastLoginAt", &lastLoginAt)
    try member("lastRefreshAt", &lastRefreshAt)
    try member("tenantId", &tenantId)
    try member("providerUserInfo", &providerUserInfo)
    try member("mfaInfo", &mfaInfo)
    try member("dateOfBirth", &dateOfBirth)
    try member("language", &language)
    try member("timeZone", &timeZone)
    try member("passkeyInfo", &passkeyInfo)
  }
}

/// One sign-in provider of a user.
package struct ProviderUserInfo: PlainRecord, Sendable {
  package static let names = JSONNames(of: Self.self)

  package var providerId: String?
  package var rawId: String?
  package var federatedId: String?
  package var email: String?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var screenName: String?

  package init() {}

  /// Creates a provider of a response: `federatedId` equals `rawId`, since iOS and C++ read one,
  /// JavaScript and Node the other.
  package init(
    providerId: String?, rawId: String?, email: String? = nil, displayName: String? = nil,
    photoUrl: String? = nil, phoneNumber: String? = nil, screenName: String? = nil
  ) {
    self.providerId = providerId
    self.rawId = rawId
    federatedId = rawId
    self.email = email
    self.displayName = displayName
    self.photoUrl = photoUrl
    self.phoneNumber = phoneNumber
    self.screenName = screenName
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("providerId", &providerId)
    try member("rawId", &rawId)
    try member("federatedId", &federatedId)
    try member("email", &email)
    try member("displayName", &displayName)
    try member("photoUrl", &photoUrl)
    try member("phoneNumber", &phoneNumber)
    try member("screenName", &screenName)
  }
}

package struct PasskeyInfo: JSONRecord, Sendable {
  /// In base64url.
  package var credentialId: String?
  package var name: String?

  package init(credentialId: String?, name: String?) {
    self.credentialId = credentialId
    self.name = name
  }

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("credentialId", &credentialId)
    try member("name", &name)
  }
}
