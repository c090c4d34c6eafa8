package import EmuJSON

/// An account as `lookup`, `batchGet` and `query` show it and `batchCreate` accepts it.
package struct UserInfo: Codable, Sendable {
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
}

/// One sign-in provider of a user.
package struct ProviderUserInfo: Codable, Sendable {
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
}

package struct PasskeyInfo: Codable, Sendable {
  /// In base64url.
  package var credentialId: String?
  package var name: String?

  package init(credentialId: String?, name: String?) {
    self.credentialId = credentialId
    self.name = name
  }

  package init() {}
}
