package import EmuJSON

/// An account as `lookup`, `batchGet` and `query` show it and `batchCreate` accepts it.
@dynamicMemberLookup
package struct UserInfo: Codable, Sendable {
  @InPlace package var common = WrittenUser()
  /// An extension of the official emulator for imports: the password itself.
  package var rawPassword: String?
  package var version: Int32?
  /// Milliseconds since the epoch.
  package var passwordUpdatedAt: Double?
  /// Seconds since the epoch, as text.
  package var validSince: TextualInteger?
  /// JSON text.
  package var customAttributes: String?
  /// Milliseconds since the epoch, as text.
  package var createdAt: TextualInteger?
  /// Milliseconds since the epoch, as text.
  package var lastLoginAt: TextualInteger?
  /// RFC 3339.
  @Formatted<TimeFormat> package var lastRefreshAt: String?
  package var providerUserInfo: [ProviderUserInfo]?
  package var mfaInfo: [MfaEnrollment]?
  // Published as set by the server alone, which never receives them.
  package var dateOfBirth: String?
  package var language: String?
  package var timeZone: String?
  package var passkeyInfo: [PasskeyInfo]?

  package subscript<Value>(dynamicMember path: WritableKeyPath<WrittenUser, Value>) -> Value {
    get { common[keyPath: path] }
    set { common[keyPath: path] = newValue }
  }
}

package struct ProviderUserInfo: Codable, Sendable {
  package var providerId: String?
  package var rawId: String?
  /// In responses equal to `rawId`, since iOS and C++ read one, JavaScript and Node the other.
  package var federatedId: String?
  package var email: String?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var screenName: String?
}

package struct PasskeyInfo: Codable, Sendable {
  /// In base64url.
  package var credentialId: String?
  package var name: String?
}
