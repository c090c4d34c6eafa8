internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// A token for another audience in exchange for one of a person (RFC 8693).
struct TokenExchangeGrant: ClientGrant {
  let name = "urn:ietf:params:oauth:grant-type:token-exchange"
  private let types = "urn:ietf:params:oauth:token-type:"

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    let (issuer, form) = (request.issuer, request.form)
    let requested = form["requested_token_type"] ?? types + "access_token"
    guard requested == types + "access_token" || requested == types + "jwt" else {
      throw OAuthError(
        .invalidRequest,
        reason: "requested_token_type is \(types)access_token or \(types)jwt, not "
          + "\(requested.prefix(128)).")
    }
    func presented(_ field: String) throws -> PresentedToken {
      let type = try form.required("\(field)_type")
      let token = try PresentedToken(form.required(field), field: field, issuer, call)
      guard token.types.contains(where: { types + $0 == type }) else {
        throw OAuthError(
          .invalidRequest,
          reason: "\(field)_type is \(types)\(token.types.joined(separator: ", ")) for this token, "
            + "not \(type.prefix(128)).")
      }
      return token
    }
    let subject = try presented("subject_token")
    var more = JSONObject()
    if form["actor_token"] != nil {
      more["act"] = ["sub": .string(try presented("actor_token").subject)]
    }
    return try AccessTokenJWT(
      subject: subject.subject, request: request,
      scope: request.namedScopes() ?? subject.claims["scope"]?.string.map { Scopes($0).names },
      more: more
    ).response(call, ["issued_token_type": .string(requested)])
  }
}
