/// `mfaEnrollment:withdraw`: request.
package struct WithdrawMfaRequest: Decodable, Sendable {
  package var idToken: String?
  package var mfaEnrollmentId: String?
  package var tenantId: String?
}

/// `mfaEnrollment:withdraw`: response.
package struct WithdrawMfaResponse: Codable, Sendable {
  package var idToken: LazyText
  package var refreshToken: LazyText
  /// Seconds, as text; the official emulator's.
  package var expiresIn: String?

  package init(idToken: LazyText, refreshToken: LazyText) {
    self.idToken = idToken
    self.refreshToken = refreshToken
  }
}
