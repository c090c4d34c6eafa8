internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// `/user` and `/user/emails` of GitHub's REST API.
struct GitHubAPI {
  let issuer: GitHubIssuer
  let call: IssuerCall

  /// Returns the public profile, for any token.
  func user() throws -> Answer {
    let (scopes, person) = try caller()
    let document = GitHub.document(of: issuer.provider.shared(person, scopes))
    return .ready(answer(.object(document), scopes, accepted: ""))
  }

  /// Returns the addresses, for the scopes `user` and `user:email`.
  func emails() throws -> Answer {
    let (scopes, person) = try caller()
    guard GitHub.reportsEmails(scopes) else {
      throw GitHubError(
        status: .notFound, message: "Not Found",
        reason: "The token has the scopes \"\(scopes.text)\"; /user/emails requires user:email.")
    }
    let emails = person.email.map { email -> [JSON] in
      [
        [
          "email": .string(email), "primary": true, "verified": .bool(person.emailVerified),
          "visibility": "private",
        ]
      ]
    }
    return .ready(answer(.array(emails ?? []), scopes, accepted: "user, user:email"))
  }

  private func caller() throws -> (Scopes, Person) {
    guard call.request.headers["Authorization"] != nil else {
      throw GitHubError(
        status: .unauthorized, message: "Requires authentication",
        reason: "There is no Authorization header.")
    }
    guard let sent = call.authorization, ["bearer", "token"].contains(sent.scheme),
      let found = try call.accessToken(sent.text, of: issuer)
    else {
      throw GitHubError(
        status: .unauthorized, message: "Bad credentials",
        reason: "The header is not \"token …\" or \"Bearer …\" with a living token of this issuer."
      )
    }
    return (Scopes(found.token.scope), found.person)
  }

  private func answer(_ body: JSON, _ scopes: Scopes, accepted: String) -> Response {
    var response = Response.uncached(.json(body))
    response.headers["X-OAuth-Scopes"] = scopes.names.joined(separator: ", ")
    response.headers["X-Accepted-OAuth-Scopes"] = accepted
    return response
  }
}

/// An error of GitHub's API.
///
/// Format: `{"message":"Bad credentials","documentation_url":"…","status":"401"}`
struct GitHubError: AnsweringError {
  let status: Status
  let message: String
  let reason: String?

  var response: Response {
    return .uncached(
      [
        "message": .string(message), "documentation_url": "https://docs.github.com/rest",
        "status": .string(String(status.rawValue)),
      ], status: status)
  }
}
