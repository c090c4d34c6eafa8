internal import EmuJSON

// The types about text messages that several calls share.

/// The recipient of a code, with proofs of a real app.
package struct PhoneRecipient: Decodable, Sendable {
  /// E.164; absent in the start of a second factor, whose number is known.
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

  package init() {}

  package struct AutoRetrievalInfo: Decodable, Sendable {
    package var appSignatureHash: String?
  }
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
