internal import EmuJSON

/// `accounts:signInWithCustomToken`: request.
package struct SignInWithCustomTokenRequest: Decodable, Sendable {
  package var token: String?
  package var tenantId: String?
  package var returnSecureToken: Bool?
  package var targetProjectId: String?
  // Published, accepted and not used.
  package var delegatedProjectNumber: Int64?
  package var instanceId: String?
}

/// `accounts:signInWithCustomToken`: response. There is no `localId`: SDKs look the account up.
package struct SignInWithCustomTokenResponse: Codable, Sendable {
  package var kind: String
  package var isNewUser: Bool
  @InPlace package var session = SessionBody()

  package init(kind: String, isNewUser: Bool) {
    self.kind = kind
    self.isNewUser = isNewUser
  }
}
