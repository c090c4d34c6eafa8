internal import EmuHTTP
internal import EmuJSON

/// Google's userinfo endpoints before OpenID Connect: `id` and `verified_email` instead of `sub`
/// and `email_verified`, for any scope.
enum GoogleUserInfo {
  static let paths = ["/oauth2/v1/userinfo", "/oauth2/v2/userinfo", "/userinfo/v2/me"]

  static func answer(_ issuer: GoogleIssuer, _ call: IssuerCall) throws -> Answer {
    try UserInfoEndpoint(issuer: issuer, call: call, needsOpenID: false, renamed: renamed).answer()
  }

  private static func renamed(_ claims: JSONObject) -> JSONObject {
    var renamed = claims
    renamed["id"] = claims["sub"]
    renamed["verified_email"] = claims["email_verified"]
    renamed["sub"] = nil
    renamed["email_verified"] = nil
    return renamed
  }
}
