package import EmuJSON

/// `securetoken.googleapis.com/v1/token`: request.
package struct TokenRequest: JSONRecord, Sendable {
  package var grantType: String?
  package var refreshToken: String?
  package var code: String?
  package var scope: String?

  package init() {}

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("grantType", &grantType)
    try member("refreshToken", &refreshToken)
    try member("code", &code)
    try member("scope", &scope)
  }
}

/// `securetoken.googleapis.com/v1/token`: response, with the names of OAuth 2.0.
package struct TokenResponse: JSONRecord, Sendable {
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

  package init() {
    accessToken = LazyText("")
    expiresIn = ""
    tokenType = ""
    refreshToken = LazyText("")
    idToken = LazyText("")
    userID = ""
    projectID = ""
  }

  package mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("access_token", &accessToken)
    try member("expires_in", &expiresIn)
    try member("token_type", &tokenType)
    try member("refresh_token", &refreshToken)
    try member("id_token", &idToken)
    try member("user_id", &userID)
    try member("project_id", &projectID)
  }
}
