// The types about text messages that the calls for second factors share.

/// The recipient of a code, with proofs of a real app.
package struct StartMfaPhoneInfo: Decodable, Sendable {
  /// E.164; only in an enrollment.
  package var phoneNumber: String?
  package var recaptchaToken: String?
  package var iosReceipt: String?
  package var iosSecret: String?
  package var playIntegrityToken: String?
  package var safetyNetToken: String?
  package var autoRetrievalInfo: SendVerificationCodeRequest.AutoRetrievalInfo?
  package var captchaResponse: String?
  package var clientType: ClientType?
  package var recaptchaVersion: RecaptchaVersion?

  package init() {}
}

/// The session of a code that was sent.
package struct MfaPhoneSession: Codable, Sendable {
  package var sessionInfo: String

  package init(sessionInfo: String) { self.sessionInfo = sessionInfo }
}

/// A code of a text message, as typed.
package struct MfaPhoneVerification: Decodable, Sendable {
  package var sessionInfo: String?
  package var code: String?
  package var phoneNumber: String?
  package var androidVerificationProof: String?
}

/// The result of a verified text message.
package struct MfaPhoneAuthInfo: Codable, Sendable {
  package var phoneNumber: String

  package init(phoneNumber: String) { self.phoneNumber = phoneNumber }
}
