/// An account as `lookup`, `batchGet` and `query` show it and `batchCreate` takes it.
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
  // Published as set by the server alone, which never learns them.
  package var dateOfBirth: String?
  package var language: String?
  package var timeZone: String?
  package var passkeyInfo: [PasskeyInfo]?

  package init() {}
}

/// One way in which a user can sign in.
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
}

/// A passkey of a user.
package struct PasskeyInfo: Codable, Sendable {
  /// In base64url.
  package var credentialId: String?
  package var name: String?

  package init(credentialId: String?, name: String?) {
    self.credentialId = credentialId
    self.name = name
  }
}

/// A 64-bit number, which proto-JSON writes as text and reads in both forms.
package struct TextualInteger: Codable, Sendable, Hashable, ExpressibleByIntegerLiteral {
  package var value: Int64

  package init(_ value: Int64) { self.value = value }

  package init(integerLiteral value: Int64) { self.value = value }

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
