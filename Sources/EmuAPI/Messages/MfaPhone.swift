// The types about text messages that several calls share.

/// The recipient of a code, with proofs of a real app.
struct PhoneRecipient: Decodable, Sendable {
  /// E.164; absent in the start of a second factor, whose number is known.
  var phoneNumber: String?
  var recaptchaToken: String?
  var iosReceipt: String?
  var iosSecret: String?
  var playIntegrityToken: String?
  var safetyNetToken: String?
  var autoRetrievalInfo: AutoRetrievalInfo?
  var captchaResponse: String?
  var clientType: ClientType?
  var recaptchaVersion: RecaptchaVersion?

  struct AutoRetrievalInfo: Decodable, Sendable {
    var appSignatureHash: String?
  }
}

/// The session of a code that was sent.
struct MfaPhoneSession: Codable, Sendable {
  var sessionInfo: String
}

/// A code of a text message, as typed.
struct MfaPhoneVerification: Decodable, Sendable {
  var sessionInfo: String?
  var code: String?
  var phoneNumber: String?
  var androidVerificationProof: String?
}

/// The result of a verified text message.
struct MfaPhoneAuthInfo: Codable, Sendable {
  var phoneNumber: String
}
