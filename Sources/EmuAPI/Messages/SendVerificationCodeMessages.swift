internal import EmuJSON

/// `accounts:sendVerificationCode`: request.
struct SendVerificationCodeRequest: Decodable, Sendable {
  @InPlace var recipient = PhoneRecipient()
  var tenantId: String?
}

/// `accounts:sendVerificationCode`: response.
struct SendVerificationCodeResponse: Codable, Sendable {
  var sessionInfo: String
}
