/// `GET /emulator/v1/projects/{project}/oobCodes`: response.
package struct OobCodeList: Codable, Sendable {
  package struct Item: Codable, Sendable {
    package var email: String
    package var newEmail: String?
    package var requestType: String
    package var oobCode: String
    package var oobLink: String

    package init(
      email: String, newEmail: String?, requestType: String, oobCode: String, oobLink: String
    ) {
      self.email = email
      self.newEmail = newEmail
      self.requestType = requestType
      self.oobCode = oobCode
      self.oobLink = oobLink
    }
  }

  /// The oldest first.
  package var oobCodes: [Item]

  package init(oobCodes: [Item]) { self.oobCodes = oobCodes }
}

/// `GET /emulator/v1/projects/{project}/totpCodes`: response.
package struct TotpCodeList: Codable, Sendable {
  package struct Item: Codable, Sendable {
    package var localId: String
    package var mfaEnrollmentId: String
    package var displayName: String?
    package var code: String
    /// The start of the next code; RFC 3339.
    package var validUntil: String

    package init(
      localId: String, mfaEnrollmentId: String, displayName: String?, code: String,
      validUntil: String
    ) {
      self.localId = localId
      self.mfaEnrollmentId = mfaEnrollmentId
      self.displayName = displayName
      self.code = code
      self.validUntil = validUntil
    }
  }

  package var totpCodes: [Item]

  package init(totpCodes: [Item]) { self.totpCodes = totpCodes }
}

/// `GET /emulator/v1/projects/{project}/verificationCodes`: response.
package struct VerificationCodeList: Codable, Sendable {
  package struct Item: Codable, Sendable {
    package var phoneNumber: String
    package var sessionInfo: String
    package var code: String

    package init(phoneNumber: String, sessionInfo: String, code: String) {
      self.phoneNumber = phoneNumber
      self.sessionInfo = sessionInfo
      self.code = code
    }
  }

  /// The oldest first.
  package var verificationCodes: [Item]

  package init(verificationCodes: [Item]) { self.verificationCodes = verificationCodes }
}
