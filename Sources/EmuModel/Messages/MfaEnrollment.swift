package import EmuJSON

/// An enrolled second factor, as every response shows it and administrators write it.
///
/// The Web SDK distinguishes the kinds by the presence of `phoneInfo` and `totpInfo`.
package struct MfaEnrollment: Codable, Sendable {
  package var mfaEnrollmentId: String?
  package var displayName: String?
  /// The number; masked after the first factor alone.
  package var phoneInfo: String?
  package var totpInfo: EmptyMessage?
  /// The secret of an authenticator app in Base32, for administrators and exports: the official
  /// emulator's extension, so that an import brings working factors back.
  package var emulatorTotpSecret: String?
  /// Published and accepted: no call of the API enrolls an address.
  package var emailInfo: EmailInfo?
  /// RFC 3339 with exactly three fractional digits, as iOS reads it.
  @Formatted<TimeFormat> package var enrolledAt: String?
  /// For administrators only.
  package var unobfuscatedPhoneInfo: String?

  package struct EmailInfo: Codable, Sendable {
    package var emailAddress: String?
  }
}

/// The second factors of an account, as `accounts:update` replaces them.
package struct MfaInfo: Codable, Sendable {
  package var enrollments: [MfaEnrollment]?
}
