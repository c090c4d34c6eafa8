struct WithdrawMfaRequest: Decodable, Sendable {
  var idToken: String?
  var mfaEnrollmentId: String?
  var tenantId: String?
}

struct WithdrawMfaResponse: Codable, Sendable {
  var idToken: LazyText
  var refreshToken: LazyText
  /// Seconds, as text; the official emulator's.
  var expiresIn: String?
}
