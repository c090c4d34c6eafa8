internal import EmuModel

struct ResetPasswordRequest: Decodable, Sendable {
  var oobCode: String?
  var newPassword: String?
  var email: String?
  var oldPassword: String?
  var tenantId: String?
}

struct ResetPasswordResponse: Codable, Sendable {
  var kind = "identitytoolkit#ResetPasswordResponse"
  var requestType: String?
  /// Never absent: iOS aborts without it.
  var email: String?
  var newEmail: String?
  /// The second factor that the code removes.
  var mfaInfo: MfaEnrollment?
}
