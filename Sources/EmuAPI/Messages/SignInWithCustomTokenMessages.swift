internal import EmuJSON

struct SignInWithCustomTokenRequest: Decodable, Sendable {
  var token: String?
  var tenantId: String?
  var returnSecureToken: Bool?
  var targetProjectId: String?
  // Published, accepted and not used.
  var delegatedProjectNumber: Int64?
  var instanceId: String?
}

/// `accounts:signInWithCustomToken`: response. There is no `localId`: SDKs look the account up.
struct SignInWithCustomTokenResponse: Codable, Sendable {
  var kind = "identitytoolkit#VerifyCustomTokenResponse"
  var isNewUser: Bool
  @InPlace var session = SessionBody()
}
