internal import EmuJSON

struct SendVerificationCodeRequest: Decodable, Sendable {
  @InPlace var recipient = PhoneRecipient()
  var tenantId: String?
}

struct SendVerificationCodeResponse: Codable, Sendable {
  var sessionInfo: String
}
