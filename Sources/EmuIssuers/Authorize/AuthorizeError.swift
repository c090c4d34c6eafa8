/// A refusal of an authorization request that the client may hear of (RFC 6749 §4.1.2.1).
struct AuthorizeError: Error {
  /// The value of `error`.
  var code: String
  /// A sentence that names the next step; for the client and the request log.
  var description: String

  init(_ code: String, _ description: String) {
    self.code = code
    self.description = description
  }

  static func invalidRequest(_ description: String) -> AuthorizeError {
    AuthorizeError("invalid_request", description)
  }
}
