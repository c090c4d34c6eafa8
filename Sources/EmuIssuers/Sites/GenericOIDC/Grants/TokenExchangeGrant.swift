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
          + "\(requested.prefix(128)).", problem: .malformed)
    }
    _ = try form.required("subject_token_type")
    let subject = try PresentedToken(
      form.required("subject_token"), field: "subject_token", issuer, call)
    var more = JSONObject()
    if let text = form["actor_token"] {
      _ = try form.required("actor_token_type")
      let actor = try PresentedToken(text, field: "actor_token", issuer, call)
      more["act"] = ["sub": .string(actor.subject)]
    }
    return try AccessTokenJWT(
      subject: subject.subject, request: request,
      scope: form["scope"] ?? subject.claims["scope"]?.string, more: more
    ).response(call, ["issued_token_type": .string(requested)])
  }
}
