internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The userinfo endpoint: returns the claims that an access token's scopes allow (OpenID Connect
/// Core §5.3).
struct UserInfoEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall
  /// True if the token requires the scope `openid`; endpoints older than OpenID Connect accept any
  /// token.
  var needsOpenID = true
  /// Renames members to the provider's names.
  var renamed: @Sendable (JSONObject) -> JSONObject = { $0 }

  func answer() throws -> Answer {
    let text = try presented()
    let found = try call.services.store.read { reader in
      try reader.validAccessToken(text, of: issuer.id, now: call.now)
    }
    guard let (token, grant, person) = found else {
      throw BearerError(
        .invalidToken, "The access token is unknown, expired or revoked.")
    }
    let scopes = Scopes(token.scope)
    guard !scopes.names.isEmpty, !needsOpenID || scopes.names.contains("openid") else {
      throw BearerError(.insufficientScope, "The access token has no scope openid.")
    }
    let subject = IDTokenDraft(
      issuer: issuer.tokens, person: person, scopes: scopes, clientID: grant.clientID,
      baseURL: call.baseURL, issuedAt: call.now, authTime: grant.grantedAt)
    return .ready(
      .uncached(
        .json(
          JSON.object(renamed(issuer.userInfo(subject.userInfo(now: call.now))))
            .serializedBytes())))
  }

  /// Returns the token of the header, or of a form (RFC 6750 §2).
  private func presented() throws(BearerError) -> String {
    if let header = call.request.headers["Authorization"] {
      guard header.prefix(7).lowercased() == "bearer ", header.utf8.count > 7 else {
        throw BearerError(nil, "The Authorization header is not of the type Bearer.")
      }
      return String(header.dropFirst(7))
    }
    if call.request.method == .post, TokenForm.isForm(call.request),
      let token = call.request.form.first("access_token")
    {
      return token
    }
    throw BearerError(nil, "There is no access token; send it as Authorization: Bearer.")
  }

}

/// The rejection of a bearer token (RFC 6750 §3).
struct BearerError: AnsweringError {
  enum Code: String, Sendable {
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
  }

  /// Nil for a request without a token.
  let code: Code?
  let because: String?

  init(_ code: Code?, _ because: String) {
    self.code = code
    self.because = because
  }

  var response: Response {
    var body = JSONObject()
    body.setText("error", code?.rawValue ?? "invalid_request")
    body.setText("error_description", because)
    var response = Response.uncached(
      .json(
        JSON.object(body).serializedBytes(),
        status: code == .insufficientScope ? .forbidden : .unauthorized))
    response.headers["WWW-Authenticate"] =
      code.map { "Bearer error=\"\($0.rawValue)\"" } ?? "Bearer"
    return response
  }
}
