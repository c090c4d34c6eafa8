internal import EmuJSON

struct RevokeTokenRequest: Decodable, Sendable {
  var providerId: String?
  var tokenType: RevocableTokenType?
  var token: String?
  var idToken: String?
  var redirectUri: String?
  var tenantId: String?
}

struct RevokeTokenResponse: Codable, Sendable {
}

enum RevocableTokenType: String, WireEnum {
  case unspecified = "TOKEN_TYPE_UNSPECIFIED"
  case refreshToken = "REFRESH_TOKEN"
  case accessToken = "ACCESS_TOKEN"
  case code = "CODE"

  static let protoName =
    "google.cloud.identitytoolkit.v2.RevokeTokenRequest.TokenType"
}
