/// `accounts:sendVerificationCode`: request.
package struct SendVerificationCodeRequest: Decodable, Sendable {
  package struct AutoRetrievalInfo: Decodable, Sendable {
    package var appSignatureHash: String?
  }

  package var phoneNumber: String?
  package var recaptchaToken: String?
  package var iosReceipt: String?
  package var iosSecret: String?
  package var playIntegrityToken: String?
  package var safetyNetToken: String?
  package var autoRetrievalInfo: AutoRetrievalInfo?
  package var captchaResponse: String?
  package var clientType: ClientType?
  package var recaptchaVersion: RecaptchaVersion?
  package var tenantId: String?
}

/// `accounts:sendVerificationCode`: response.
package struct SendVerificationCodeResponse: Codable, Sendable {
  package var sessionInfo: String

  package init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}
