/// `GET /emulator/v1/projects/{project}/oobCodes`: response.
struct OobCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var email: String
    var newEmail: String?
    var requestType: String
    var oobCode: String
    var oobLink: String
  }

  /// The oldest first.
  var oobCodes: [Item]
}

/// `GET /emulator/v1/projects/{project}/totpCodes`: response.
struct TotpCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var localId: String
    var mfaEnrollmentId: String
    var displayName: String?
    var code: String
    /// The start of the next code; RFC 3339.
    var validUntil: String
  }

  var totpCodes: [Item]
}

/// `GET /emulator/v1/projects/{project}/verificationCodes`: response.
struct VerificationCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var phoneNumber: String
    var sessionInfo: String
    var code: String
  }

  /// The oldest first.
  var verificationCodes: [Item]
}
