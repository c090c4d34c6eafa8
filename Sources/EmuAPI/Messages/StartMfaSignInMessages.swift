/// `mfaSignIn:start`: request.
struct StartMfaSignInRequest: Decodable, Sendable {
  var mfaPendingCredential: String?
  var mfaEnrollmentId: String?
  var tenantId: String?
  var phoneSignInInfo: PhoneRecipient?
}

/// `mfaSignIn:start`: response.
struct StartMfaSignInResponse: Codable, Sendable {
  var phoneResponseInfo: MfaPhoneSession
}
