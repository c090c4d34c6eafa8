/// What a client says of itself at the token or revocation endpoint.
struct ClientCredentials: Sendable {
  var id: String
  var secret: String

  /// Reads them out of the form (RFC 6749 §2.3.1, the form-encoded way).
  ///
  /// - Throws: `invalid_request` when one is missing.
  init(_ form: TokenForm) throws(OAuthError) {
    id = try form.required("client_id")
    secret = try form.required("client_secret")
  }
}
