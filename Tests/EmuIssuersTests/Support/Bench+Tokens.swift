import EmuTestSupport
import Testing

extension Bench {
  /// Returns the token endpoint of an issuer.
  static func token(_ issuer: String) -> String {
    switch issuer {
    case "apple.com": "/issuers/apple.com/auth/token"
    case "microsoft.com": entra("common", "oauth2/v2.0/token")
    case "facebook.com": "/issuers/facebook.com/v19.0/oauth/access_token"
    case "github.com": "/issuers/github.com/login/oauth/access_token"
    case "twitter.com": "/issuers/twitter.com/2/oauth2/token"
    case "linkedin.com": "/issuers/linkedin.com/oauth/v2/accessToken"
    case "yahoo.com": "/issuers/yahoo.com/oauth2/get_token"
    default: "/issuers/\(issuer)/token"
    }
  }

  /// Returns a code of the issuer's page, for a new person.
  func code(_ issuer: String, _ fields: Fields = [:]) async throws -> String {
    let all = fields.merging(["emulator_auto": "new"]) { old, _ in old }
    return try await authorize(issuer, all).value("code")
  }

  /// Exchanges a code at an issuer's token endpoint; nil removes a field.
  func redeem(
    _ issuer: String, _ code: String, _ fields: Fields = [:], headers: Headers = [:]
  ) async throws -> Reply {
    let all: Fields = [
      "grant_type": "authorization_code", "code": code, "client_id": "client",
      "client_secret": "s", "redirect_uri": Self.callback,
    ]
    return await form(
      Self.token(issuer), Self.form(all.with(fields)), headers: headers)
  }

  func renew(_ issuer: String, _ token: String, _ fields: Fields = [:]) async throws -> Reply {
    let all: Fields = [
      "grant_type": "refresh_token", "refresh_token": token, "client_id": "client",
      "client_secret": "s",
    ]
    return await form(Self.token(issuer), Self.form(all.with(fields)))
  }

  /// Signs a person in on the page, and exchanges the code.
  func tokens(
    _ issuer: String, _ request: Fields = [:], redeeming fields: Fields = [:],
    headers: Headers = [:]
  ) async throws -> Reply {
    try await redeem(issuer, code(issuer, request), fields, headers: headers)
  }

  func userInfo(_ issuer: String, _ token: String?, path: String? = nil) async throws -> Reply {
    var headers: Headers = [:]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    let plain = issuer == "google.com" ? "/v1/userinfo" : "/userinfo"
    return await call(.get, "/issuers/\(issuer)\(path ?? plain)", headers: headers)
  }
}
