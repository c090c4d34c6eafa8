package import EmuJSON

/// An enrolled second factor, as every response shows it and administrators write it.
///
/// The Web SDK distinguishes the kinds by the presence of `phoneInfo` and `totpInfo`.
package struct MfaEnrollment: JSONRecord, Sendable {
  package var mfaEnrollmentId: String?
  package var displayName: String?
  /// The number; masked after the first factor alone.
  package var phoneInfo: String?
  package var totpInfo: TotpInfo?
  /// Published and accepted: no call of the API enrolls an address.
  package var emailInfo: EmailInfo?
  /// RFC 3339 with exactly three fractional digits, as iOS reads it.
  package var enrolledAt: String?
  /// For administrators only.
  package var unobfuscatedPhoneInfo: String?

  package init() {}

  package struct EmailInfo: Codable, Sendable {
    package var emailAddress: String?
  }

  /// The marker of an authenticator app; empty but for administrators.
  package struct TotpInfo: Codable, Sendable {
    /// Base32. An extension, so that an export brings working factors back.
    package var sharedSecretKey: String?

    package init() {}
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("mfaEnrollmentId", &mfaEnrollmentId)
    try member("displayName", &displayName)
    try member("phoneInfo", &phoneInfo)
    try member("totpInfo", &totpInfo)
    try member("emailInfo", &emailInfo)
    try member("enrolledAt", &enrolledAt)
    try member("unobfuscatedPhoneInfo", &unobfuscatedPhoneInfo)
  }
}

/// The second factors of an account, as `accounts:update` replaces them.
package struct MfaInfo: Codable, Sendable {
  package var enrollments: [MfaEnrollment]?
}
