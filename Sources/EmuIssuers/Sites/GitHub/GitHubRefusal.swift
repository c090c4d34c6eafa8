internal import EmuHTTP
internal import EmuJSON

extension Response {
  /// Returns a response of GitHub's token endpoint: a form, or JSON for clients that request it.
  static func gitHub(_ fields: FormFields, to request: Request) -> Response {
    guard request.headers["Accept"]?.contains("application/json") == true else {
      return .uncached(.form(fields))
    }
    var body = JSONObject()
    for field in fields { body[field.name] = .string(field.value) }
    return .uncached(body)
  }
}

/// A refusal of GitHub's token endpoint, with status 200.
struct GitHubRefusal: AnsweringError {
  let error: OAuthError
  let request: Request

  var reason: String? { error.reason }

  var response: Response {
    .gitHub(
      [
        "error": error.code.name,
        "error_description": error.description ?? error.reason ?? error.code.name,
        "error_uri": "https://docs.github.com/apps/managing-oauth-apps/"
          + "troubleshooting-oauth-app-access-token-request-errors/#"
          + error.code.name.replacing("_", with: "-"),
      ], to: request)
  }
}
