/// `securetoken.googleapis.com/v1/token`: request.
package struct TokenRequest: Codable, Sendable {
  package var grantType: String?
  package var refreshToken: String?
  package var code: String?
  package var scope: String?
}

/// `securetoken.googleapis.com/v1/token`: response, with the names of OAuth 2.0.
package struct TokenResponse: Codable, Sendable {
  package var accessToken: LazyText
  /// Seconds, as text.
  package var expiresIn: String
  package var tokenType: String
  package var refreshToken: LazyText
  package var idToken: LazyText
  package var userID: String
  package var projectID: String

  package init(
    token: LazyText, refreshToken: LazyText, userID: String, projectID: String
  ) {
    accessToken = token
    expiresIn = "3600"
    tokenType = "Bearer"
    self.refreshToken = refreshToken
    idToken = token
    self.userID = userID
    self.projectID = projectID
  }

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case tokenType = "token_type"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case userID = "user_id"
    case projectID = "project_id"
  }
}
