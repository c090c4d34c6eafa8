internal import EmuJSON

struct SignInWithEmailLinkRequest: Decodable, Sendable {
  var email: String?
  var oobCode: String?
  /// The account that the address is added to.
  var idToken: String?
  var returnSecureToken: Bool?
  var tenantId: String?
}

struct SignInWithEmailLinkResponse: Codable, Sendable {
  var kind = "identitytoolkit#EmailLinkSigninResponse"
  var localId: String
  var email: String
  /// Absent in production while a second factor is due.
  var isNewUser: Bool?
  @InPlace var signIn = FirstFactorBody()
}
