internal import EmuHTTP

/// A refusal of an authorization request that the client may receive (RFC 6749 §4.1.2.1).
struct AuthorizeError: Error {
  /// The value of `error`.
  var code: String
  /// A sentence that names the next step; for the client and the request log.
  var description: String
  /// What is wrong, for providers with words of their own.
  var problem: RequestProblem?
  /// Whether it is shown on the issuer's own page, whatever the provider does with others.
  var staysOnPage: Bool
  /// What the client receives beside `error` and `error_description`.
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
