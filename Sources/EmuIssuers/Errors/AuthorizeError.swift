internal import EmuHTTP

/// An error response of an authorization request (RFC 6749 §4.1.2.1).
struct AuthorizeError: Error {
  /// The value of `error`.
  var code: String
  /// A sentence with the next step, for the client and the request log.
  var description: String
  /// The problem, for providers with their own messages.
  var problem: RequestProblem?
  /// True if the error is always shown on the issuer's page.
  var staysOnPage: Bool
  /// Additional fields beside `error` and `error_description`.
  var moreFields: FormFields

  init(
    _ code: String, _ description: String, problem: RequestProblem? = nil,
    staysOnPage: Bool = false, moreFields: FormFields = FormFields()
  ) {
    self.code = code
    self.description = description
    self.problem = problem
    self.staysOnPage = staysOnPage
    self.moreFields = moreFields
  }

  static func invalidRequest(
    _ description: String, problem: RequestProblem? = nil
  ) -> AuthorizeError {
    AuthorizeError("invalid_request", description, problem: problem)
  }
}
