internal import EmuJSON

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
  /// Absent in production while a second factor is due.
  package var isNewUser: Bool?
  @InPlace package var signIn = FirstFactorBody()

  package init(kind: String, localId: String, email: String, isNewUser: Bool) {
    self.kind = kind
    self.localId = localId
    self.email = email
    self.isNewUser = isNewUser
  }
}
