struct StartMfaSignInRequest: Decodable, Sendable {
  var mfaPendingCredential: String?
  var mfaEnrollmentId: String?
  var tenantId: String?
  var phoneSignInInfo: PhoneRecipient?
}

struct StartMfaSignInResponse: Codable, Sendable {
  var phoneResponseInfo: MfaPhoneSession
}
