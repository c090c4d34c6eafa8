/// `accounts:signUp`: request.
package struct SignUpRequest: Decodable, Sendable {
  package var email: String?
  package var password: String?
  package var displayName: String?
  /// The account that the password is added to.
  package var idToken: String?
  package var tenantId: String?
  package var returnSecureToken: Bool?
  package var localId: String?
  package var emailVerified: Bool?
  package var disabled: Bool?
  package var phoneNumber: String?
  package var photoUrl: String?
  /// Second factors of an account that an administrator makes.
  package var mfaInfo: [MfaEnrollment]?
  package var targetProjectId: String?
}

/// `accounts:signUp`: answer.
package struct SignUpResponse: Encodable, Sendable {
  package var kind: String
  package var localId: String
  package var email: String?
  package var displayName: String?
  package var idToken: LazyText?
  package var refreshToken: String?
  /// Seconds, as text.
  package var expiresIn: String?

  package init(kind: String, localId: String) {
    self.kind = kind
    self.localId = localId
  }
}
