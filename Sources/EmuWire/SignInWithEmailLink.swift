/// `accounts:signInWithEmailLink`: request.
package struct SignInWithEmailLinkRequest: Decodable, Sendable {
  package var email: String?
  package var oobCode: String?
  /// The account that the address is added to.
  package var idToken: String?
  package var returnSecureToken: Bool?
  package var tenantId: String?
}

/// `accounts:signInWithEmailLink`: response.
package struct SignInWithEmailLinkResponse: Codable, Sendable {
  package var kind: String
  package var localId: String
  package var email: String
  package var isNewUser: Bool
  package var idToken: LazyText?
  package var refreshToken: LazyText?
  /// Seconds, as text.
  package var expiresIn: String?
  /// Replaces the tokens where a second factor is required; sent only when filled.
  package var mfaPendingCredential: String?
  package var mfaInfo: [MfaEnrollment]?

  package init(kind: String, localId: String, email: String, isNewUser: Bool) {
    self.kind = kind
    self.localId = localId
    self.email = email
    self.isNewUser = isNewUser
  }
}
