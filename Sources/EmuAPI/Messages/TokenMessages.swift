struct TokenRequest: Codable, Sendable {
  var grantType: String?
  var refreshToken: String?
  var code: String?
  var scope: String?
  var tenantId: String?
}

/// `securetoken.googleapis.com/v1/token`: response, with the names of OAuth 2.0.
struct TokenResponse: Codable, Sendable {
  var accessToken: LazyText
  /// Seconds, as text.
  var expiresIn = String(OperationContext.idTokenLifetime)
  var tokenType = "Bearer"
  var refreshToken: LazyText
  var idToken: LazyText
  var userID: String
  var projectID: String

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
