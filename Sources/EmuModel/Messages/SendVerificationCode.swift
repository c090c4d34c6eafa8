internal import EmuJSON

/// `accounts:sendVerificationCode`: request.
package struct SendVerificationCodeRequest: Decodable, Sendable {
  @InPlace package var recipient = PhoneRecipient()
  package var tenantId: String?
}

/// `accounts:sendVerificationCode`: response.
package struct SendVerificationCodeResponse: Codable, Sendable {
  package var sessionInfo: String

  package init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}
