internal import EmuJSON

/// `accounts:revokeToken`: request.
package struct RevokeTokenRequest: Decodable, Sendable {
  package var providerId: String?
  package var tokenType: RevocableTokenType?
  package var token: String?
  package var idToken: String?
  package var redirectUri: String?
  package var tenantId: String?
}

/// `accounts:revokeToken`: response.
package struct RevokeTokenResponse: Codable, Sendable {

  package init() {}
}

/// The kind of the revoked provider token.
package enum RevocableTokenType: String, WireEnum {
  case unspecified = "TOKEN_TYPE_UNSPECIFIED"
  case refreshToken = "REFRESH_TOKEN"
  case accessToken = "ACCESS_TOKEN"
  case code = "CODE"

  package static let protoName =
    "google.cloud.identitytoolkit.v2.RevokeTokenRequest.TokenType"
}
