internal import EmuHTTP
internal import EmuJSON
internal import EmuProviders

/// A refusal of the token or revocation endpoint (RFC 6749 §5.2).
struct OAuthError: AnsweringError {
  /// The value of `error`; open, so compare with the members below.
  struct Code: Sendable, Hashable {
    let name: String
    var status = Status.badRequest

    static let invalidRequest = Code(name: "invalid_request")
    static let invalidClient = Code(name: "invalid_client")
    /// As every provider but Apple says it.
    static let unauthenticatedClient = Code(name: "invalid_client", status: .unauthorized)
    static let invalidScope = Code(name: "invalid_scope")
    static let invalidGrant = Code(name: "invalid_grant")
    static let unsupportedGrantType = Code(name: "unsupported_grant_type")
    /// RFC 7009 §2.2.1.
    static let unsupportedTokenType = Code(name: "unsupported_token_type")
    static let serverError = Code(name: "server_error", status: .internalServerError)
    static let temporarilyUnavailable = Code(
      name: "temporarily_unavailable", status: .serviceUnavailable)
  }

  let code: Code
  /// `error_description`, where the provider has one.
  let description: String?
  /// The true reason; it goes to the request log, never on the wire.
  let because: String?
  /// What is wrong, for providers with words of their own.
  let problem: RequestProblem?

  init(
    _ code: Code, _ description: String? = nil, because: String, problem: RequestProblem? = nil
  ) {
    self.code = code
    self.description = description
    self.because = because
    self.problem = problem
  }

  /// `{"error":"invalid_grant","error_description":"…"}`
  var response: Response {
    var body: JSONObject = ["error": .string(code.name)]
    body.setText("error_description", description)
    var response = Response.uncached(
      .json(JSON.object(body).serializedBytes(), status: code.status))
    // RFC 9110 §15.5.2 requires one with every 401.
    if code.status == .unauthorized {
      response.headers["WWW-Authenticate"] = "Basic realm=\"auth-emulator\""
    }
    return .retryable(response)
  }
}

extension Response {
  /// An answer that is a form.
  static func form(_ fields: FormFields) -> Response {
    .bytes(Array(fields.encoded.utf8), type: "application/x-www-form-urlencoded")
  }

  /// With the time after which to ask again, where the answer says that this is worth while.
  static func retryable(_ response: Response) -> Response {
    guard response.status == .serviceUnavailable else { return response }
    var response = response
    response.headers["Retry-After"] = "1"
    return response
  }

  /// As RFC 6749 §5.1 requires of every answer with a token or about one.
  static func uncached(_ response: Response) -> Response {
    var response = response
    response.headers["Cache-Control"] = "no-store"
    response.headers["Pragma"] = "no-cache"
    return response
  }
}
