internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// LinkedIn's `/v2/me` and `/v2/emailAddress`, older than OpenID Connect.
struct LinkedInProfile {
  let issuer: LinkedInIssuer
  let call: IssuerCall

  /// Returns id and name, for the scope `profile` or `r_liteprofile`.
  func me() throws -> Answer {
    let person = try caller(with: ["profile", "r_liteprofile"], for: "GET /me")
    var body: JSONObject = ["id": .string(person.subject)]
    body.setText("localizedFirstName", person.name.given ?? person.name.full)
    body.setText("localizedLastName", person.name.family)
    return .ready(.uncached(body))
  }

  /// Returns the primary address, for the scope `email` or `r_emailaddress`.
  func email() throws -> Answer {
    let person = try caller(with: ["email", "r_emailaddress"], for: "GET /emailAddress")
    let elements = person.email.map { email -> [JSON] in
      [
        [
          "handle": .string("urn:li:emailAddress:\(person.subject)"),
          "handle~": ["emailAddress": .string(email)],
        ]
      ]
    }
    return .ready(
      .uncached([
        "elements": .array(elements ?? [])
      ]))
  }

  private func caller(with scopes: [String], for what: String) throws -> Person {
    guard let token = call.bearerToken else {
      throw LinkedInError.noToken("There is no Authorization: Bearer with a token.")
    }
    guard let found = try call.accessToken(token, of: issuer) else {
      throw LinkedInError.deadToken("The access token is unknown, expired or revoked.")
    }
    guard Scopes(found.token.scope).names.contains(where: scopes.contains) else {
      throw LinkedInError.missingScope(
        what,
        "The token has the scopes \"\(found.token.scope)\"; one of "
          + "\(scopes.joined(separator: ", ")) is needed.")
    }
    return found.person
  }
}

/// An error of LinkedIn's API.
///
/// Format: `{"serviceErrorCode":65600,"message":"Invalid access token","status":401}`
struct LinkedInError: AnsweringError {
  let status: Status
  let code: Int64
  let message: String
  let reason: String?

  static func noToken(_ reason: String) -> LinkedInError {
    LinkedInError(
      status: .unauthorized, code: 65604, message: "Empty oauth2 access token", reason: reason)
  }

  static func deadToken(_ reason: String) -> LinkedInError {
    LinkedInError(
      status: .unauthorized, code: 65600, message: "Invalid access token", reason: reason)
  }

  static func missingScope(_ what: String, _ reason: String) -> LinkedInError {
    LinkedInError(
      status: .forbidden, code: 100, message: "Not enough permissions to access: \(what)",
      reason: reason)
  }

  var response: Response {
    return .uncached(
      [
        "serviceErrorCode": .int(code), "message": .string(message),
        "status": .int(Int64(status.rawValue)),
      ], status: status)
  }
}
